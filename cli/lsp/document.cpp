#include "cli/lsp/document.hpp"

#include <algorithm>
#include <charconv>

#include "cli/environment/script.hpp"
#include "lang/compile.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/parse.hpp"
#include "runtime/model/model.hpp"

namespace mbs::lsp {

namespace {

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// UTF-16 units of the character that begins with `c`.
int units_of(char c) {
  return (static_cast<unsigned char>(c) & 0xF8) == 0xF0 ? 2 : 1;
}

long number_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_integer() ? found->get<long>() : 0;
}

}  // namespace

std::size_t offset_of(const std::string& text, const Json& position) {
  std::size_t offset = 0;
  for (long line = number_of(position, "line"); line > 0; --line) {
    const std::size_t end = text.find('\n', offset);
    if (end == text.npos) return text.size();
    offset = end + 1;
  }
  for (long units = number_of(position, "character"); units > 0 && offset < text.size();) {
    if (text[offset] == '\n') break;
    units -= units_of(text[offset]);
    do ++offset;
    while (offset < text.size() && continues_character(text[offset]));
  }
  return offset;
}

std::filesystem::path path_of(const std::string& uri) {
  constexpr std::string_view scheme = "file://";
  if (uri.rfind(scheme, 0) != 0) return {};
  const std::size_t slash = uri.find('/', scheme.size());  // behind a host name, if there is one
  if (slash == uri.npos) return {};
  std::string path;
  for (std::size_t i = slash; i < uri.size(); ++i) {
    int code = 0;
    if (uri[i] == '%' && i + 2 < uri.size() &&
        std::from_chars(&uri[i + 1], &uri[i + 1] + 2, code, 16).ptr == &uri[i + 1] + 2) {
      path += static_cast<char>(code);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

std::string uri_of(const std::filesystem::path& path) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path.string()) {
    const auto code = static_cast<unsigned char>(c);
    if (std::isalnum(code) || std::string_view("/-._~").find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += {'%', digits[code >> 4], digits[code & 15]};
    }
  }
  return uri;
}

std::filesystem::path plain_path(const std::filesystem::path& path) {
  return path.lexically_normal();
}

Document::Document(std::string uri, std::string text, Reader reader)
    : uri_(std::move(uri)), reader_(std::move(reader)) {
  const int source = sources_.add(uri_, std::move(text));
  tree_ = parse(sources_, source, of_parsing_);
  vocabulary_.add(tree_.statements, sources_);
  names_ = NameTable(tree_, sources_.text(0));
}

std::optional<std::string> Document::read(const std::string& path) const {
  return reader_(plain_path(directory() / path));
}

Json Document::position(std::size_t offset) const {
  offset = std::min(offset, text().size());
  const int line = sources_.place(0, static_cast<std::uint32_t>(offset)).line;
  const char* begin = sources_.line(0, line).data();
  int units = 0;
  for (const char* c = begin; c < text().data() + offset; ++c) {
    if (!continues_character(*c)) units += units_of(*c);
  }
  return {{"line", line - 1}, {"character", units}};
}

Json Document::range(std::size_t begin, std::size_t end) const {
  return {{"start", position(begin)}, {"end", position(end)}};
}

CompileOptions Document::options() const {
  CompileOptions options;
  options.read_file = [this](const std::string& path) { return read(path); };
  options.canonical_path = canonical_in(directory());
  return options;
}

Trial Document::tried(const std::string& text) const {
  SourceMap sources;
  const int source = sources.add(sources_.name(0), text);
  return {compile(sources, source, options()).diagnostics, source, 0};
}

Document::Complaints Document::complaints(bool assemble) const {
  Complaints result;
  result.compiled = std::make_unique<Compiled>();
  result.compiled->sources = sources_;
  Compilation compilation = compile_parsed(result.compiled->sources, tree_, of_parsing_, options());
  result.compiled->diagnostics = std::move(compilation.diagnostics);
  if (compilation.scenario)
    result.compiled->scenario =
        std::make_shared<const ir::Scenario>(std::move(*compilation.scenario));
  result.list = result.compiled->diagnostics.sorted();
  if (!assemble || !result.compiled->scenario) return result;
  Diagnostics of_assembly;
  mbs::assemble(*build(result.compiled->scenario), of_assembly);
  for (const Diagnostic& diagnostic : of_assembly.sorted()) result.list.push_back(diagnostic);
  return result;
}

}  // namespace mbs::lsp
