#include "lang/elaborate/world/files.hpp"

#include <fmt/format.h>

#include "lang/text/path.hpp"
#include "lang/text/utf8.hpp"

namespace mbs::elaborate {

std::string path_from(const Scope& scope, const std::string& name) {
  const Scope* file = &scope;
  while (file->parent && file->directory.empty() && file->kind != ScopeKind::file)
    file = file->parent;
  return normal_path(joined_path(file->directory, name));
}

std::optional<std::string> read_named_file(World& world, const std::string& path,
                                           const std::string& name, Span span, const char* who) {
  const auto& read = world.elaboration.options.read_file;
  auto content = read ? read(path) : std::nullopt;
  if (!content)
    report(world, Code::E0312, span, fmt::format("cannot use `{}`: it cannot be read", name)).hint =
        fmt::format("paths begin at the folder of the file that says `{}`", who);
  return content;
}

bool can_be_shown(const std::string& content) {
  return utf8::find_invalid(content) == std::string::npos &&
         content.find('\0') == std::string::npos;
}

int add_source(SourceMap& sources, const std::string& path, const std::string& content) {
  return sources.add(path, can_be_shown(content) ? content : std::string("\n"));
}

}  // namespace mbs::elaborate
