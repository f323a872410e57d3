// The only file that sees libedit.
#include "cli/session/line_editor.hpp"

#include <fmt/format.h>
#include <histedit.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cwchar>

#include "lang/text/utf8.hpp"

namespace mbs {

namespace {

volatile std::sig_atomic_t interrupted = 0;
volatile std::sig_atomic_t resized = 0;
volatile std::sig_atomic_t resumed = 0;
std::size_t prompt_width = 0;  // of the line that is read, in characters

void note_signal(int signal) {
  if (signal == SIGINT) interrupted = 1;
  if (signal == SIGWINCH) resized = 1;
  if (signal == SIGCONT) resumed = 1;
}

// Catches what concerns editing for as long as a line is being read.
class Signals {
 public:
  Signals() {
    struct sigaction action = {};
    action.sa_handler = note_signal;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < count; ++i) sigaction(caught[i], &action, &before_[i]);
  }
  ~Signals() {
    for (std::size_t i = 0; i < count; ++i) sigaction(caught[i], &before_[i], nullptr);
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

 private:
  static constexpr int caught[] = {SIGINT, SIGWINCH, SIGCONT};
  static constexpr std::size_t count = std::size(caught);
  struct sigaction before_[count];
};

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

// The editor draws its line anew below the cursor, so what it drew before goes first.
void erase_line(EditLine* editor) {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return;
  const LineInfo* info = el_line(editor);
  const std::string_view before(info->buffer,
                                static_cast<std::size_t>(info->cursor - info->buffer));
  const std::size_t rows = (prompt_width + characters_in(before)) / size.ws_col;
  std::string keys = "\r";
  if (rows > 0) keys += fmt::format("\x1b[{}A", rows);
  std::fputs((keys + "\x1b[J").c_str(), stdout);
  std::fflush(stdout);
}

void follow_terminal(EditLine* editor) {
  if (resized) {
    resized = 0;
    erase_line(editor);
    el_resize(editor);
    el_set(editor, EL_REFRESH);
  }
  if (resumed) {
    resumed = 0;
    el_set(editor, EL_PREP_TERM, 1);
    el_set(editor, EL_REFRESH);
  }
}

// One byte; false at the end of input or on Ctrl-C.
bool read_byte(EditLine* editor, char& byte) {
  while (true) {
    if (interrupted) return false;
    follow_terminal(editor);
    const ssize_t got = ::read(STDIN_FILENO, &byte, 1);
    if (got == 1) return true;
    if (got == 0 || errno != EINTR) return false;
  }
}

// One character, from as many bytes as it takes.
int read_character(EditLine* editor, wchar_t* character) {
  std::mbstate_t state = {};
  char byte = 0;
  while (read_byte(editor, byte)) {
    const std::size_t length = std::mbrtowc(character, &byte, 1, &state);
    if (length != static_cast<std::size_t>(-2)) {
      if (length == static_cast<std::size_t>(-1)) *character = L'?';
      return 1;
    }
  }
  return interrupted ? -1 : 0;
}

}  // namespace

struct LineEditor::Impl {
  const History& history;
  Completer completer;
  EditLine* editor = nullptr;
  ::History* memory = nullptr;
  std::string prompt, pending;
  std::string listed_for;  // the line at the last Tab that changed nothing

  Impl(const History& kept, Completer complete) : history(kept), completer(std::move(complete)) {
    const char* locale = std::setlocale(LC_CTYPE, "");
    if (!locale || std::string_view(locale) == "C") std::setlocale(LC_CTYPE, "C.UTF-8");
    editor = el_init("mbs", stdin, stdout, stderr);
    memory = history_init();
    fill();
    el_set(editor, EL_CLIENTDATA, this);
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_SIGNAL, 0);
    el_set(editor, EL_PROMPT, &prompt_of);
    el_set(editor, EL_GETCFN, &read_character);
    el_set(editor, EL_HIST, ::history, memory);
    el_set(editor, EL_ADDFN, "mbs-complete", "complete the word", &on_tab);
    bind();
    el_source(editor, nullptr);
  }
  ~Impl() {
    history_end(memory);
    el_end(editor);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void bind() {
    static constexpr std::pair<const char*, const char*> keys[] = {
        {"^I", "mbs-complete"},
        {"^R", "em-inc-search-prev"},
        {"\\e[3~", "ed-delete-next-char"},
        {"\\e[H", "ed-move-to-beg"},
        {"\\e[F", "ed-move-to-end"},
        {"\\e[1~", "ed-move-to-beg"},
        {"\\e[4~", "ed-move-to-end"},
        {"\\e[1;5C", "em-next-word"},
        {"\\e[1;5D", "ed-prev-word"},
    };
    for (const auto& [key, function] : keys)
      el_set(editor, EL_BIND, key, function, static_cast<char*>(nullptr));
  }

  void fill() {
    HistEvent event;
    ::history(memory, &event, H_SETSIZE, static_cast<int>(History::most));
    ::history(memory, &event, H_CLEAR);
    for (const std::string& entry : history.entries())
      ::history(memory, &event, H_ENTER, entry.c_str());
  }

  static Impl& of(EditLine* editor) {
    void* data = nullptr;
    el_get(editor, EL_CLIENTDATA, &data);
    return *static_cast<Impl*>(data);
  }

  static char* prompt_of(EditLine* editor) { return of(editor).prompt.data(); }

  static unsigned char on_tab(EditLine* editor, int) { return of(editor).tab(); }

  unsigned char tab() {
    const LineInfo* info = el_line(editor);
    const std::string line(info->buffer, static_cast<std::size_t>(info->lastchar - info->buffer));
    const auto at = static_cast<std::size_t>(info->cursor - info->buffer);
    const std::string state = fmt::format("{}:{}", at, line);
    const bool again = state == listed_for;
    listed_for = state;
    if (!pending.empty() && !again && line.find_first_not_of(' ') >= at) return insert("  ", 0);
    const std::string before = pending.empty() ? "" : pending + "\n";
    const std::string text = before + line;
    const Completion completion = completer(text, before.size() + at);
    if (completion.candidates.empty()) return CC_REFRESH_BEEP;
    const std::string common = common_beginning(completion, text);
    const std::string there = text.substr(completion.begin, completion.end - completion.begin);
    // A Greek letter is shorter than its name; nothing else takes away what was typed.
    const bool sure = completion.candidates.size() == 1;
    if (common != there && (sure || common.size() >= there.size()))
      return insert(common, characters_in(there));
    if (completion.candidates.size() == 1) return CC_REFRESH;
    if (!again) return CC_REFRESH_BEEP;
    list(completion);
    return CC_REDISPLAY;
  }

  // Puts `text` in place of the last `replaced` characters before the cursor.
  unsigned char insert(const std::string& text, std::size_t replaced) {
    if (replaced > 0) el_deletestr(editor, static_cast<int>(replaced));
    return el_insertstr(editor, text.c_str()) == 0 ? CC_REFRESH : CC_REFRESH_BEEP;
  }

  void list(const Completion& completion) const {
    constexpr std::size_t most = 60;
    std::size_t width = 0;
    for (const Candidate& candidate : completion.candidates)
      width = std::max(width, characters_in(candidate.text));
    std::string text = "\n";
    std::size_t shown = 0;
    for (const Candidate& candidate : completion.candidates) {
      if (shown++ == most) {
        text += fmt::format("… and {} more\n", completion.candidates.size() - most);
        break;
      }
      std::string line = candidate.text + std::string(width - characters_in(candidate.text), ' ');
      if (!candidate.doc.empty()) line += "  " + candidate.doc;
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }
};

LineEditor::LineEditor(const History& history, Completer completer)
    : impl_(std::make_unique<Impl>(history, std::move(completer))) {}

LineEditor::~LineEditor() = default;

void LineEditor::refresh_history() {
  impl_->fill();
}

LineRead LineEditor::read(const std::string& prompt, const std::string& pending) {
  impl_->prompt = prompt;
  prompt_width = characters_in(prompt);
  impl_->pending = pending;
  impl_->listed_for.clear();
  const Signals signals;
  interrupted = 0;
  // Before the prompt invites to type: a Ctrl-D that meets the other mode would be lost.
  el_set(impl_->editor, EL_PREP_TERM, 1);
  int count = 0;
  const char* line = el_gets(impl_->editor, &count);
  if (interrupted) {
    el_reset(impl_->editor);
    std::fputs("^C\n", stdout);
    std::fflush(stdout);
    return {LineRead::Kind::interrupted, ""};
  }
  if (!line || count <= 0) return {};
  std::string text(line, static_cast<std::size_t>(count));
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return {LineRead::Kind::line, std::move(text)};
}

}  // namespace mbs
