#include "lang/elaborate/world/value.hpp"

namespace mbs::elaborate {

Value::Value() = default;
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

Unit shown_unit(const Scalar& scalar) {
  if (scalar.unit) return *scalar.unit;
  return {si_unit(scalar.dimension), internal(1, scalar.dimension), scalar.dimension};
}

Scalar constant_scalar(double value, Dimension dimension) {
  Scalar scalar;
  scalar.value = value;
  scalar.dimension = dimension;
  return scalar;
}

Scalar boolean_scalar(bool value) {
  Scalar scalar;
  scalar.value = value ? 1 : 0;
  scalar.boolean = true;
  return scalar;
}

}  // namespace mbs::elaborate
