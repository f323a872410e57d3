// Do two syntax trees say the same? Places and comments do not count, brackets do.
#pragma once

#include "lang/syntax/ast.hpp"

namespace mbs::ast {

bool equal(const Expr& a, const Expr& b);
bool equal(const Statement& a, const Statement& b);
bool equal(const File& a, const File& b);

}  // namespace mbs::ast
