#include "tests/mutation/report.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

namespace mbs::mutation {

namespace {

using nlohmann::json;

void add_values(const json& value, Report& report) {
  if (value.is_array() || value.is_object()) {
    for (const json& item : value) add_values(item, report);
  } else if (value.is_number()) {
    report.numbers.push_back(value.get<double>());
  } else {
    report.shape.push_back(value.is_string() ? "text" : value.dump());
  }
}

void add_run(const json& line, Report& report) {
  const std::string end = line.value("termination", "");
  report.whole = report.whole && (end == "finished" || end == "until" || end == "stopped");
  report.shape.push_back("run " + end);
  add_values(line.value("to", json()), report);
  for (const json& contact : line.value("contacts", json::array()))
    report.impacts += contact.value("impacts", 0);
  const auto larger = [&line](const char* name, double& most) {
    const json value = line.value(name, json());
    if (value.is_number()) most = std::max(most, std::abs(value.get<double>()));
  };
  larger("energy_error", report.energy_error);
  larger("largest_drift", report.drift);
  for (const json& audit : line.value("audits", json::array()))
    if (audit.value("code", "") == "W0706" && audit.value("allowed", json()).is_number())
      report.drift_allowed = std::max(report.drift_allowed, audit["allowed"].get<double>());
}

void add_line(const json& line, Report& report) {
  const std::string type = line.value("type", "");
  if (type == "diagnostic") {
    const std::string code = line.value("code", "");
    report.codes.insert(code);
    if (line.value("severity", "") == "error") report.errors.insert(code);
  } else if (type == "run") {
    add_run(line, report);
  } else if (type == "end") {
    report.exit = line.value("exit", -1);
  } else if (type == "print") {
    report.shape.push_back(type);
    for (const json& value : line.value("values", json::array()))
      add_values(value.value("value", json()), report);
  } else if (type == "table") {
    report.shape.push_back(type);
    add_values(line.value("rows", json()), report);
  }
}

bool alike(double a, double b, double floor) {
  return std::abs(a - b) <= 0.02 * std::max(std::abs(a), std::abs(b)) + floor;
}

}  // namespace

Report read_report(const std::string& lines) {
  Report report;
  std::istringstream in(lines);
  for (std::string text; std::getline(in, text);) {
    const json line = json::parse(text, nullptr, false);
    if (line.is_object())
      add_line(line, report);
    else
      report.readable = false;
  }
  return report;
}

std::string difference(const Report& a, const Report& b) {
  if (a.shape != b.shape || a.numbers.size() != b.numbers.size()) return "other output";
  double largest = 0;
  for (const double x : a.numbers)
    if (std::abs(x) < 1e9) largest = std::max(largest, std::abs(x));
  const double floor = 1e-9 + 1e-5 * largest;
  for (std::size_t i = 0; i < a.numbers.size(); ++i)
    if (!alike(a.numbers[i], b.numbers[i], floor))
      return std::to_string(a.numbers[i]) + " and " + std::to_string(b.numbers[i]);
  return "";
}

}  // namespace mbs::mutation
