#include "cli/view/pages.hpp"

#include <charconv>

#include "cli/environment/environment.hpp"
#include "cli/environment/script.hpp"
#include "cli/report/page.hpp"
#include "cli/view/access.hpp"
#include "cli/view/rewrite.hpp"

namespace mbs {

namespace {

constexpr const char* plain = "text/plain; charset=utf-8";
constexpr const char* json = "application/json";

HttpAnswer with_headers(HttpAnswer answer) {
  answer.headers = {{"Cache-Control", "no-store"},
                    {"X-Content-Type-Options", "nosniff"},
                    {"Referrer-Policy", "no-referrer"},  // the address is secret
                    {"Cross-Origin-Resource-Policy", "same-origin"},
                    {"X-Frame-Options", "DENY"}};
  return answer;
}

HttpAnswer refused(int status, const std::string& why) {
  return with_headers({status, plain, why + "\n"});
}

// What stands behind the token: "", "events", "data/7"; none if the token is another.
std::optional<std::string> name_in(const std::string& path, const std::string& token) {
  const std::size_t end = path.find('/', 1);
  if (path.empty() || end == path.npos) return {};
  if (!same_token(std::string_view(path).substr(1, end - 1), token)) return {};
  return path.substr(end + 1);
}

// One reader fewer when the last copy goes.
class Reader {
 public:
  explicit Reader(std::shared_ptr<std::atomic<int>> count) : count_(std::move(count)) { ++*count_; }
  ~Reader() { --*count_; }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

 private:
  std::shared_ptr<std::atomic<int>> count_;
};

}  // namespace

Pages::Pages(std::shared_ptr<Board> board, std::string token, std::filesystem::path script)
    : board_(std::move(board)), token_(std::move(token)), script_(std::move(script)) {}

HttpHandlers Pages::handlers() {
  return {
      [self = shared_from_this()](const HttpRequest& request) { return self->admit(request); },
      [self = shared_from_this()](const HttpRequest& request) { return self->answer(request); }};
}

std::optional<HttpAnswer> Pages::admit(const HttpRequest& request) const {
  if (!is_own_host(request.host) || !is_own_origin(request.origin, request.host))
    return refused(403, "this server answers pages of its own machine only");
  const auto name = name_in(request.path, token_);
  if (!name) return refused(403, "the address that mbs wrote has a token, which is missing here");
  const bool post = request.method == "POST",
             known = *name == "set" || *name == "write" || *name == "stop";
  if (known != post) return refused(known ? 405 : 404, "there is no such page");
  if (!post && request.method != "GET") return refused(405, "there is no such page");
  // Pages of other servers cannot send this type without being asked.
  if (post && request.content_type != json) return refused(415, "JSON is wanted");
  if (!post && !name->empty() && *name != "events" && !name->starts_with("data/"))
    return refused(404, "there is no such page");
  return {};
}

HttpAnswer Pages::answer(const HttpRequest& request) {
  const std::string name = name_in(request.path, token_).value_or("");
  if (name == "events") return events();
  if (name == "set") return set(request);
  if (name == "write") return write();
  if (name.starts_with("data/")) return data(name.substr(5));
  if (name == "stop") {
    board_->stop();
    return with_headers({204, plain, ""});
  }
  return with_headers({200, "text/html; charset=utf-8", live_page(script_.filename().string())});
}

HttpAnswer Pages::events() {
  constexpr int most_readers = 32;
  const auto reader = std::make_shared<Reader>(readers_);
  if (*readers_ > most_readers) return refused(503, "too many pages are open");
  HttpAnswer answer = with_headers({200, "text/event-stream", ""});
  answer.stream = [board = board_, reader, seen = 0L,
                   told = false]() mutable -> std::optional<std::string> {
    if (told) board->deliver(nullptr);  // what was said last has been written
    const auto news = board->news(seen);
    told = news && !news->empty() && news->find(R"("problem":"")") == news->npos;
    if (!news) return {};
    // A comment shows whether the reader is still there.
    return news->empty() ? ":\n\n" : "data: " + *news + "\n\n";
  };
  return answer;
}

HttpAnswer Pages::data(const std::string& name) const {
  long run = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), run);
  const auto found =
      error == std::errc() && end == name.data() + name.size() ? board_->result(run) : nullptr;
  if (!found) return refused(404, "these data are not here any more");
  HttpAnswer answer = with_headers({200, json, *found});
  answer.sent = [board = board_, found] { board->deliver(found); };
  return answer;
}

HttpAnswer Pages::set(const HttpRequest& request) {
  const std::string problem = board_->set(nlohmann::json::parse(request.body, nullptr, false));
  return problem.empty() ? with_headers({204, plain, ""}) : refused(400, problem);
}

// The script that is watched changes by it, and so runs again.
HttpAnswer Pages::write() {
  std::string problem;
  const auto all = board_->replacements(problem);
  if (!problem.empty()) return refused(409, problem);
  const auto text = read_text_file(script_, problem);
  if (!text) return refused(409, "the script cannot be read: " + problem);
  std::string lost;
  const auto changed = rewritten(*text, all, lost);
  if (!changed)
    return refused(409, "`" + lost + "` has another value in the script by now; look at it again");
  problem = write_text_file(script_, *changed);
  if (!problem.empty()) return refused(409, "the script cannot be written: " + problem);
  return with_headers({204, plain, ""});
}

}  // namespace mbs
