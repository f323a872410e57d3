#include "lang/elaborate/values/part_files.hpp"

#include <fmt/format.h>

#include "lang/data/stl.hpp"
#include "lang/elaborate/world/files.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

struct PartFile {
  std::string name, path;
  Span span;  // where it is named
};

void tell(World& world, const PartFile& file, const std::string& content, const Stl& stl) {
  const StlFault& fault = *stl.fault;
  if (!stl.text) {
    report(world, Code::E0313, file.span, fmt::format("`{}`: {}", file.name, fault.message)).hint =
        fault.hint;
    return;
  }
  const int source = add_source(world.elaboration.sources, file.path, content);
  Diagnostic& d = report(
      world, Code::E0313,
      {source, static_cast<std::uint32_t>(fault.begin), static_cast<std::uint32_t>(fault.end)},
      fault.message);
  d.hint = fault.hint;
  d.notes.push_back(fmt::format("read by `hull`, {}", place_text(world, file.span)));
}

std::shared_ptr<const MeshHull> read_hull(World& world, const PartFile& file) {
  const auto content = read_named_file(world, file.path, file.name, file.span, "hull");
  if (!content) return nullptr;
  const Stl stl = read_stl(*content);
  if (stl.fault) return tell(world, file, *content, stl), nullptr;
  std::vector<ir::Vec3> points;
  points.reserve(stl.points.size());
  for (const auto& [x, y, z] : stl.points) points.emplace_back(x, y, z);
  auto hull = std::make_shared<MeshHull>(hull_of_mesh(points));
  if (hull->too_many)
    report(world, Code::E0313, file.span,
           fmt::format("the hull of `{}` has more than {} corners", file.name, most_corners))
        .hint = "write it with fewer triangles";
  else if (hull->corners.empty())
    report(world, Code::E0413, file.span,
           fmt::format("the triangles of `{}` lie in one plane", file.name))
        .hint = "a hull needs four points at least, and one of them beside the plane of the others";
  else
    return hull;
  return nullptr;
}

}  // namespace

std::shared_ptr<const MeshHull> hull_of_file(World& world, const BuiltinCall& call) {
  const EvaluatedArgument& argument = call.arguments[0];
  const auto* text = argument.value.get<TextValue>();
  const auto* name =
      text && text->parts.size() == 1 ? std::get_if<std::string>(&text->parts[0]) : nullptr;
  if (!name) {
    report(world, Code::E0308, argument.expr->span,
           fmt::format("`hull` needs the name of an STL file, but this is {}",
                       describe(argument.value)))
        .hint = "`hull(\"part.stl\", 1 mm)`; of points `polyhedron(points)` is the hull";
    return nullptr;
  }
  const PartFile file{*name, path_from(call.scope, *name), argument.expr->span};
  auto& known = world.elaboration.part_files;
  if (const auto found = known.find(file.path); found != known.end()) return found->second;
  auto hull = read_hull(world, file);
  if (hull) known.emplace(file.path, hull);
  return hull;
}

}  // namespace mbs::elaborate
