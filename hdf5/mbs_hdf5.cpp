// The program's part for HDF5: a thin plug-in, the only file that sees the library for it.
#include "hdf5/mbs_hdf5.hpp"

#include <fcntl.h>
#include <hdf5.h>
#include <hdf5_hl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace mbs {

namespace {

constexpr int deflate_level = 4;

// Closes what it holds.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }  // NOLINT: what the library takes
  bool good() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// What the system said, which stands at the bottom of the library's stack of errors.
herr_t find_reason(unsigned, const H5E_error2_t* error, void* found) {
  static constexpr char before[] = "error message = '";
  const char* text = error->desc ? std::strstr(error->desc, before) : nullptr;
  if (!text) return 0;
  text += sizeof before - 1;
  *static_cast<std::string*>(found) = std::string(text, std::strcspn(text, "'"));
  return 1;
}

std::string reason() {
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, find_reason, &text);
  return text.empty() ? "the library for HDF5 cannot write it" : text;
}

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

class LibraryFile : public Hdf5File {
 public:
  LibraryFile(hid_t file, std::string path) : file_(file), path_(std::move(path)) {}
  ~LibraryFile() override { close(); }

  void attribute(const std::string& group, const std::string& name,
                 const std::string& value) override {
    if (!good()) return;
    const Handle place = group_at(group);
    if (!place.good()) return fail();
    text_attribute(place, name.c_str(), value);
  }

  std::size_t column(const Hdf5Column& column, std::size_t chunk) override {
    auto set = std::make_unique<Open>(Open{made(column, H5T_NATIVE_DOUBLE, chunk), 0});
    if (good()) set->rows = rows_of(set->set);
    open_.emplace(++last_, std::move(set));
    return last_;
  }

  void append(std::size_t column, std::span<const double> values) override {
    if (!good() || values.empty()) return;
    Open& to = *open_.at(column);
    put(to.set, H5T_NATIVE_DOUBLE, to.rows, values.size(), values.data());
    to.rows += values.size();
  }

  void release(std::size_t column) override { open_.erase(column); }

  void write(const Hdf5Column& column, std::span<const double> values) override {
    replace(column, H5T_NATIVE_DOUBLE, values.size(), values.data());
  }

  void write(const Hdf5Column& column, std::span<const std::string> texts) override {
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    const Handle type(text_type(H5T_VARIABLE), H5Tclose);
    replace(column, type, pointers.size(), pointers.data());
  }

  bool room_for(std::size_t bytes) override {
    if (!good()) return false;
    struct statvfs disk;
    struct stat file;
    struct rlimit limit;
    if (statvfs(path_.c_str(), &disk) == 0 &&
        static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize) <
            static_cast<double>(bytes))
      problem_ = std::strerror(ENOSPC);
    if (stat(path_.c_str(), &file) == 0 && getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
        limit.rlim_cur != RLIM_INFINITY &&
        static_cast<std::size_t>(file.st_size) + bytes > limit.rlim_cur)
      problem_ = std::strerror(EFBIG);
    return good();
  }

  void flush() override {
    if (good() && H5Fflush(file_, H5F_SCOPE_GLOBAL) < 0) fail();
  }

  const std::string& problem() const override { return problem_; }

  // What has been written is closed in good order also where there is no room for more.
  bool close() override {
    open_.clear();
    if (file_ >= 0 && H5Fclose(file_) < 0) fail();
    file_ = -1;
    return good();
  }

 private:
  struct Open {
    Handle set;
    hsize_t rows;
  };

  bool good() const { return problem_.empty(); }
  void fail() {
    if (good()) problem_ = reason();
  }

  static hid_t text_type(std::size_t size) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, size);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
  }

  void text_attribute(hid_t place, const char* name, const std::string& value) {
    const Handle type(text_type(std::max<std::size_t>(value.size(), 1)), H5Tclose);
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    if (H5Aexists(place, name) > 0) H5Adelete(place, name);
    const Handle attribute(H5Acreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose);
    if (!attribute.good() || H5Awrite(attribute, type, value.c_str()) < 0) fail();
  }

  // The group at a path, made with all above it; NetCDF-4 wants the order in which things came.
  Handle group_at(const std::string& path) {
    if (path.empty() || path == "/") return {H5Gopen2(file_, "/", H5P_DEFAULT), H5Gclose};
    if (H5LTpath_valid(file_, path.c_str(), 0) > 0)
      return {H5Gopen2(file_, path.c_str(), H5P_DEFAULT), H5Gclose};
    if (!group_at(folder_of(path)).good()) return {-1, H5Gclose};
    const Handle how(H5Pcreate(H5P_GROUP_CREATE), H5Pclose);
    H5Pset_link_creation_order(how, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    H5Pset_attr_creation_order(how, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    return {H5Gcreate2(file_, path.c_str(), H5P_DEFAULT, how, H5P_DEFAULT), H5Gclose};
  }

  static Handle creation(std::size_t chunk) {
    Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    const hsize_t rows = std::max<std::size_t>(chunk, 1);
    H5Pset_chunk(how, 1, &rows);
    H5Pset_shuffle(how);
    H5Pset_deflate(how, deflate_level);
    H5Pset_attr_creation_order(how, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    return how;
  }

  // Empty, or as it is there.
  Handle made(const Hdf5Column& column, hid_t type, std::size_t chunk) {
    if (!good()) return {-1, H5Dclose};
    if (!group_at(folder_of(column.path)).good()) {
      fail();
      return {-1, H5Dclose};
    }
    if (H5LTpath_valid(file_, column.path.c_str(), 0) > 0)
      return {H5Dopen2(file_, column.path.c_str(), H5P_DEFAULT), H5Dclose};
    const hsize_t none = 0, most = H5S_UNLIMITED;
    const Handle space(H5Screate_simple(1, &none, &most), H5Sclose);
    Handle set(H5Dcreate2(file_, column.path.c_str(), type, space, H5P_DEFAULT, creation(chunk),
                          H5P_DEFAULT),
               H5Dclose);
    if (!set.good())
      fail();
    else
      describe(set, column);
    return set;
  }

  void describe(hid_t set, const Hdf5Column& column) {
    if (!column.units.empty()) text_attribute(set, "units", column.units);
    text_attribute(set, "long_name", column.words);
    if (column.along.empty()) {
      if (H5DSset_scale(set, name_of(column.path).c_str()) < 0) fail();
      return;
    }
    const Handle scale(H5Dopen2(file_, column.along.c_str(), H5P_DEFAULT), H5Dclose);
    if (!scale.good() || H5DSattach_scale(set, scale, 0) < 0) fail();
  }

  static hsize_t rows_of(hid_t set) {
    const Handle space(H5Dget_space(set), H5Sclose);
    hsize_t rows = 0;
    H5Sget_simple_extent_dims(space, &rows, nullptr);
    return rows;
  }

  void put(hid_t set, hid_t type, hsize_t from, hsize_t count, const void* values) {
    const hsize_t rows = from + count;
    if (H5Dset_extent(set, &rows) < 0) return fail();
    const Handle space(H5Dget_space(set), H5Sclose);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, &from, nullptr, &count, nullptr);
    const Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
    if (H5Dwrite(set, type, memory, space, H5P_DEFAULT, values) < 0) fail();
  }

  void replace(const Hdf5Column& column, hid_t type, std::size_t count, const void* values) {
    constexpr std::size_t longest = 4096;
    const Handle set = made(column, type, std::min(count, longest));
    if (!good()) return;
    const hsize_t none = 0;
    if (H5Dset_extent(set, &none) < 0) return fail();
    if (count > 0) put(set, type, 0, count, values);
  }

  hid_t file_;
  std::string path_, problem_;
  std::map<std::size_t, std::unique_ptr<Open>> open_;  // under the numbers given out
  std::size_t last_ = 0;
};

// Metadata stay in memory until a flush, so that what is on the disk is always that of one.
void keep_until_flush(hid_t access) {
  H5AC_cache_config_t config;
  config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  if (H5Pget_mdc_config(access, &config) < 0) return;
  config.evictions_enabled = false;
  config.incr_mode = H5C_incr__off;
  config.flash_incr_mode = H5C_flash_incr__off;
  config.decr_mode = H5C_decr__off;
  H5Pset_mdc_config(access, &config);
}

// The library locks what it writes.
bool another_writes(const char* path) {
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  const bool locked = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(file);
  return locked;
}

}  // namespace

}  // namespace mbs

extern "C" mbs::Hdf5File* mbs_hdf5_create(const char* path, std::string* problem) {
  H5dont_atexit();
  H5open();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  if (mbs::another_writes(path)) {
    *problem = "another run is writing it";
    return nullptr;
  }
  const mbs::Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18);
  H5Pset_cache(access, 0, 521, 0, 0.75);  // each chunk is written once, as a whole
  mbs::keep_until_flush(access);
  const mbs::Handle how(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_link_creation_order(how, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  H5Pset_attr_creation_order(how, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, how, access);
  if (file >= 0) return new mbs::LibraryFile(file, path);
  *problem = mbs::reason();
  return nullptr;
}
