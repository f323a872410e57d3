// A session's output gathered as JSON objects, each with its text for people.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "cli/environment/environment.hpp"
#include "cli/session/output.hpp"
#include "lang/text/source.hpp"

namespace mbs {

class SessionJson : public SessionOutput {
 public:
  using Json = nlohmann::ordered_json;
  SessionJson(const SourceMap& sources, const Environment& environment,
              std::filesystem::path directory, int digits)
      : sources_(sources),
        environment_(environment),
        directory_(std::move(directory)),
        digits_(digits) {}
  std::string give(Output output) override;
  void text(const std::string& lines) override;
  void problem(const std::string& text) override;
  bool page(const NotebookPage& page) override;

  // Plots come as pages, too.
  void give_pages(bool pages) { pages_ = pages; }
  Json take();  // everything since the last time, in order
  // From now on each output goes to `receive` as it comes, and `take` gives nothing; null ends it.
  void stream(std::function<void(const Json&)> receive) { receive_ = std::move(receive); }

 private:
  void print(const std::vector<PrintPart>& parts);
  void table(const TableOutput& table);
  void plot(const PlotOutput& plot);
  std::string film(const FilmOutput& film, const std::string& name);
  void stage(const StageView& view);
  void diagnostic(const Diagnostic& diagnostic);
  void note(const std::string& text);
  void add(const char* type, Json object);

  const SourceMap& sources_;
  const Environment& environment_;
  std::filesystem::path directory_;
  int digits_;
  bool pages_ = false;
  Json outputs_ = Json::array();
  std::function<void(const Json&)> receive_;
};

}  // namespace mbs
