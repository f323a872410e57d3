// Between the program and its part for HTTP, which it loads when pages are served. Both come from
// one build, so C++ may pass between them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mbs {

struct HttpRequest {
  std::string method, path;                // the path without what follows a question mark
  std::string host, origin, content_type;  // of the header; empty if they are not there
  std::string body;
};

struct HttpAnswer {
  int status = 200;
  std::string type, body;
  std::vector<std::pair<std::string, std::string>> headers = {};
  // Called again and again for what comes next, in place of a body; empty at the end. It may wait,
  // a second at most: nobody notices before that that the reader has gone.
  std::function<std::optional<std::string>()> stream = {};
  // Called when the body has been handed to the network whole; of a stream never.
  std::function<void()> sent = {};
};

struct HttpHandlers {
  // Asked before a body is read: an answer ends the request, and no body is read.
  std::function<std::optional<HttpAnswer>(const HttpRequest&)> admit;
  std::function<HttpAnswer(const HttpRequest&)> answer;
};

// Serves on 127.0.0.1 alone. Handlers are called by several threads at a time.
class HttpServer {
 public:
  virtual ~HttpServer() = default;
  // Takes the port; 0: any that is free. Returns the port, or 0 with the reason in `problem`.
  virtual int bind(int port, std::string& problem) = 0;
  virtual void serve() = 0;  // until `stop`
  // From any thread. Connections that do not end within a moment are left to the end of the
  // process.
  virtual void stop() = 0;
};

}  // namespace mbs

// Made with `new`.
extern "C" mbs::HttpServer* mbs_http_make(const mbs::HttpHandlers* handlers);
