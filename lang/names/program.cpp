#include "lang/names/program.hpp"

#include <set>

#include "lang/syntax/parse.hpp"
#include "lang/text/overloaded.hpp"
#include "lang/text/path.hpp"

namespace mbs::names {

namespace {

std::string directory_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

}  // namespace

// Goes through the trees once, file after file as they are met.
class Program::Reader {
 public:
  Reader(Program& program, const FileAccess& access) : program_(program), access_(access) {}

  int add(SourceFile file) {
    const auto [known, is_new] =
        numbers_.try_emplace(file.identity, static_cast<int>(program_.files_.size()));
    const int number = known->second;
    if (!is_new) return number;
    program_.files_.push_back(std::move(file));
    list(program_.file(number).tree->statements, number);
    return number;
  }

 private:
  void list(const Statements& statements, int file) {
    program_.definitions_.emplace(&statements, names::defined_by(statements));
    for (const ast::StatementPtr& each : statements) statement(*each, file);
  }

  void statement(const ast::Statement& statement, int file) {
    std::visit(Overloaded{[&](const ast::For& s) { list(s.body, file); },
                          [&](const ast::Template& s) { list(s.body, file); },
                          [&](const ast::Sweep& s) { list(s.body, file); },
                          [&](const ast::When& s) { list(s.body, file); },
                          [&](const ast::Declaration& s) {
                            if (s.block) block(*s.block, file);
                          },
                          [&](const ast::Use& s) { program_.used_.emplace(&s, used(s, file)); },
                          [](const auto&) {}},
               statement.node);
  }

  void block(const ast::Block& block, int file) {
    for (const auto& item : block.items)
      if (const auto* inner = std::get_if<ast::StatementPtr>(&item)) statement(**inner, file);
  }

  int used(const ast::Use& use, int user) {
    const std::string path = normal_path(joined_path(program_.file(user).directory, use.path));
    const std::string identity = access_.identity(path);
    if (const auto known = numbers_.find(identity); known != numbers_.end()) return known->second;
    auto file = access_.read(path);
    if (!file) return -1;
    return add({identity, directory_of(path), std::move(file->tree), std::move(file->complaints)});
  }

  Program& program_;
  const FileAccess& access_;
  std::map<std::string, int> numbers_;  // by identity
};

Program::Program(std::vector<SourceFile> roots, const FileAccess& access) {
  Reader reader(*this, access);
  for (SourceFile& root : roots) reader.add(std::move(root));
}

int Program::file_of(const ast::Use& use) const {
  return used_.at(&use);
}

const std::vector<Definition>& Program::defined_by(const Statements& statements) const {
  return definitions_.at(&statements);
}

Tree borrowed(const ast::File& tree) {
  return {Tree(), &tree};
}

Program program_of(const ast::File& root, SourceMap& sources, const CompileOptions& options) {
  FileAccess access;
  access.identity = [&](const std::string& path) {
    return options.canonical_path ? options.canonical_path(path) : path;
  };
  access.read = [&](const std::string& path) -> std::optional<FileAccess::Read> {
    const auto text = options.read_file ? options.read_file(path) : std::nullopt;
    if (!text) return std::nullopt;
    FileAccess::Read file;
    file.tree = std::make_shared<const ast::File>(
        parse(sources, sources.add(path, *text), file.complaints));
    return file;
  };
  return {{{.identity = {}, .directory = {}, .tree = borrowed(root)}}, access};
}

// ---- planar or spatial ------------------------------------------------------------------

const ast::Statement* world_statement(const Statements& statements) {
  for (const auto& statement : statements) {
    const auto* declaration = std::get_if<ast::Declaration>(&statement->node);
    if (declaration && declaration->kind.name == "world") return statement.get();
  }
  return nullptr;
}

namespace {

bool says_spatial(const ast::Statement& world) {
  return std::get<ast::Declaration>(world.node).name.name == "spatial";
}

bool uses_spatial(const Program& program, const Statements& statements, std::set<int>& seen) {
  for (const auto& statement : statements) {
    const auto* use = std::get_if<ast::Use>(&statement->node);
    const int file = use ? program.file_of(*use) : -1;
    if (file < 0 || !seen.insert(file).second) continue;
    const Statements& used = program.file(file).tree->statements;
    if (const ast::Statement* own = world_statement(used)) return says_spatial(*own);
    if (uses_spatial(program, used, seen)) return true;
  }
  return false;
}

}  // namespace

bool is_spatial(const Program& program) {
  const Statements& statements = program.root().statements;
  if (const ast::Statement* own = world_statement(statements)) return says_spatial(*own);
  std::set<int> seen;
  return uses_spatial(program, statements, seen);
}

}  // namespace mbs::names
