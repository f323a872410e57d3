// What the server of `mbs view` answers: the page, news of the run, data of results, and wishes.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

#include "cli/view/board.hpp"
#include "http/mbs_http.hpp"

namespace mbs {

class Pages : public std::enable_shared_from_this<Pages> {
 public:
  Pages(std::shared_ptr<Board> board, std::string token, std::filesystem::path script);
  HttpHandlers handlers();  // which keep it

 private:
  std::optional<HttpAnswer> admit(const HttpRequest& request) const;
  HttpAnswer answer(const HttpRequest& request);
  HttpAnswer events();
  HttpAnswer data(const std::string& name) const;
  HttpAnswer set(const HttpRequest& request);
  HttpAnswer write();

  std::shared_ptr<Board> board_;
  std::string token_;
  std::filesystem::path script_;
  std::shared_ptr<std::atomic<int>> readers_ = std::make_shared<std::atomic<int>>(0);
};

}  // namespace mbs
