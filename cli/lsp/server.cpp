#include "cli/lsp/server.hpp"

#include <stdexcept>
#include <utility>

#include "cli/environment/version.hpp"
#include "cli/lsp/diagnostics.hpp"
#include "cli/lsp/features.hpp"
#include "cli/lsp/names.hpp"
#include "cli/lsp/places.hpp"
#include "cli/output/json_input.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/run/guard.hpp"

namespace mbs::lsp {

struct Server::Methods {
  static const std::map<std::string, Request>& requests() {
    static const std::map<std::string, Request> table = {
        {"initialize", &Server::initialize},
        {"shutdown", &Server::shutdown},
        {"textDocument/hover", &Server::hover},
        {"textDocument/completion", &Server::completion},
        {"textDocument/definition", &Server::definition},
        {"textDocument/references", &Server::references},
        {"textDocument/prepareRename", &Server::prepare_rename},
        {"textDocument/rename", &Server::rename},
        {"textDocument/formatting", &Server::formatting},
        {"textDocument/documentSymbol", &Server::outline},
        {"textDocument/codeAction", &Server::fixes},
    };
    return table;
  }
  static const std::map<std::string, Notification>& notifications() {
    static const std::map<std::string, Notification> table = {
        {"textDocument/didOpen", &Server::did_open},
        {"textDocument/didChange", &Server::did_change},
        {"textDocument/didSave", &Server::did_save},
        {"textDocument/didClose", &Server::did_close},
        {"exit", &Server::exit},
    };
    return table;
  }
};

void Server::handle(const std::string& body) {
  if (const auto problem = guarded([&] { take(body); }))
    write_message(out_, error_message(nullptr, internal_error, problem->message));
}

void Server::take(const std::string& body) {
  const Json message = json_from<Json>(body);
  if (message.is_discarded()) {
    write_message(out_, error_message(nullptr, parse_error, "this is not JSON, or too deep"));
    return;
  }
  if (message.is_object()) {
    dispatch(message);
    return;
  }
  write_message(out_, error_message(nullptr, invalid_request, "a message is an object"));
}

void Server::dispatch(const Json& message) {
  const auto method = message.find("method"), id = message.find("id");
  const bool is_request = id != message.end();
  if (method == message.end() || !method->is_string()) {
    // Without a method it is the answer to a question; this server asks none.
    const bool is_answer = message.contains("result") || message.contains("error");
    if (is_request && !is_answer)
      write_message(out_, error_message(*id, invalid_request, "there is no method"));
    return;
  }
  const auto given = message.find("params");
  const Json params = given == message.end() ? Json::object() : *given;
  const std::string name = method->get<std::string>();
  if (is_request) return answer(*id, name, params);
  const auto found = Methods::notifications().find(name);
  if (found == Methods::notifications().end()) return;
  try {
    (this->*found->second)(params);
  } catch (const Json::exception&) {  // a notification that makes no sense has no one to be told
  } catch (const std::invalid_argument&) {
  }
}

void Server::answer(const Json& id, const std::string& method, const Json& params) {
  const auto found = Methods::requests().find(method);
  if (found == Methods::requests().end()) {
    write_message(out_, error_message(id, method_not_found, "there is no method " + method));
    return;
  }
  if (!initialized_ && method != "initialize") {
    write_message(out_, error_message(id, not_initialized, "initialize comes first"));
    return;
  }
  if (shut_down_) {
    write_message(out_, error_message(id, invalid_request, "the server is shut down"));
    return;
  }
  const auto refuse = [&](const std::exception& problem) {
    write_message(out_, error_message(id, invalid_params, problem.what()));
  };
  const auto problem = guarded([&] {
    try {
      write_message(out_, result_message(id, (this->*found->second)(params)));
    } catch (const Json::exception& wrong) {
      refuse(wrong);
    } catch (const std::invalid_argument& wrong) {
      refuse(wrong);
    }
  });
  if (problem) write_message(out_, error_message(id, internal_error, problem->message));
}

const Document& Server::document(const Json& params) const {
  const std::string uri = params.at("textDocument").at("uri").get<std::string>();
  const auto found = documents_.find(uri);
  if (found == documents_.end()) throw std::invalid_argument("this text is not open: " + uri);
  return *found->second;
}

std::size_t Server::offset(const Json& params) const {
  return offset_of(document(params).text(), params.at("position"));
}

TextReader Server::reader(const std::string& uri) {
  return [this, uri](const std::filesystem::path& path) -> std::optional<std::string> {
    users_[path.string()].insert(uri);
    for (const auto& [other, open] : documents_) {
      if (plain_path(path_of(other)) == path) return open->text();
    }
    return read_used_file(path);
  };
}

Project Server::project(const Json& params, Project::Reach reach) const {
  const Document& first = document(params);
  Project::Scripts open;
  for (const auto& [uri, one] : documents_) open.emplace(one->script()->identity(), one->script());
  const auto beside = [](const std::filesystem::path& path) {
    std::string problem;
    return read_text_file(path, problem);
  };
  return {std::move(open), *first.script(), {first.reader(), beside}, reach};
}

void Server::open(const std::string& uri, const std::string& text, bool assemble) {
  documents_[uri] = std::make_unique<Document>(uri, text, reader(uri));
  publish(*documents_[uri], assemble);
  publish_users(uri);
}

void Server::publish_users(const std::string& uri) {
  const auto users = users_.find(plain_path(path_of(uri)).string());
  if (users == users_.end()) return;
  const std::set<std::string> list = users->second;  // publishing reads again
  for (const std::string& user : list) {
    const auto found = documents_.find(user);
    if (user != uri && found != documents_.end()) publish(*found->second, false);
  }
}

void Server::publish(const Document& document, bool assemble) {
  write_message(out_, notification("textDocument/publishDiagnostics",
                                   published_diagnostics(document, document.complaints(assemble))));
}

// ---- requests -------------------------------------------------------------------------

Json Server::initialize(const Json&) {
  initialized_ = true;
  const Json sync = {{"openClose", true}, {"change", 1}, {"save", true}};  // 1: whole texts
  const Json capabilities = {
      {"textDocumentSync", sync},
      {"hoverProvider", true},
      {"completionProvider", {{"triggerCharacters", {".", "\\"}}}},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"renameProvider", {{"prepareProvider", true}}},
      {"documentFormattingProvider", true},
      {"documentSymbolProvider", true},
      {"codeActionProvider", true},
  };
  return {{"capabilities", capabilities},
          {"serverInfo", {{"name", "mbs"}, {"version", program_version}}}};
}

Json Server::shutdown(const Json&) {
  shut_down_ = true;
  return nullptr;
}

Json Server::hover(const Json& params) {
  return lsp::hover(document(params), project(params), offset(params));
}

Json Server::completion(const Json& params) {
  return lsp::completion(document(params), project(params), offset(params));
}

Json Server::definition(const Json& params) {
  return lsp::definition(project(params), offset(params));
}

Json Server::references(const Json& params) {
  return lsp::references(project(params, Project::Reach::users), offset(params));
}

Json Server::prepare_rename(const Json& params) {
  return lsp::prepare_rename(project(params), offset(params));
}

Json Server::rename(const Json& params) {
  const std::string name = params.at("newName").get<std::string>();
  return lsp::rename(project(params, Project::Reach::users), offset(params), name);
}

Json Server::formatting(const Json& params) {
  return lsp::formatting(document(params));
}

Json Server::outline(const Json& params) {
  return lsp::outline(document(params));
}

Json Server::fixes(const Json& params) {
  const Document& text = document(params);
  const Json& range = params.at("range");
  return lsp::fixes(text, offset_of(text.text(), range.at("start")),
                    offset_of(text.text(), range.at("end")));
}

// ---- notifications --------------------------------------------------------------------

void Server::did_open(const Json& params) {
  const Json& item = params.at("textDocument");
  const std::string uri = item.at("uri").get<std::string>();
  open(uri, item.at("text").get<std::string>(), true);
}

void Server::did_change(const Json& params) {
  const std::string uri = document(params).uri();
  const Json& changes = params.at("contentChanges");
  if (!changes.is_array() || changes.empty()) return;
  const Json& last = changes.back();
  if (last.contains("range")) return;  // only whole texts were agreed on
  open(uri, last.at("text").get<std::string>(), false);
}

void Server::did_save(const Json& params) {
  publish(document(params), true);
}

void Server::did_close(const Json& params) {
  const std::string uri = document(params).uri();
  documents_.erase(uri);
  write_message(out_, notification("textDocument/publishDiagnostics",
                                   {{"uri", uri}, {"diagnostics", Json::array()}}));
  publish_users(uri);
}

void Server::exit(const Json&) {
  exit_code_ = shut_down_ ? 0 : 1;
}

}  // namespace mbs::lsp
