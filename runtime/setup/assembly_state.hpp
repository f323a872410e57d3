// What is being assembled.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "lang/diagnostics/diagnostics.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

// row - target = 0 at t = 0 (position), or d row/dt - target = 0 (velocity). That of a contact that
// starts closed says so of its gap and has no row.
struct Equation {
  enum class Source { joint, drive, clearance, contact, hold } source = Source::joint;
  int index = 0;  // joint, drive or contact
  ConstraintRow row;
  double target = 0;
  double weight = 1;
  bool angle = false;       // compared in rad, others in m
  std::string text, owner;  // hold: "`angle = 0` of `O`"; what is held: "O"
  Span origin;
  // The axes of a held rotation that are to lie alike, in those of the first and the second body.
  Matrix3 on_first = Matrix3::Identity(), on_second = Matrix3::Identity();
};

// q, v as in y: places and motions.
struct AssemblyState {
  Model& model;
  Placement at;
  std::vector<double> q = {}, v = {};
  std::vector<bool> placed = {};  // by body: has a place the walk gave it
  // That act: joints in order, switched ones last, then drives; and that do not at the start.
  std::vector<ConstraintRow> rows = {}, idle = {};
  // Concentric clearances, as ideal joints; contacts that start closed.
  std::vector<Equation> pins = {};
  std::vector<Equation> holds = {}, speed_holds = {};
  std::vector<Equation> speed_guesses = {};  // of joints: they hold where nothing else decides
};

}  // namespace mbs
