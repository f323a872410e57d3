// The language server: what an editor sends, in the order it comes, and the answers.
#pragma once

#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "cli/lsp/document.hpp"
#include "cli/lsp/transport.hpp"
#include "service/project.hpp"

namespace mbs::lsp {

class Server {
 public:
  explicit Server(std::ostream& out) : out_(out) {}
  // One message. Whatever it holds, the server goes on.
  void handle(const std::string& body);
  bool done() const { return exit_code_.has_value(); }
  // 0 if the editor asked for a shutdown before it left.
  int exit_code() const { return exit_code_.value_or(1); }

 private:
  using Request = Json (Server::*)(const Json& params);
  using Notification = void (Server::*)(const Json& params);
  struct Methods;

  void take(const std::string& body);
  void dispatch(const Json& message);
  void answer(const Json& id, const std::string& method, const Json& params);
  const Document& document(const Json& params) const;
  std::size_t offset(const Json& params) const;
  // Reads for a document: open texts as they stand, other files from the disk.
  TextReader reader(const std::string& uri);
  // The document that is asked about, with the scripts it is joined with.
  Project project(const Json& params, Project::Reach reach = Project::Reach::used) const;
  void open(const std::string& uri, const std::string& text, bool assemble);
  void publish(const Document& document, bool assemble);
  // Publishes what is said against documents that read this one by `use`.
  void publish_users(const std::string& uri);

  Json initialize(const Json& params);
  Json shutdown(const Json& params);
  Json hover(const Json& params);
  Json completion(const Json& params);
  Json definition(const Json& params);
  Json references(const Json& params);
  Json prepare_rename(const Json& params);
  Json rename(const Json& params);
  Json formatting(const Json& params);
  Json outline(const Json& params);
  Json fixes(const Json& params);

  void did_open(const Json& params);
  void did_change(const Json& params);
  void did_save(const Json& params);
  void did_close(const Json& params);
  void exit(const Json& params);

  std::ostream& out_;
  std::map<std::string, std::unique_ptr<Document>> documents_;
  std::map<std::string, std::set<std::string>> users_;  // by path: documents that read it
  bool initialized_ = false, shut_down_ = false;
  std::optional<int> exit_code_;
};

}  // namespace mbs::lsp
