#include "lang/kinds/shapes.hpp"

namespace mbs {

namespace {

constexpr ShapeInfo rows[] = {
    {.kind = ShapeKind::sphere,
     .name = "sphere",
     .least = 1,
     .most = 1,
     .signature = "sphere(R)",
     .doc = "a ball",
     .round = true},
    {.kind = ShapeKind::disc,
     .name = "disc",
     .least = 2,
     .most = 2,
     .signature = "disc(R, width)",
     .doc = "a disc",
     .round = true},
    {.kind = ShapeKind::cylinder,
     .name = "cylinder",
     .least = 2,
     .most = 3,
     .signature = "cylinder(R, length)",
     .doc = "a cylinder about z; in space a third size rounds its edges",
     .extent = 1,
     .rounding = 2},
    {.kind = ShapeKind::box,
     .name = "box",
     .least = 2,
     .most = 4,
     .signature = "box(a, b, c)",
     .doc = "a box; in space a fourth size rounds its edges",
     .extent = 2,
     .rounding = 3},
    {.kind = ShapeKind::plane,
     .name = "plane",
     .least = 0,
     .most = 1,
     .signature = "plane(n)",
     .doc = "the half-space with the outward normal n; in the plane of motion, without n, that "
            "below the "
            "local x axis"},
    {.kind = ShapeKind::ellipse,
     .name = "ellipse",
     .least = 2,
     .most = 3,
     .signature = "ellipse(a, b, width)",
     .doc = "an ellipse with semi-axes a along x and b along y; the width is for its mass"},
    {.kind = ShapeKind::superellipse,
     .name = "superellipse",
     .least = 3,
     .most = 4,
     .signature = "superellipse(a, b, n, width)",
     .doc = "|x/a|^n + |y/b|^n = 1; n = 2 is an ellipse, above it nears a rectangle"},
    {.kind = ShapeKind::polygon,
     .name = "polygon",
     .least = 1,
     .most = 3,
     .signature = "polygon(corners, rounding, width)",
     .doc = "a convex polygon; rounding is the radius of its corners"},
    {.kind = ShapeKind::curve,
     .name = "curve",
     .least = 1,
     .most = 2,
     .signature = "curve(r, width)",
     .doc = "a convex curve; the function r(phi) gives its distance from the centre"},
    {.kind = ShapeKind::ring,
     .name = "ring",
     .least = 1,
     .most = 2,
     .signature = "ring(R, width)",
     .doc = "the inside of a circle, for what moves in it",
     .hollow = true},
    {.kind = ShapeKind::arc,
     .name = "arc",
     .least = 3,
     .most = 5,
     .signature = "arc(R, from, to, thickness, width)",
     .doc =
         "a face seen from inside: all outside a circle, between two angles from the x axis to the "
         "left",
     .hollow = true,
     .came_later = true},
    {.kind = ShapeKind::socket,
     .name = "socket",
     .least = 1,
     .most = 1,
     .signature = "socket(R)",
     .doc = "the inside of a sphere, for what moves in it; in space",
     .in_space_only = true,
     .came_later = true},
    {.kind = ShapeKind::ellipsoid,
     .name = "ellipsoid",
     .least = 3,
     .most = 3,
     .signature = "ellipsoid(a, b, c)",
     .doc = "an ellipsoid with its semi-axes along x, y, z; in space",
     .in_space_only = true,
     .came_later = true},
    {.kind = ShapeKind::capsule,
     .name = "capsule",
     .least = 2,
     .most = 2,
     .signature = "capsule(R, L)",
     .doc = "a cylinder about z between two half balls, L between their centres; in space",
     .in_space_only = true,
     .came_later = true},
    {.kind = ShapeKind::cone,
     .name = "cone",
     .least = 2,
     .most = 3,
     .signature = "cone(R, height, R2)",
     .doc = "a cone about z, its base in z = 0; with R2 a part of one; in space",
     .in_space_only = true,
     .came_later = true},
    {.kind = ShapeKind::polyhedron,
     .name = "polyhedron",
     .least = 1,
     .most = 2,
     .signature = "polyhedron(points, rounding)",
     .doc = "the convex hull of points; rounding is the radius of its edges; in space",
     .in_space_only = true,
     .rounding = 1,
     .came_later = true},
    {.kind = ShapeKind::hull,
     .name = "hull",
     .least = 1,
     .most = 3,
     .signature = "hull(\"part.stl\", 1 mm, rounding)",
     .doc = "the convex hull of the part in an STL file, of which 1 is as long as the second "
            "argument says; rounding is the radius of its edges; in space",
     .in_space_only = true,
     .rounding = 2,
     .came_later = true},
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
