#include "lang/diagnostics/explain.hpp"

namespace mbs {

namespace {

// "explanations/E0101.md" is the file of "E0101".
bool belongs_to(std::string_view file, std::string_view code) {
  const auto slash = file.find_last_of('/');
  const auto name = slash == std::string_view::npos ? file : file.substr(slash + 1);
  return name.starts_with(code) && name.substr(code.size()) == ".md";
}

}  // namespace

std::optional<std::string_view> explanation(Code code) {
  const std::string_view name = info(code).name;
  for (const EmbeddedFile& file : explanation_files()) {
    if (belongs_to(file.name, name)) return file.text;
  }
  return std::nullopt;
}

}  // namespace mbs
