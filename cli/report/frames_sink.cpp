#include "cli/report/frames_sink.hpp"

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/report/block.hpp"
#include "cli/report/scene_json.hpp"

namespace mbs {

std::string FramesSink::give(Output output) {
  take(
      output, [&](const Origin& origin) { origin_ = origin.span; },
      [&](const PassStart& pass) { pass_ = pass.values; },
      [&](const RunScene& run) { write(*run.scene); });
  return RelaySink::give(std::move(output));
}

void FramesSink::write(const Scene& scene) {
  using Json = nlohmann::ordered_json;
  Block block;
  Json object{{"type", "scene"}, {"continues", scene.continues}};
  if (!pass_.empty()) object["pass"] = pass_;
  object["scene"] = scene_json(scene, 1, false, block);
  object["bytes"] = block.bytes();
  object["block"] = block.packed();
  if (origin_.source >= 0 && origin_.source < sources_.size()) {
    object["line"] = sources_.place(origin_.source, origin_.begin).line;
    if (origin_.source > 0) object["file"] = sources_.name(origin_.source);
  }
  environment_.out << object.dump(-1, ' ', false, Json::error_handler_t::replace) << "\n";
}

}  // namespace mbs
