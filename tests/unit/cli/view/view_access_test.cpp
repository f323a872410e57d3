#include <doctest/doctest.h>

#include "cli/view/access.hpp"

using namespace mbs;

TEST_CASE("tokens are long and all different") {
  const std::string one = new_token(), two = new_token();
  CHECK(one.size() == 32);
  CHECK(one.find_first_not_of("0123456789abcdef") == one.npos);
  CHECK(one != two);
}

TEST_CASE("a token is taken whole or not at all") {
  CHECK(same_token("abcd", "abcd"));
  CHECK_FALSE(same_token("abce", "abcd"));
  CHECK_FALSE(same_token("abc", "abcd"));
  CHECK_FALSE(same_token("abcde", "abcd"));
  CHECK_FALSE(same_token("", "abcd"));
}

TEST_CASE("hosts are those of this machine, at any port") {
  for (const char* host : {"127.0.0.1", "127.0.0.1:80", "localhost", "localhost:65535"})
    CHECK_MESSAGE(is_own_host(host), host);
  for (const char* host : {"", ":80", "evil.example", "127.0.0.1.evil.example", "localhost.",
                           "127.0.0.1:", "127.0.0.1:80:80", "127.0.0.1:8o", "127.0.0.1:123456",
                           "127.0.0.1 ", "LOCALHOST:x", "evil@127.0.0.1:80", "0.0.0.0", "127.1"})
    CHECK_FALSE_MESSAGE(is_own_host(host), host);
}

TEST_CASE("origins are the page's own") {
  CHECK(is_own_origin("", "localhost:80"));
  CHECK(is_own_origin("http://localhost:80", "localhost:80"));
  for (const char* origin :
       {"null", "http://localhost", "https://localhost:80", "http://localhost:80.evil.example",
        "http://evil.example", "http://localhost:80/"})
    CHECK_FALSE_MESSAGE(is_own_origin(origin, "localhost:80"), origin);
}
