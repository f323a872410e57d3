#include "cli/environment/environment.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <ostream>
#include <string_view>
#include <system_error>

#include "runtime/results/output.hpp"

namespace mbs {

namespace fs = std::filesystem;

namespace {

std::string reason() {
  return errno != 0 ? std::strerror(errno) : "the file cannot be written";
}

// False, with errno set, if not all of it went.
bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// `/dev/stdout` and the like, also where the shell has led them to a file: goes behind what stands
// there. None if it is another file.
std::optional<int> own_stream(const struct stat& target) {
  struct stat stream;
  for (const int file : {STDOUT_FILENO, STDERR_FILENO})
    if (fstat(file, &stream) == 0 && same_file(stream, target)) return file;
  return {};
}

// Devices and pipes, and files whose directory takes no other.
std::string write_in_place(const fs::path& path, const std::string& text, int how) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | how, 0666);
  if (file < 0) return reason();
  std::string problem = write_all(file, text) ? "" : reason();
  if (::close(file) != 0 && problem.empty()) problem = reason();
  return problem;
}

// Gives the new file the rights of the old one, or those of a new one.
bool set_rights(int file, const struct stat* old) {
  if (!old) {
    const mode_t mask = umask(0);
    umask(mask);
    return fchmod(file, 0666 & ~mask) == 0;
  }
  if (old->st_uid != geteuid() || old->st_gid != getegid())
    if (fchown(file, old->st_uid, old->st_gid) != 0) return false;
  return fchmod(file, old->st_mode & 07777) == 0;
}

// What stood there stays until all of the new text is safe on the disk.
std::string write_beside(const fs::path& path, const std::string& text, const struct stat* old) {
  std::string beside = (path.parent_path() / ".mbs-XXXXXX").string();
  const int file = mkostemp(beside.data(), O_CLOEXEC);
  if (file < 0 || !set_rights(file, old)) {
    const bool refused = errno == EACCES || errno == EPERM || errno == EROFS || file >= 0;
    const std::string why = reason();
    if (file >= 0) ::close(file), ::unlink(beside.c_str());
    return refused && old ? write_in_place(path, text, O_TRUNC) : why;
  }
  std::string problem = write_all(file, text) && fsync(file) == 0 ? "" : reason();
  if (::close(file) != 0 && problem.empty()) problem = reason();
  if (problem.empty() && ::rename(beside.c_str(), path.c_str()) != 0) problem = reason();
  if (!problem.empty()) ::unlink(beside.c_str());
  return problem;
}

}  // namespace

std::string write_text_file(const fs::path& path, const std::string& text) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) return error.message();
  errno = 0;
  struct stat old;
  if (::stat(path.c_str(), &old) != 0) {
    // A link to nothing is followed by making what it names.
    const bool link = fs::is_symlink(fs::symlink_status(path, error));
    return link ? write_in_place(path, text, 0) : write_beside(path, text, nullptr);
  }
  if (S_ISDIR(old.st_mode)) return "it is a directory";
  if (const auto file = own_stream(old)) return write_all(*file, text) ? "" : reason();
  if (!S_ISREG(old.st_mode)) return write_in_place(path, text, 0);
  if (::access(path.c_str(), W_OK) != 0) return reason();
  const fs::path file = fs::canonical(path, error);  // behind links: they stay
  if (error || old.st_nlink > 1) return write_in_place(path, text, O_TRUNC);
  return write_beside(file, text, &old);
}

int report_unwritten(Environment& environment, const std::string& file, const std::string& why) {
  environment.err << "mbs: " + unwritten_text(file, why) + "\n";
  return 4;
}

}  // namespace mbs
