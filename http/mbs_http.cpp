// The program's part for HTTP: a thin plug-in, the only file that sees the library for it.
#include "http/mbs_http.hpp"

#include <httplib.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace mbs {

namespace {

// A thread for each connection that is being answered, so that pages that wait for news keep no
// other waiting; above the limit connections wait.
class Workers : public httplib::TaskQueue {
 public:
  using Enqueued =
      decltype(std::declval<httplib::TaskQueue&>().enqueue({}));  // not of all versions alike

  Enqueued enqueue(std::function<void()> work) override {
    const std::lock_guard lock(shared_->mutex);
    shared_->waiting.push_back(std::move(work));
    if (shared_->threads - shared_->busy < static_cast<int>(shared_->waiting.size()) &&
        shared_->threads < most_threads) {
      ++shared_->threads;
      std::thread([shared = shared_] { serve(*shared); }).detach();
    }
    shared_->changed.notify_one();
    return static_cast<Enqueued>(true);
  }
  // Does not wait for readers that keep silent: the process ends.
  void shutdown() override {
    std::unique_lock lock(shared_->mutex);
    shared_->over = true;
    shared_->changed.notify_all();
    shared_->ended.wait_for(lock, patience, [&] { return shared_->threads == 0; });
  }

 private:
  static constexpr int most_threads = 64;
  static constexpr std::chrono::milliseconds patience{300};
  struct Shared {
    std::mutex mutex;
    std::condition_variable changed, ended;
    std::deque<std::function<void()>> waiting;
    int threads = 0, busy = 0;
    bool over = false;
  };

  static void serve(Shared& shared) {
    std::unique_lock lock(shared.mutex);
    while (true) {
      shared.changed.wait(lock, [&] { return shared.over || !shared.waiting.empty(); });
      if (shared.over) break;
      const auto work = std::move(shared.waiting.front());
      shared.waiting.pop_front();
      ++shared.busy;
      lock.unlock();
      work();
      lock.lock();
      --shared.busy;
    }
    --shared.threads;
    shared.ended.notify_all();
  }

  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

HttpRequest head_of(const httplib::Request& request) {
  return {request.method,
          request.path,
          request.get_header_value("Host"),
          request.get_header_value("Origin"),
          request.get_header_value("Content-Type"),
          {}};
}

void give_and_tell(HttpAnswer answer, httplib::Response& response) {
  const auto body = std::make_shared<const std::string>(std::move(answer.body));
  response.set_content_provider(
      body->size(), answer.type,
      [body](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(body->data() + offset, length);
      },
      [sent = std::move(answer.sent)](bool whole) {
        if (whole) sent();
      });
}

void give(HttpAnswer answer, httplib::Response& response) {
  response.status = answer.status;
  for (const auto& [name, value] : answer.headers) response.set_header(name, value);
  if (answer.sent) return give_and_tell(std::move(answer), response);
  if (!answer.stream) return response.set_content(answer.body, answer.type);
  response.set_chunked_content_provider(
      answer.type, [next = std::move(answer.stream)](std::size_t, httplib::DataSink& sink) {
        const auto text = next();
        if (!text) {
          sink.done();
          return true;
        }
        return text->empty() || sink.write(text->data(), text->size());
      });
}

class LibraryServer : public HttpServer {
 public:
  explicit LibraryServer(HttpHandlers handlers) : handlers_(std::move(handlers)) {
    server_.new_task_queue = [] { return new Workers; };
    // A port that another program listens on is not shared with it.
    server_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server_.set_tcp_nodelay(true);
    server_.set_payload_max_length(most_bytes);
    server_.set_keep_alive_max_count(1);
    server_.set_exception_handler(
        [](const httplib::Request&, httplib::Response& response, auto) { response.status = 500; });
    server_.set_pre_routing_handler([this](const auto& request, auto& response) {
      auto refusal = handlers_.admit(head_of(request));
      if (refusal) give(std::move(*refusal), response);
      return refusal ? httplib::Server::HandlerResponse::Handled
                     : httplib::Server::HandlerResponse::Unhandled;
    });
    const auto handler = [this](const httplib::Request& request, httplib::Response& response) {
      HttpRequest whole = head_of(request);
      whole.body = request.body;
      give(handlers_.answer(whole), response);
    };
    server_.Get("/.*", handler);
    server_.Post("/.*", handler);
  }

  int bind(int port, std::string& problem) override {
    errno = 0;
    if (port == 0)
      port = server_.bind_to_any_port("127.0.0.1");
    else if (!server_.bind_to_port("127.0.0.1", port))
      port = 0;
    if (port <= 0) problem = errno != 0 ? std::strerror(errno) : "the port is taken";
    return std::max(port, 0);
  }
  void serve() override { server_.listen_after_bind(); }
  void stop() override { server_.stop(); }

 private:
  static constexpr std::size_t most_bytes = 1 << 16;
  HttpHandlers handlers_;
  httplib::Server server_;
};

}  // namespace

}  // namespace mbs

extern "C" mbs::HttpServer* mbs_http_make(const mbs::HttpHandlers* handlers) {
  return new mbs::LibraryServer(*handlers);
}
