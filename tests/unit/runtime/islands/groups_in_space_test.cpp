// Contacts among many in space: what their pairs add to the equations, places that pairs are found
// by, and flight on which nothing acts.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "runtime/contact/group_places.hpp"
#include "runtime/equations/group_pattern.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/islands/free_flight.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/sparse_pattern.hpp"
#include "tests/support/built.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// A ball around its centre of mass, one beside it, a wall that flies and one that stands.
const std::string bodies = R"(
body ball { shape = sphere(0.3 m), mass = 1.3 kg, at = (0, 0, 0.25) m }
body odd { mass = 0.7 kg, inertia = (0.1, 0.12, 0.05, 0.01, 0.02, -0.01) kg*m^2, cm = (-0.2, 0.15, 0.05) m
  at = (0.4, 0.2, 0.4) m, point end = (-0.1, 0.1, 0) m { shape = sphere(0.2 m) } }
body lid { mass = 2 kg, inertia = (0.2, 0.3, 0.25) kg*m^2, at = (0.1, 0, 0.5) m
  point under = (0, 0.1, 0) m { shape = plane((0.2, 0.1, -1)) } }
point floor = (0, 0, 0) { shape = plane(z) }
)";

const std::vector<NearPair> near = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}};

void check_derivatives(const std::string& group) {
  const Built x(bodies + group);
  const Model& model = *x.model;
  const Layout& l = layout(model);
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> u(-1, 1);
  std::vector<double> y = x.a->y, yp = x.a->yp;
  for (int i = 0; i < l.v; ++i) y[i] += 0.02 * u(generator);
  for (int i = l.v; i < l.lam; ++i) y[i] += u(generator);
  for (double& rate : yp) rate += u(generator);
  Mode mode = x.a->mode;
  for (const NearPair& pair : near)
    mode.groups[0].pairs.push_back({pair.first, pair.second, true, 0.8});
  Workspace w(model);
  GroupPattern pattern(model, w);
  pattern.set_pairs(0, near);
  const SparsePattern& p = pattern.renew();
  std::vector<double> values(p.rows.size()), plus(l.size), minus(l.size);
  const double cj = 13, h = 1e-7;
  REQUIRE(pattern.fill({0, y.data(), yp.data(), &mode}, cj, values.data()));
  double largest = 0;
  for (int c = 0; c < l.size; ++c) {
    std::vector<double> column(l.size, 0.0);
    for (auto k = p.column_starts[c]; k < p.column_starts[c + 1]; ++k)
      column[p.rows[k]] = values[k];
    const auto moved = [&](double by, std::vector<double>& r) {
      auto a = y, b = yp;
      a[c] += by, b[c] += cj * by;
      REQUIRE(residual(model, {0, a.data(), b.data(), &mode}, r.data(), w));
    };
    moved(h, plus), moved(-h, minus);
    for (int r = 0; r < l.size; ++r) {
      const double slope = (plus[r] - minus[r]) / (2 * h);
      largest = std::max(largest, std::abs(slope));
      INFO("row " << r << " column " << c);
      // Of forces of some 1e3 N: rounding over h.
      CHECK(std::abs(slope - column[r]) < 1e-6 * std::abs(slope) + 1e-4);
    }
  }
  CHECK(largest > 1e3);  // the pairs do act
}

}  // namespace

TEST_CASE("derivatives of pairs in space are exact") {
  check_derivatives(
      "contacts heap { among = [ball, odd.end, lid.under, floor], law = hunt_crossley(0.5, K = 1e4 "
      "N/m^1.5) }");
  check_derivatives(
      "contacts heap { among = [ball, odd.end, lid.under, floor], law = hunt_crossley(0.5, K = 1e4 "
      "N/m^1.5), friction = coulomb_tanh(mu = 0.3, vr = 0.2 m/s) }");
}

TEST_CASE("the gap rate of members is the rate of their gap") {
  const Built x(bodies +
                "contacts heap { among = [ball, odd.end, lid.under, floor], law = hooke(1e4 N/m) "
                "}");
  const Model& model = *x.model;
  const Layout& l = layout(model);
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> u(-1, 1);
  std::vector<double> y = x.a->y, rates(l.size, 0.0);
  for (int i = l.v; i < l.lam; ++i) y[i] = u(generator);
  for (int b = 1; b <= l.bodies; ++b) {
    std::vector<double> all(13);
    free_rates(model.masses[b], Vector3::Zero(), y.data() + l.place_of(b),
               y.data() + l.v + l.motion_of(b), all.data());
    std::copy_n(all.begin(), 7, rates.begin() + l.place_of(b));
  }
  const auto& members = model.groups[0].members;
  const auto approach_at = [&](const NearPair& pair, double t) {
    auto moved = y;
    for (int i = 0; i < l.v; ++i) moved[i] += t * rates[i];
    const GroupMember &a = members[pair.first], &b = members[pair.second];
    return approach(a, b, place_of(model, a, moved.data()), place_of(model, b, moved.data()));
  };
  for (const NearPair& pair : near) {
    const double h = 1e-6;
    const double slope = (approach_at(pair, h).gap - approach_at(pair, -h).gap) / (2 * h);
    CHECK(approach_at(pair, 0).rate == doctest::Approx(slope).epsilon(1e-7));
    CHECK(std::abs(slope) > 1e-3);
  }
}

TEST_CASE("unknowns of a place are those that it depends on") {
  const Built x(bodies +
                "contacts heap { among = [ball, odd.end, lid.under, floor], law = hooke(1e4 N/m) "
                "}");
  const Layout& l = layout(*x.model);
  std::array<int, unknowns_of_a_place> list{};
  for (const GroupMember& m : x.model->groups[0].members) {
    const int n = unknowns_of_place(*x.model, m, list);
    for (int i = 0; i < l.lam; ++i) {
      auto moved = x.a->y;
      moved[i] += 0.1;
      const NearPlace a = place_of(*x.model, m, x.a->y.data()),
                      b = place_of(*x.model, m, moved.data());
      const bool differs = a.x != b.x || a.y != b.y || a.z != b.z || a.vx != b.vx || a.vy != b.vy ||
                           a.vz != b.vz || a.nx != b.nx || a.wz != b.wz;
      if (differs) CHECK(std::find(list.begin(), list.begin() + n, i) != list.begin() + n);
    }
  }
}

TEST_CASE("a top flies with its energy and its angular momentum; a ball turns evenly") {
  const Built x(bodies + "contacts heap { among = [ball, floor], law = hooke(1e4 N/m) }");
  const Model& model = *x.model;
  const Layout& l = layout(model);
  std::vector<double> y = x.a->y, next = y, rates(l.size, 0.0);
  const int ball = 1, odd = 2;
  for (const int body : {ball, odd})
    for (int k = 0; k < 3; ++k) y[l.v + l.motion_of(body) + 3 + k] = 2.0 - 3 * k;
  const double t = 0.3;
  fly_in_space(model, y.data(), t, 0.01, next.data(), rates.data());
  const auto pose = [&](int body, const std::vector<double>& at) {
    return spatial_pose_at(model, body, at.data());
  };
  const auto momentum = [&](int body, const std::vector<double>& at) {
    const SpatialPose p = pose(body, at);
    return Vector3(p.R * Vector3::Map(model.masses[body].principal.data()).cwiseProduct(p.omega));
  };
  // 0.01 rad a step: each errs by 1e-12.
  CHECK((momentum(odd, next) - momentum(odd, y)).norm() < 1e-9 * momentum(odd, y).norm());
  const auto energy = [&](const std::vector<double>& at) {
    const SpatialPose p = pose(odd, at);
    return p.omega.dot(Vector3::Map(model.masses[odd].principal.data()).cwiseProduct(p.omega));
  };
  CHECK(energy(next) == doctest::Approx(energy(y)).epsilon(1e-10));
  CHECK((pose(odd, next).omega - pose(odd, y).omega).norm() > 0.1);  // it does wobble
  const Vector3 turn = t * pose(ball, y).omega;
  const Matrix3 R = Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix();
  CHECK((pose(ball, next).R - pose(ball, y).R * R).norm() < 1e-14);
  CHECK((pose(ball, next).r - pose(ball, y).r - t * pose(ball, y).v -
         t * t / 2 * Vector3(1, -2, -9.81))
            .norm() < 1e-14);
}
