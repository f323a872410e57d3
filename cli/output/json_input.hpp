// JSON that others send. Copying a value goes as deep as the value does, so its depth is bounded.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace mbs {

// Discarded if the text is no JSON, or deeper than anything that has a meaning here.
template <class Json>
Json json_from(const std::string& text) {
  constexpr int deepest = 200;
  bool too_deep = false;
  const auto shallow = [&](int depth, typename Json::parse_event_t, Json&) {
    too_deep |= depth > deepest;
    return depth <= deepest;
  };
  Json value = Json::parse(text, shallow, false);
  return too_deep ? Json(Json::value_t::discarded) : value;
}

}  // namespace mbs
