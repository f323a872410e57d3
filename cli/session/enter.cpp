#include "cli/session/enter.hpp"

#include <fmt/format.h>

#include "cli/session/repl_commands.hpp"
#include "cli/session/session.hpp"
#include "lang/text/scan.hpp"
#include "runtime/run/guard.hpp"

namespace mbs {

namespace {

bool carry_out(Session& session, const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos) return true;
  const auto command = [&](const std::string& line) {
    const bool done = run_command_line(session, line);
    if (done) session.count_entry();
    return done;
  };
  if (text[begin] == ':') return command(text.substr(begin));
  const std::string word(word_at(text, begin));
  const std::string plain = plain_command(text);
  if (!plain.empty() && !defines(session.world(), word)) return command(plain);
  const bool good = session.evaluate(text);
  if (!good && !lacks_colon(text).empty() && !defines(session.world(), word))
    session.out().give(Note{fmt::format("commands begin with a colon: `:{}`", word)});
  return good;
}

}  // namespace

bool enter(Session& session, const std::string& text) {
  bool good = false;
  const auto problem = guarded([&] { good = carry_out(session, text); });
  if (problem) session.out().give(*problem);
  return good;
}

}  // namespace mbs
