// Private to runtime: finding a first configuration, the rows worth integrating, first velocities.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "runtime/equations/kkt.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/setup/row_space.hpp"

namespace mbs {

// Fills in rows, layout, Jacobian pattern, and the assembled state or the reasons why there is
// none. If there is none the model has no rows and must not be run.
void find_assembly(Model& model);

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
  // Of a held rotation: the axes that are to lie alike, in those of the first and the second body.
  Matrix3 on_first = Matrix3::Identity(), on_second = Matrix3::Identity();
};

struct AssemblyState;
// Times its weight: what is missing to its target, m or rad, angles the nearest way, its rate
// without the target, and its gradient by small motions.
double miss_of(const AssemblyState& state, const Equation& e);
double rate_of(const AssemblyState& state, const Equation& e);
SparseRow gradient_of(const AssemblyState& state, const Equation& e);
// The same, angles scaled to the model's size.
std::vector<double> scaled_gradient(const AssemblyState& state, const Equation& e);
// The two that it speaks of.
std::array<int, 2> bodies_of(const AssemblyState& state, const Equation& e);

// What is being assembled. q, v as in y: places and motions.
struct AssemblyState {
  Model& model;
  Placement at;
  std::vector<double> q, v;
  std::vector<bool> placed;         // by body: has a place the walk gave it
  std::vector<ConstraintRow> rows;  // that act: joints in order, switched ones last, then drives
  std::vector<ConstraintRow> idle;  // that do not act at the start
  std::vector<Equation> pins;       // concentric clearances, as ideal joints; contacts that start
                                    // closed
  std::vector<Equation> holds, speed_holds;
  std::vector<Equation> speed_guesses;  // of joints: they hold where nothing else decides
};

void set_placement(AssemblyState& state, const std::vector<double>& q,
                   const std::vector<double>& v);

// Rough placing: bodies that say where they are, then along joints and clearances.
void place_roughly(AssemblyState& state);
void collect_holds(AssemblyState& state);
// The same in space, and the speeds that bodies ask for (motions).
void place_roughly_in_space(AssemblyState& state);
void collect_holds_in_space(AssemblyState& state);
void guess_speeds_in_space(const AssemblyState& state, std::vector<double>& v);

// Closes the equations by damped Gauss-Newton steps of least change, from the state's q. Largest
// error left, relative to the model's size; at most `closed` if they could be satisfied.
inline constexpr double closed = 1e-12;
double close(AssemblyState& state, const std::vector<Equation>& equations);
// The same, and from deterministic other starting angles if that fails.
double close_from_anywhere(AssemblyState& state, const std::vector<Equation>& equations);
// Least sum of squared errors near the state's q, for equations that do not close.
void relax(AssemblyState& state, const std::vector<Equation>& equations);
double error_of(const AssemblyState& state, const Equation& e);  // relative to the model's size

// Equations of position: rows but those that take a value from the assembled state, pins, holds.
std::vector<Equation> position_equations(const AssemblyState& state);

// Reports why the equations of position do not close.
void report_open(AssemblyState& state, const std::vector<double>& start, Diagnostics& diagnostics);
// How far the parts reach that the pin `open` should join, as the state stands: "from `D`,
// `rocker` reaches 250 mm; …". Empty for what is not a pin, or not held to the ground by another
// one.
std::string reach_note(const AssemblyState& state, const std::string& open);
void report_contradicting_speeds(const AssemblyState& state, const std::vector<Equation>& equations,
                                 Diagnostics& diagnostics);

// ---- rank ----------------------------------------------------------------------

// A row's gradient, angles scaled to the model's size.
std::vector<double> scaled_gradient(const AssemblyState& state, const ConstraintRow& row);

// A small motion along the joints, closed again: special positions are left by it, permanent
// redundancy is not.
void move_a_little(AssemblyState& state);
// Which of `state.rows` hold nothing new, here and nearby. Switched joints are asked anew each
// time.
std::vector<bool> redundant_rows(AssemblyState& state);
// Errors for joints and drives that hold nothing new at all, and drives against joints.
bool report_redundant(const AssemblyState& state, const std::vector<bool>& redundant,
                      Diagnostics& diagnostics);
// Joints with friction of which rows that press it are shared with others.
bool report_undetermined_friction(const AssemblyState& state, const std::vector<bool>& redundant,
                                  Diagnostics& diagnostics);
// Bodies that can move along a direction in which nothing has mass, or in which theirs was
// forgotten.
bool report_massless(AssemblyState& state, const Assembly& assembly, Diagnostics& diagnostics);
// Lengths that are not finite, or too large to be multiplied with each other.
bool report_lengths(const Model& model, Diagnostics& diagnostics);
// A rod that takes its length from the assembled mechanism must have one, of the model's size.
inline constexpr double least_rod = 1e-9;
bool report_coincident(const AssemblyState& state, Diagnostics& diagnostics);
// Contacts at which a sharp corner stands on another: the normal is undecided.
void report_corners_on_corners(const Model& model, const Placement& at, Diagnostics& diagnostics);
bool report_double_drives(const Model& model, Diagnostics& diagnostics);
// Names of coordinates that describe the motion, those driven marked; and their number.
void name_freedoms(const AssemblyState& state, Assembly& assembly);

}  // namespace mbs
