// Forces of the library's laws against published and independently computed values.
#include <doctest/doctest.h>

#include <numbers>

#include "tests/support/law_probe.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// The tables give six digits: half a unit of the sixth is up to 5e-6 of the value.
void check_six_digits(double value, double expected) {
  CAPTURE(value);
  CAPTURE(expected);
  CHECK(std::abs(value - expected) <= 5.1e-6 * std::abs(expected));
}

// At rest, so that only the elastic part of a law acts.
double force_at(Probe& force, double delta) {
  return force({.delta = delta, .ddelta = 0, .z = {}});
}

struct ForceRow {
  const char* law;
  double forces[4];  // at 0.1, 1, 5 and 10 um, N
};

// Pin of 9.5 mm in a hole of 10 mm, 15 mm long, 207 GPa, 0.3.
const ForceRow journal_forces[] = {
    {"dubowsky_freudenstein", {13.1846, 163.718, 989.393, 2178.15}},
    {"goldsmith", {7.80311, 87.7425, 480.771, 1003.12}},
    {"esdu_78035", {12.6311, 155.114, 925.993, 2023.75}},
    {"dubowsky_freudenstein(compliance = 1/pi)", {41.4205, 514.336, 3108.27, 6842.86}},
    {"goldsmith(compliance = 1/pi)", {24.5142, 275.651, 1510.39, 3151.41}},
    {"esdu_78035(compliance = 1/pi)", {39.6818, 487.304, 2909.09, 6357.79}},
    {"johnson", {47.3010, 610.964, 3868.77, 8775.02}},
    {"radzimovsky", {43.2635, 543.726, 3331.20, 7395.59}},
    {"radzimovsky(kappa = 4/sqrt(pi))", {46.0528, 589.738, 3694.66, 8320.64}},
    {"hertz_cylinder", {25.3577, 335.595, 2193.76, 5088.44}},
    {"hertz", {2.09033, 66.1020, 739.043, 2090.33}},
    {"liu_cylinder", {2.67958, 84.6596, 942.767, 2653.44}},
    {"pereira", {44.1988, 642.661, 4174.32, 9344.46}},
    {"persson", {267.998, 2681.19, 13432.6, 26931.2}},
    {"winkler_cylinder(h = 10 mm)", {4.54886, 143.680, 1598.11, 4491.36}},
};

// A ball in a socket of 5 mm radius with a bed of 5 mm; E* = 206 GPa.
std::string socket_script(const std::string& clearance, const std::string& law) {
  return "material bed { E = 412 GPa, nu = 0, rho = 7800 kg/m^3 }\n"
         "body ball { mass = 1 kg, inertia = 1e-4 kg*m^2 }\n"
         "clearance C: ball in ground { bearing = 5 mm, material = bed, start = free, law = " +
         law + ", clearance = " + clearance + " }\nsimulate 1 ms\n";
}

struct SocketRow {
  const char* clearance;
  double delta;                               // m
  double hertz, thin, geometric, integrated;  // N
};
const SocketRow socket_forces[] = {
    {"0.05 mm", 1e-6, 193.245129, 64.069641, 82.929990, 63.033160},
    {"0.05 mm", 1e-5, 6110.947553, 6406.964058, 6525.539033, 5093.452534},
    {"0.05 mm", 5e-5, 68322.470681, 160174.101443, 80080.983521, 67413.342358},
    {"0.1 mm", 1e-6, 135.953064, 31.711236, 41.655690, 31.932288},
    {"0.1 mm", 1e-5, 4299.213365, 3171.123625, 3668.990034, 2852.531511},
    {"0.2 mm", 1e-5, 3008.822583, 1553.203408, 1925.279516, 1516.418041},
    {"0.5 mm", 1e-5, 1842.520013, 582.451278, 753.825161, 630.331598},
    {"0.5 mm", 5e-5, 20600.000000, 14561.281949, 16837.936376, 14262.657557},
};

}  // namespace

TEST_CASE("forces of cylinder laws on the pin of a slider-crank") {
  const double deltas[] = {1e-7, 1e-6, 5e-6, 1e-5};
  for (const ForceRow& row : journal_forces) {
    INFO(std::string(row.law));
    Probe force = normal_force(journal_law(row.law));
    for (int i = 0; i < 4; ++i) check_six_digits(force_at(force, deltas[i]), row.forces[i]);
  }
}

TEST_CASE("forces of laws for a ball in its socket") {
  for (const SocketRow& row : socket_forces) {
    INFO(std::string(row.clearance));
    CAPTURE(row.delta);
    const auto check = [&](const char* law, double expected) {
      INFO(std::string(law));
      Probe force =
          normal_force(program_of(compile_text(socket_script(row.clearance, law)).scenario()));
      // Six decimals.
      CHECK(std::abs(force_at(force, row.delta) - expected) <= 6e-7);
    };
    check("hertz", row.hertz);
    check("winkler_sphere_thin(h = 5 mm)", row.thin);
    check("winkler_sphere(h = 5 mm)", row.geometric);
    check("winkler_sphere_integrated(h = 5 mm)", row.integrated);
  }
}

TEST_CASE("the geometric width loses no digits at small penetrations") {
  Probe geometric = normal_force(
      program_of(compile_text(socket_script("0.1 mm", "winkler_sphere(h = 5 mm)")).scenario()));
  Probe thin = normal_force(program_of(
      compile_text(socket_script("0.1 mm", "winkler_sphere_thin(h = 5 mm)")).scenario()));
  // The ratio tends to 4/3 and is off by (R1^2 + R1 R2 + R2^2)/(2 R1 R2 dR) delta, 1.5e-8 here.
  CHECK(force_at(geometric, 1e-12) / force_at(thin, 1e-12) ==
        doctest::Approx(4. / 3).epsilon(5e-8));
}

TEST_CASE("the fitted exponent of Pereira's law is continuous at its break") {
  // The clearances enclose 0.34954 mm, where the two fits meet to 5e-8 in Y.
  const auto force_with = [](const std::string& clearance) {
    Probe force = normal_force(program_of(
        compile_text(
            "body pin { mass = 1 kg, inertia = 1e-4 kg*m^2 }\n"
            "clearance C: pin in ground { bearing = 10 mm, length = 15 mm, material = steel\n"
            "  start = free, law = pereira, clearance = " +
            clearance + " }\nsimulate 1 ms\n")
            .scenario()));
    return force_at(force, 1e-6);
  };
  CHECK(force_with("0.3495399 mm") == doctest::Approx(force_with("0.3495401 mm")).epsilon(3e-6));
}

TEST_CASE("the stiffness of the slider-crank's joint") {
  const ir::LawProgram law = journal_law("hertz");
  // 6.610198398e10 N/m^1.5 from radii and steel; the paper prints 6.6e10.
  CHECK(law.text.find("K = 6.6102e+10 N/m^1.5") != std::string::npos);
}

TEST_CASE("the steady friction laws") {
  struct Row {
    const char* law;
    double vt, ratio;  // FT over FN
  };
  const double e = std::numbers::e;
  const Row rows[] = {
      {"dubowsky(cc = 0.1)", 0.5, 0.1},
      {"dubowsky(cc = 0.1)", -0.5, -0.1},
      {"rooney_deravi(cf = 0.2, mu_s = 0.3)", 1e-9, 0.2},
      {"karnopp(mu_s = 0.3, mu_d = 0.2)", -1e-9, -0.2},
      {"coulomb(mu = 0.3)", 1.0, 0.3},
      {"coulomb_linear(mu = 0.3, vr = 1 mm/s)", 0.5e-3, 0.15},
      {"coulomb_linear(mu = 0.3, vr = 1 mm/s)", -2e-3, -0.3},
      {"coulomb_tanh(mu = 0.3, vr = 1 mm/s, k = 5)", 1e-3, 0.3 * std::tanh(5.0)},
      {"threlfall(mu = 0.1, vr = 1 mm/s)", 1e-3, 0.1 * (1 - std::exp(-3.0))},
      {"threlfall(mu = 0.1, vr = 1 mm/s)", -1e-3, -0.1 * (1 - std::exp(-3.0))},
      {"ambrosio(mu = 0.1, v0 = 1 mm/s, v1 = 3 mm/s)", 0.9e-3, 0},
      {"ambrosio(mu = 0.1, v0 = 1 mm/s, v1 = 3 mm/s)", 2e-3, 0.05},
      {"ambrosio(mu = 0.1, v0 = 1 mm/s, v1 = 3 mm/s)", -4e-3, -0.1},
      {"step_friction(mu_s = 0.3, mu_d = 0.2, vs = 1 mm/s, vd = 3 mm/s)", 1e-3, 0.3},
      {"step_friction(mu_s = 0.3, mu_d = 0.2, vs = 1 mm/s, vd = 3 mm/s)", 2e-3, 0.25},
      {"step_friction(mu_s = 0.3, mu_d = 0.2, vs = 1 mm/s, vd = 3 mm/s)", -9e-3, -0.2},
      {"bengisu_akay(mu_s = 0.3, mu_d = 0.2, v0 = 1 mm/s, xi = 1e3 s/m)", 0.5e-3, 0.225},
      {"bengisu_akay(mu_s = 0.3, mu_d = 0.2, v0 = 1 mm/s, xi = 1e3 s/m)", 2e-3, 0.2 + 0.1 / e},
      {"stribeck(mu_s = 0.3, mu_d = 0.2, vs = 1 mm/s)", 1e-3, 0.2 + 0.1 / e},
      {"stribeck_smooth(mu_s = 0.3, mu_d = 0.2, vs = 1 m/s, v0 = 1 um/s)", -1, -0.2 - 0.1 / e},
      // Its peak falls short of mu_s by 2 mu_d/(1 + exp(8)).
      {"brown_mcphee(mu_s = 0.3, mu_d = 0.2, vs = 1 mm/s)", 1e-3, 0.2 * std::tanh(4.0) + 0.1},
      {"modified_karnopp(mu_s = 0.3, mu_d = 0.2, dv = 1 mm/s, k = 1e5 1/m)", 1, 0},
  };
  for (const Row& row : rows) {
    INFO(std::string(row.law));
    const ir::LawProgram law = journal_law("hooke(1e6 N/m)", row.law);
    Probe FT{law.graph, law.FT};
    // 2 N of normal force.
    const double ratio = FT({.delta = 2e-6, .vt = row.vt, .z = {0, 0}}) / 2;
    CHECK(ratio == doctest::Approx(row.ratio).epsilon(1e-12));
  }
}

TEST_CASE("viscous friction needs no normal force") {
  const ir::LawProgram law = journal_law("hooke(1e6 N/m)", "viscous(3 N*s/m)");
  CHECK(Probe{law.graph, law.FT}({.delta = 0, .vt = 2, .z = {}}) == doctest::Approx(6));
}
