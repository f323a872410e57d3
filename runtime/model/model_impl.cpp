#include "runtime/model/model_impl.hpp"

namespace mbs {

const ir::Scenario& scenario(const Model& m) {
  return *m.scenario;
}
const Layout& layout(const Model& m) {
  return m.layout;
}
const Watches& watches(const Model& m) {
  return m.watch_list;
}

std::optional<Assembly> assemble(const Model& m, Diagnostics& diagnostics) {
  for (const Diagnostic& d : m.assembly_diagnostics.list()) diagnostics.add(d);
  return m.assembly;
}

}  // namespace mbs
