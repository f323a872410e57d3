#include "lang/kinds/shapes.hpp"

namespace mbs {

namespace {

constexpr ShapeInfo rows[] = {
    {ShapeKind::sphere, "sphere", 1, 1, "sphere(R)", "a ball", .round = true},
    {ShapeKind::disc, "disc", 2, 2, "disc(R, width)", "a disc", .round = true},
    {ShapeKind::cylinder, "cylinder", 2, 3, "cylinder(R, length)",
     "a cylinder about z; in space a third size rounds its edges", .extent = 1, .rounding = 2},
    {ShapeKind::box, "box", 2, 4, "box(a, b, c)", "a box; in space a fourth size rounds its edges",
     .extent = 2, .rounding = 3},
    {ShapeKind::plane, "plane", 0, 1, "plane(n)",
     "the half-space with the outward normal n; in the plane of motion, without n, that below the "
     "local x axis"},
    {ShapeKind::ellipse, "ellipse", 2, 3, "ellipse(a, b, width)",
     "an ellipse with semi-axes a along x and b along y; the width is for its mass"},
    {ShapeKind::superellipse, "superellipse", 3, 4, "superellipse(a, b, n, width)",
     "|x/a|^n + |y/b|^n = 1; n = 2 is an ellipse, above it nears a rectangle"},
    {ShapeKind::polygon, "polygon", 1, 3, "polygon(corners, rounding, width)",
     "a convex polygon; rounding is the radius of its corners"},
    {ShapeKind::curve, "curve", 1, 2, "curve(r, width)",
     "a convex curve; the function r(phi) gives its distance from the centre"},
    {ShapeKind::ring, "ring", 1, 2, "ring(R, width)",
     "the inside of a circle, for what moves in it", .hollow = true},
    {ShapeKind::arc, "arc", 3, 5, "arc(R, from, to, thickness, width)",
     "a face seen from inside: all outside a circle, between two angles from the x axis to the "
     "left",
     .hollow = true, .came_later = true},
    {ShapeKind::socket, "socket", 1, 1, "socket(R)",
     "the inside of a sphere, for what moves in it; in space", .in_space_only = true,
     .came_later = true},
    {ShapeKind::ellipsoid, "ellipsoid", 3, 3, "ellipsoid(a, b, c)",
     "an ellipsoid with its semi-axes along x, y, z; in space", .in_space_only = true,
     .came_later = true},
    {ShapeKind::capsule, "capsule", 2, 2, "capsule(R, L)",
     "a cylinder about z between two half balls, L between their centres; in space",
     .in_space_only = true, .came_later = true},
    {ShapeKind::cone, "cone", 2, 3, "cone(R, height, R2)",
     "a cone about z, its base in z = 0; with R2 a part of one; in space", .in_space_only = true,
     .came_later = true},
    {ShapeKind::polyhedron, "polyhedron", 1, 1, "polyhedron(points)",
     "the convex hull of points; in space", .in_space_only = true, .came_later = true},
};

constexpr bool in_order() {
  for (int i = 0; const ShapeInfo& row : rows)
    if (static_cast<int>(row.kind) != i++) return false;
  return true;
}
static_assert(in_order());

}  // namespace

std::span<const ShapeInfo> shapes() {
  return rows;
}

const ShapeInfo& info(ShapeKind kind) {
  return rows[static_cast<int>(kind)];
}

}  // namespace mbs
