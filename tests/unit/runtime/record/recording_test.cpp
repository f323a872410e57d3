// The record of a run: what comes back, what it takes, what is left of it above its limit.
#include "runtime/record/recording.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/study/executor.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;

namespace {

// Unknown k of sample i is i + k/1000 in y, its negative in y'.
Recording filled(int unknowns, int samples) {
  Recording recording(unknowns);
  std::vector<double> y(unknowns), yp(unknowns);
  for (int i = 0; i < samples; ++i) {
    for (int k = 0; k < unknowns; ++k) y[k] = i + k * 1e-3, yp[k] = -y[k];
    recording.add(y.data(), yp.data());
  }
  return recording;
}

void check_sample(const Recording& recording, int i, const std::vector<int>& kept) {
  std::vector<double> y(recording.unknowns()), yp(y.size());
  recording.read(i, y, yp);
  const bool last = i + 1 == static_cast<int>(recording.size());
  for (int k = 0; k < recording.unknowns(); ++k) {
    const bool there = last || std::count(kept.begin(), kept.end(), k) > 0;
    CHECK(y[k] == (there ? i + k * 1e-3 : 0));
    CHECK(yp[k] == (there ? -(i + k * 1e-3) : 0));
  }
}

const char* script =
    "world planar { gravity = (0, -9.81) m/s^2 }\n"
    "body ball { shape = sphere(100 mm), mass = 1 kg, at = (0, 0.2) m }\n"
    "body other { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }\n"
    "point table = (0, 0) { shape = plane }\n"
    "contact hit: ball to table { law = flores(0.9, K = 1e10 N/m^1.5) }\n"
    "simulate 0.5 s { integrator = ida }\nprint max(ball.y), max(hit.FN), rms(hit.delta)\n";

}  // namespace

TEST_CASE("samples come back as they were, whole or not") {
  for (const int unknowns : {1, 7, 5000}) {
    const int samples = unknowns == 1 ? 9000 : 300;
    Recording recording = filled(unknowns, samples);
    std::vector<int> all(unknowns);
    std::iota(all.begin(), all.end(), 0);
    for (const int i : {0, 1, 127, 128, samples - 1}) check_sample(recording, i, all);
    if (unknowns == 1) continue;
    const std::vector<int> some = {1, 3, unknowns - 1};
    recording.keep_only(some);
    CHECK(recording.kept() == 3);
    CHECK(recording.keeps(std::vector<int>{3}));
    CHECK_FALSE(recording.keeps(std::vector<int>{2, 3}));
    for (const int i : {0, 1, 127, 128, samples - 1}) check_sample(recording, i, some);
  }
}

TEST_CASE("where nobody asks for an unknown none is kept, and the last sample is whole") {
  Recording recording = filled(7, 9000);
  recording.keep_only({});
  CHECK_FALSE(recording.whole());
  CHECK(recording.kept() == 0);
  CHECK(recording.keeps(std::vector<int>{}));
  CHECK_FALSE(recording.keeps(std::vector<int>{0}));
  CHECK(recording.used_bytes() == 14 * sizeof(double));  // of the last sample
  for (const int i : {0, 4096, 8998, 8999}) check_sample(recording, i, {});
  const std::vector<double> more(7, 5.0);
  recording.add(more.data(), more.data());
  CHECK(recording.size() == 9001);
  CHECK(recording.y(9000)[6] == 5);
  recording.amend_rates(std::vector<double>(7, 2.0).data());
  CHECK(recording.size() == 9001);
  CHECK(recording.yp(9000)[6] == 2);
  CHECK(recording.y(9000)[6] == 5);
}

TEST_CASE("a sample takes 16 bytes per unknown, and less than a block more in all") {
  const Recording recording = filled(38, 5000);
  CHECK(recording.bytes() >= 5000u * 38 * 16);
  CHECK(recording.bytes() <= 5000u * 38 * 16 + 65536);
}

TEST_CASE("copies share what is behind them and part where they grow") {
  Recording first = filled(7, 5000);
  Recording second = first;
  const std::vector<double> seven(7, 7.0), eight(7, 8.0);
  first.add(seven.data(), seven.data());
  second.add(eight.data(), eight.data());
  CHECK(first.y(5000)[0] == 7);
  CHECK(second.y(5000)[0] == 8);
  CHECK(first.y(0).data() == second.y(0).data());
}

TEST_CASE("above its limit a run keeps what its results need, and they are the same") {
  const test::Compiled c = test::compile_text(script);
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(c.scenario()));
  const ir::Scenario& s = scenario(*model);
  const auto& what = std::get<ir::Simulate>(s.actions[0]);
  Diagnostics diagnostics;
  SimulationOptions options;
  const Run whole = simulate(model, what, options, nullptr, diagnostics);
  options.memory = 50000;
  const Run thin = simulate(model, what, options, nullptr, diagnostics);
  REQUIRE(whole.samples.whole());
  REQUIRE_FALSE(thin.samples.whole());
  REQUIRE(thin.size() == whole.size());
  Tables tables;
  Diagnostics complaints;
  Results of_whole(s, &whole, tables, complaints), of_thin(s, &thin, tables, complaints);
  for (const ir::Shown& shown : std::get<ir::Print>(s.actions[1]).parts)
    CHECK(of_thin.point(shown.node) == of_whole.point(shown.node));
  CHECK(complaints.list().empty());
  // The run goes on from its last sample, which is whole.
  ir::Simulate more = what;
  const Run a = simulate(model, more, options, &whole, diagnostics);
  const Run b = simulate(model, more, options, &thin, diagnostics);
  REQUIRE(a.size() == b.size());
  CHECK(std::ranges::equal(a.y_at(a.size() - 1), b.y_at(b.size() - 1)));
}

TEST_CASE("rates of the last sample are amended there alone, in this record alone") {
  for (const int samples : {1, 7, 4096, 4097, 9000}) {
    Recording recording = filled(3, samples);
    const Recording copy = recording;
    const std::vector<double> rates{1, 2, 3};
    recording.amend_rates(rates.data());
    REQUIRE(recording.size() == static_cast<std::size_t>(samples));
    CHECK(std::ranges::equal(recording.yp(samples - 1), rates));
    CHECK(std::ranges::equal(recording.y(samples - 1), copy.y(samples - 1)));
    CHECK(copy.yp(samples - 1)[0] == -(samples - 1));
    if (samples > 1) CHECK(std::ranges::equal(recording.yp(samples - 2), copy.yp(samples - 2)));
  }
  Recording thin = filled(3, 5);
  thin.keep_only({1});
  thin.amend_rates(std::vector<double>{1, 2, 3}.data());
  CHECK(thin.yp(4)[2] == 3);
  std::vector<double> y(3), yp(3);
  thin.read(3, y, yp);
  CHECK(yp[1] == -(3 + 1e-3));
}

TEST_CASE("a result that needs what was dropped is complained of") {
  const test::Compiled c = test::compile_text(script);
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(c.scenario()));
  Diagnostics diagnostics;
  SimulationOptions options;
  options.memory = 50000;
  const Run thin = simulate(model, std::get<ir::Simulate>(scenario(*model).actions[0]), options,
                            nullptr, diagnostics);
  const test::Compiled wider = test::compile_text(std::string(script) + "print max(other.x)\n");
  const auto other = std::make_shared<const ir::Scenario>(wider.scenario());
  Tables tables;
  Diagnostics complaints;
  Results results(*other, &thin, tables, complaints, {.model = build(other)});
  CHECK(std::isnan(results.point(std::get<ir::Print>(other->actions[2]).parts[0].node)));
  REQUIRE(complaints.error_count() == 1);
  CHECK(complaints.list()[0].message.find("no longer has") != std::string::npos);
}
