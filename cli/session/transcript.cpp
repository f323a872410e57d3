#include "cli/session/transcript.hpp"

#include <sstream>
#include <vector>

#include "cli/environment/options.hpp"
#include "cli/session/enter.hpp"
#include "cli/session/entries.hpp"
#include "cli/session/repl.hpp"
#include "cli/session/session.hpp"
#include "cli/session/text.hpp"

namespace mbs {

namespace {

constexpr std::string_view prompts[] = {"mbs> ", "...> "};

// The text behind a prompt; a prompt with nothing behind it may have lost its blank.
bool behind_prompt(const std::string& line, std::string& text) {
  for (const std::string_view prompt : prompts) {
    const std::string_view bare = prompt.substr(0, prompt.size() - 1);
    if (line.rfind(prompt, 0) != 0 && line != bare) continue;
    text = line.size() > prompt.size() ? line.substr(prompt.size()) : "";
    return true;
  }
  return false;
}

struct Recorded {
  std::string preamble;
  std::vector<std::string> lines;  // entered
};

Recorded read(const std::string& text) {
  Recorded recorded;
  std::istringstream stream(text);
  for (std::string line, entered; std::getline(stream, line);) {
    if (behind_prompt(line, entered)) {
      recorded.lines.push_back(entered);
    } else if (recorded.lines.empty()) {
      recorded.preamble += line + "\n";
    }
  }
  return recorded;
}

// "# memory 20kB" above the first prompt: as `--memory` of the session.
std::size_t memory_of(const std::string& preamble) {
  constexpr std::string_view mark = "# memory ";
  const std::size_t at = preamble.find(mark);
  if (at == preamble.npos) return 0;
  const std::size_t begin = at + mark.size(), end = preamble.find('\n', begin);
  return parse_size(std::string_view(preamble).substr(begin, end - begin)).value_or(0);
}

}  // namespace

std::string replay_transcript(const std::string& recorded, const std::filesystem::path& directory,
                              bool outline_plots) {
  const Recorded input = read(recorded);
  std::istringstream in;
  std::ostringstream out;
  out << input.preamble;
  Environment environment{in, out, out};
  environment.outline_plots = outline_plots;
  environment.write_file = [](const std::filesystem::path&, const std::string&) {
    return std::string();
  };
  SourceMap sources;
  SessionText output(sources, environment, directory, 6);
  SessionHost host{sources, output, directory, {environment.interrupted}, environment.write_file,
                   1,       6};
  host.outline_plots = outline_plots;
  host.limits.memory = host.limits.most_memory = memory_of(input.preamble);
  Session session(std::move(host));
  std::size_t next = 0;
  EntryReader reader([&](const std::string& prompt, const std::string&) {
    if (next == input.lines.size()) return LineRead{};
    const std::string& line = input.lines[next++];
    out << (line.empty() ? prompt.substr(0, prompt.size() - 1) : prompt + line) << "\n";
    return LineRead{LineRead::Kind::line, line};
  });
  while (!session.wants_to_quit()) {
    const auto entry = reader.next();
    if (!entry) break;
    enter(session, *entry);
  }
  return out.str();
}

}  // namespace mbs
