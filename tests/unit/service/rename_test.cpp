// Names over several scripts: where they are used, and other names for them. Files are texts here.
#include "service/rename.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

using namespace mbs;

namespace {

struct Texts {
  std::map<std::string, std::string> files;

  Project project(const std::string& first, Project::Reach reach = Project::Reach::used) const {
    const auto script = std::make_shared<const ScriptText>(first, files.at(first));
    const auto read = [this](const std::filesystem::path& path) -> std::optional<std::string> {
      const auto found = files.find(path.string());
      return found == files.end() ? std::nullopt : std::optional(found->second);
    };
    Project::Scripts open{{script->identity(), script}};
    if (reach == Project::Reach::users)
      for (const auto& [name, text] : files)
        open.emplace(name, std::make_shared<const ScriptText>(name, text));
    return {std::move(open), *script, {read, read}, reach};
  }
  std::size_t at(const std::string& file, const std::string& word) const {
    return files.at(file).find(word);
  }
};

std::size_t count(const Places& places) {
  std::size_t n = 0;
  for (const auto& [file, spans] : places) n += spans.size();
  return n;
}

const Texts two{{{"a.mbs", "use \"b.mbs\"\nlet twice = 2 * width  # width in a comment\n"},
                 {"b.mbs", "param width = 3 mm\nlet half = width / 2\n"}}};

}  // namespace

TEST_CASE("a name is found in the file that defines it and in those that use it") {
  const Project project = two.project("a.mbs");
  CHECK(count(places_of(project, two.at("a.mbs", "width"))) == 3);
  CHECK(places_of(project, two.at("a.mbs", "comment")).empty());
  const Renaming renaming = rename(project, two.at("a.mbs", "width"), "w");
  CHECK(renaming.refusal == "");
  CHECK(count(renaming.places) == 3);
}

TEST_CASE("what uses a file is renamed with it") {
  const Project project = two.project("b.mbs", Project::Reach::users);
  CHECK(count(rename(project, two.at("b.mbs", "width"), "w").places) == 3);
  CHECK(count(rename(two.project("b.mbs"), two.at("b.mbs", "width"), "w").places) == 2);
}

TEST_CASE("a name that means something else already is refused, and so is what is none") {
  const Project project = two.project("a.mbs");
  const std::size_t width = two.at("a.mbs", "width");
  CHECK(rename(project, width, "half").refusal == "`half` already means something else in b.mbs");
  CHECK(rename(project, width, "twice").refusal != "");
  CHECK(rename(project, width, "2w").refusal == "`2w` cannot be a name");
  CHECK(rename(project, width, "if").refusal == "`if` cannot be a name");
  CHECK(rename(project, two.at("a.mbs", "comment"), "w").refusal ==
        "there is no name of this text here");
}

TEST_CASE("the library keeps its names, and a file with errors its own") {
  const Texts library{{{"a.mbs", "let law = flores(0.8)\n"}}};
  const Project project = library.project("a.mbs");
  const Renamable found = renamable_at(project, library.at("a.mbs", "flores"));
  CHECK(!found.name);
  CHECK(found.refusal == "`flores` is of the standard library, which cannot be changed");
  Texts broken = two;
  broken.files["b.mbs"] += "let = \n";
  CHECK(rename(broken.project("a.mbs"), broken.at("a.mbs", "width"), "w").refusal ==
        "b.mbs uses the name and has syntax errors: mend them first");
}

TEST_CASE("an outline has what belongs to the file") {
  const ScriptText script(
      "a.mbs", "param c = 1 mm\nfor k in 1..2 { body b[k] { mass = k kg } }\nfn f(x) = x\n");
  std::string names;
  for (const NameTable::Definition& one : outline(script)) names += one.name + " ";
  CHECK(names == "c f ");
}
