// What an expression can be at compile time: numbers of any stage, and the things that have names.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "lang/data/table.hpp"
#include "lang/expression/graph.hpp"
#include "lang/kinds/shapes.hpp"
#include "lang/scenario/scenario.hpp"
#include "lang/syntax/ast.hpp"
#include "lang/units/units.hpp"

namespace mbs::elaborate {

struct Builtin;
struct Object;
struct Pair;
struct Scope;
struct Symbol;
struct Value;

// Into World::windows, or one of these.
inline constexpr int no_window = -1, mixed_windows = -2;
// Into Scenario::runs, or one of these.
inline constexpr int present_run = -1, mixed_runs = -2;

// One number or truth value. A constant carries its value; anything else is a node of the graph of
// the scope it was evaluated in.
struct Scalar {
  double value = 0;  // SI, of a constant
  NodeId node;       // invalid: a constant
  Dimension dimension;
  std::optional<Unit> unit;  // as written, or asked for with `in`; what it is shown in
  bool boolean = false;
  bool any_dimension = false;  // the literals 0 and inf fit everywhere
  bool placeholder = false;    // stands for a parameter while a definition is checked by itself
  int list = -1;               // a value per row of this list
  int window = no_window;      // which part of the run a history is looked at in
  int run = present_run;       // and in which run
  const ast::Expr* signal = nullptr;  // what makes it vary in time, if it does
  const ast::Expr* result = nullptr;  // what is known only after a run, if anything is
  bool needs_run = false;             // of the present world; columns of filled tables do not
  bool constant() const { return !node.valid(); }
  bool is_signal() const { return signal != nullptr; }
};

struct Poison {};  // an error has been reported; whatever depends on it stays silent

struct VectorValue {
  std::vector<Scalar> parts;
};

// In space: a unit quaternion w, x, y, z, pure numbers.
struct RotationValue {
  std::array<Scalar, 4> parts;
};

struct TextValue {
  std::vector<ir::TextPart> parts;
};

struct ListValue {
  std::shared_ptr<const std::vector<Value>> items;
  std::shared_ptr<const DataTable> data = {};  // of which this is a column, if of any
  int column = -1;
};

struct LawArgument;
struct LawValue {         // a normal or friction law with some of its arguments fixed
  Symbol* law = nullptr;  // null: `none`
  std::shared_ptr<const std::vector<LawArgument>> given;
};

struct FunctionValue {
  Symbol* function = nullptr;
};
struct BuiltinValue {
  const Builtin* builtin = nullptr;
};
struct ObjectValue {  // anything declared: body, point, joint, contact, …
  Object* object = nullptr;
};
struct InstanceValue {  // of a template, or of a file used `as` a name
  Scope* scope = nullptr;
  Symbol* symbol = nullptr;
};
using Indices = std::vector<long>;
struct FamilyValue {  // `p` where p[1], p[2], … are declared, `q[1]` where q[1, 1], … are
  Scope* scope = nullptr;
  std::string name;
  Indices leading = {};  // the first indices of all its members, given already
};
struct TemplateValue {
  Symbol* symbol = nullptr;
};
struct TableValue {
  int table = -1;
};
struct RunValue {  // `simulate … as name`
  const Symbol* symbol = nullptr;
};
struct ImpactsValue {
  Object* contact = nullptr;
  int window = no_window;
  int run = present_run;
  std::optional<Scalar> chosen = {};  // a condition over all of these: those for which it holds
};
struct ImpactValue {
  ImpactsValue of;
  int row = 0;                  // from 0
  std::optional<Scalar> index;  // from 1, where a result says which; `row` counts for nothing then
};
struct RecordValue {  // what a function gives that has parts with names
  std::string title;
  std::vector<std::pair<std::string, Scalar>> parts;
};
struct DataValue {
  std::shared_ptr<const DataTable> table;
};
struct EnergyValue {};
struct PairValue {
  const Pair* pair = nullptr;
};

struct ShapeValue {
  ShapeKind kind = ShapeKind::plane;
  // m: radius; radius and length; sides; semi-axes; a polygon's rounding
  std::vector<double> sizes;
  double exponent = 2;                              // superellipse
  double from = 0, to = 0;                          // arc: rad
  std::vector<ir::Vec2> corners;                    // polygon, counter-clockwise
  std::shared_ptr<const ir::SupportedCurve> curve;  // curve
  std::optional<double> width;                      // m, across the plane
  std::optional<ir::Vec3> normal;  // plane in space: outward, of length 1, axes of the point
  std::vector<ir::Vec3> vertices;  // polyhedron, hull
  double fills = 1;                // hull: of its volume, what the part in the file has
  double rounding = 0;             // box, cylinder in space: m; the faces stay
};

// What is large and rare is kept apart, so that a value takes no more room than a number does.
template <class T>
inline constexpr bool kept_apart =
    std::is_same_v<T, RotationValue> || std::is_same_v<T, ImpactsValue> ||
    std::is_same_v<T, ImpactValue> || std::is_same_v<T, ShapeValue>;
template <class T>
using Apart = std::shared_ptr<const T>;

struct Value {
  using Node =
      std::variant<Poison, Scalar, VectorValue, Apart<RotationValue>, TextValue, ListValue,
                   LawValue, FunctionValue, BuiltinValue, ObjectValue, InstanceValue, FamilyValue,
                   TemplateValue, TableValue, RunValue, Apart<ImpactsValue>, Apart<ImpactValue>,
                   RecordValue, DataValue, EnergyValue, PairValue, Apart<ShapeValue>>;
  Node node;

  // Their bodies are in value.cpp: each goes through all kinds of values.
  Value();
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  ~Value();
  template <class T>
  Value(T part) : node(stored(std::move(part))) {}  // NOLINT: values are made of their parts

  template <class T>
  const T* get() const {
    if constexpr (kept_apart<T>) {
      const auto* apart = std::get_if<Apart<T>>(&node);
      return apart ? apart->get() : nullptr;
    } else {
      return std::get_if<T>(&node);
    }
  }
  bool poisoned() const { return std::holds_alternative<Poison>(node); }

 private:
  template <class T>
  static auto stored(T part) {
    if constexpr (kept_apart<T>)
      return std::make_shared<const T>(std::move(part));
    else
      return part;
  }
};

struct LawArgument {
  std::string parameter;
  bool named = false;  // written `ce = 0.8`, not `0.8`
  Value value;
  Span span;
};

// The unit a scalar is shown in: as written, else the coherent one of its dimension.
Unit shown_unit(const Scalar& scalar);

Scalar constant_scalar(double value, Dimension dimension = {});
Scalar boolean_scalar(bool value);

}  // namespace mbs::elaborate
