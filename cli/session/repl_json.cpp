#include "cli/session/repl_json.hpp"
#include "cli/environment/execute_options.hpp"

#include <fmt/format.h>

#include <istream>
#include <ostream>

#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "cli/output/json_input.hpp"
#include "cli/session/enter.hpp"
#include "cli/session/entries.hpp"
#include "cli/session/json.hpp"
#include "cli/session/repl_commands.hpp"
#include "cli/session/repl_commands_names.hpp"
#include "cli/session/session.hpp"
#include "lang/syntax/parse.hpp"
#include "runtime/run/guard.hpp"
#include "service/doc.hpp"

namespace mbs {

namespace {

using Json = SessionJson::Json;

// Programs count characters, texts are kept in bytes.
std::size_t byte_of(const std::string& text, std::size_t character) {
  std::size_t byte = 0;
  while (byte < text.size() && character > 0) {
    ++byte;
    while (byte < text.size() && (static_cast<unsigned char>(text[byte]) & 0xC0) == 0x80) ++byte;
    --character;
  }
  return byte;
}

std::size_t character_of(const std::string& text, std::size_t byte) {
  std::size_t character = 0;
  for (std::size_t i = 0; i < byte && i < text.size(); ++i)
    character += (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80 ? 1 : 0;
  return character;
}

// What a program asks; missing members have their default.
struct Request {
  Json id;
  std::string op, code;
  std::size_t cursor = 0;  // in bytes
  bool stream = false;     // each output at once, on a line of its own
  bool pages = false;      // plots as pages, too
};

// Empty, with why, if the line is no request.
std::optional<Request> request_of(const std::string& line, std::string& problem) {
  const Json object = json_from<Json>(line);
  if (!object.is_object()) {
    problem = "a request is one JSON object on one line";
    return {};
  }
  Request request;
  request.id = object.value("id", Json());
  const auto text = [&](const char* name) {
    const auto member = object.find(name);
    return member != object.end() && member->is_string() ? member->get<std::string>()
                                                         : std::string();
  };
  request.op = text("op");
  request.code = text("code");
  request.stream = object.value("stream", Json()) == Json(true);
  request.pages = object.value("pages", Json()) == Json(true);
  const auto cursor = object.find("cursor");
  const bool given = cursor != object.end() && cursor->is_number_integer() && *cursor >= 0;
  request.cursor = given ? byte_of(request.code, cursor->get<std::size_t>()) : request.code.size();
  return request;
}

class Server {
 public:
  Server(Environment& environment, const JsonReplOptions& options)
      : environment_(environment),
        directory_(std::filesystem::path(options.file).parent_path()),
        output_(sources_, environment, directory_, options.digits),
        session_(host(options)) {}

  bool load(const std::string& file) {
    std::string problem;
    const auto text = read_text_file(file, problem);
    if (!text) output_.problem(fmt::format("cannot read `{}`: {}", file, problem));
    environment_.taken.insert(true_path(file));
    const bool good = text && session_.load(file, *text, false);
    Json reply = {{"op", "load"}, {"status", good ? "ok" : "error"}};
    reply["outputs"] = output_.take();
    send(reply);
    return good;
  }

  void answer(const std::string& line) {
    std::string problem;
    const auto request = request_of(line, problem);
    if (!request) return send({{"status", "error"}, {"message", problem}});
    Json reply = {{"id", request->id}, {"op", request->op}};
    for (const Operation& operation : operations) {
      if (operation.name != request->op) continue;
      const auto failed = guarded([&] { reply.update((this->*operation.answer)(*request)); });
      if (failed) return send(failed_reply(*request, *failed));
      return send(reply);
    }
    reply["status"] = "error";
    reply["message"] = "`op` is one of execute, is_complete, complete, inspect";
    send(reply);
  }

  bool finished() const { return session_.wants_to_quit(); }

 private:
  SessionHost host(const JsonReplOptions& options) {
    const RunLimits limits = session_limits(environment_, options.memory);
    return {sources_,     output_,       directory_, limits, environment_.write_file,
            options.jobs, options.digits};
  }

  static Json failed_reply(const Request& request, const Diagnostic& problem) {
    const std::string code(info(problem.code).name);
    return {{"id", request.id},
            {"op", request.op},
            {"status", "error"},
            {"message", problem.message + " (" + code + ")"}};
  }

  struct Operation {
    std::string_view name;
    Json (Server::*answer)(const Request&);
  };
  static const Operation operations[4];

  Json execute(const Request& request) {
    bool good = true;
    output_.give_pages(request.pages);
    if (request.stream) {
      output_.stream([&](const Json& output) {
        send({{"id", request.id}, {"op", "output"}, {"output", output}});
      });
    }
    for (const std::string& entry : entries_of(request.code)) {
      good = enter(session_, entry);
      if (!good || finished()) break;
    }
    output_.stream(nullptr);
    own_.reset();
    const bool cut = environment_.interrupted();
    Json reply = {{"status", cut ? "interrupted" : good ? "ok" : "error"}};
    reply["outputs"] = output_.take();
    reply["quit"] = finished();
    return reply;
  }

  Json is_complete(const Request& request) {
    const auto entries = entries_of(request.code);
    const bool command = !entries.empty() &&
                         entries.back().find_first_not_of(" \t") != std::string::npos &&
                         entries.back()[entries.back().find_first_not_of(" \t")] == ':';
    if (entries.empty() || command) return {{"status", "complete"}};
    switch (completeness(entries.back())) {
      case Completeness::incomplete:
        return {{"status", "incomplete"}, {"indent", "  "}};
      case Completeness::error:
        return {{"status", "invalid"}};
      case Completeness::complete:
        break;
    }
    return {{"status", "complete"}};
  }

  Json complete(const Request& request) {
    const Completion completion =
        complete_entry(session_, vocabulary(), request.code, request.cursor);
    Json matches = Json::array();
    for (const Candidate& candidate : completion.candidates)
      matches.push_back({{"text", candidate.text}, {"doc", candidate.doc}});
    return {{"status", "ok"},
            {"begin", character_of(request.code, completion.begin)},
            {"end", character_of(request.code, completion.end)},
            {"matches", matches}};
  }

  Json inspect(const Request& request) {
    const auto text = mbs::inspect(request.code, request.cursor, vocabulary());
    return {{"status", "ok"}, {"found", text.has_value()}, {"text", text.value_or("")}};
  }

  const Vocabulary& vocabulary() {
    if (!own_) own_ = visible_names(session_);
    return *own_;
  }

  void send(const Json& reply) {
    environment_.out << reply.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                     << "\n";
    environment_.out.flush();
  }

  Environment& environment_;
  std::filesystem::path directory_;
  SourceMap sources_;
  SessionJson output_;
  Session session_;
  std::optional<Vocabulary> own_;
};

const Server::Operation Server::operations[4] = {{"execute", &Server::execute},
                                                 {"is_complete", &Server::is_complete},
                                                 {"complete", &Server::complete},
                                                 {"inspect", &Server::inspect}};

}  // namespace

int serve_json(Environment& environment, const JsonReplOptions& options,
               const std::function<void()>& begin) {
  Server server(environment, options);
  if (!options.file.empty() && !server.load(options.file)) return 2;
  for (std::string line;
       environment.out && !server.finished() && std::getline(environment.in, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    begin();
    server.answer(line);
  }
  return 0;
}

}  // namespace mbs
