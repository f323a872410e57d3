#include "cli/environment/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <ostream>

#include "lang/kinds/options.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/units/units.hpp"

namespace mbs {

namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

Override parse_override(const std::string& text) {
  const std::size_t sign = text.find('=');
  const std::string name(trim(std::string_view(text).substr(0, sign)));
  if (sign == std::string::npos || name.empty()) {
    throw CLI::ValidationError("--set", "write `--set name=value`, not `" + text + "`");
  }
  return {name, std::string(trim(std::string_view(text).substr(sign + 1)))};
}

double tolerance(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || !(option::tol.allows(value))) {
    throw CLI::ValidationError("--tol", fmt::format("write a number from {:g} to {:g}, not `{}`",
                                                    option::tol.least, option::tol.largest, text));
  }
  return value;
}

ir::IntegratorKind integrator(const std::string& text) {
  for (const auto kind :
       {ir::IntegratorKind::ida, ir::IntegratorKind::explicit_steps, ir::IntegratorKind::automatic})
    if (text == ir::word_of(kind)) return kind;
  throw CLI::ValidationError("--integrator",
                             fmt::format("write `ida`, `explicit` or `auto`, not `{}`", text));
}

double positive_duration(const std::string& text) {
  const auto seconds = parse_duration(text);
  if (!seconds)
    throw CLI::ValidationError("--max-time", "write a time such as `60s`, not `" + text + "`");
  return *seconds;
}

}  // namespace

std::optional<double> parse_duration(std::string_view text) {
  text = trim(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !(value > 0) || !std::isfinite(value)) return {};
  const std::string_view symbol = trim(text.substr(static_cast<std::size_t>(end - text.data())));
  if (symbol.empty()) return value;
  const auto unit = find_unit(symbol);
  if (!unit || !(unit->dimension == dim::time)) return {};
  return value * unit->factor;
}

std::optional<std::size_t> parse_size(std::string_view text) {
  static constexpr std::pair<std::string_view, double> units[] = {
      {"", 1}, {"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}};
  text = trim(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !(value >= 0)) return {};
  const std::string_view symbol = trim(text.substr(static_cast<std::size_t>(end - text.data())));
  for (const auto& [name, factor] : units)
    if (name == symbol && value * factor < 1e18) return static_cast<std::size_t>(value * factor);
  return {};
}

std::size_t size_option(const std::string& text, const char* option) {
  const auto size = parse_size(text);
  if (!size) throw CLI::ValidationError(option, "write a size such as `500MB`, not `" + text + "`");
  return *size;
}

CLI::Option* add_set_option(CLI::App& app, const char* name, const char* words,
                            std::vector<Override>& overrides) {
  return app
      .add_option_function<std::vector<std::string>>(
          name,
          [&overrides](const std::vector<std::string>& all) {
            for (const std::string& text : all) overrides.push_back(parse_override(text));
          },
          words)
      ->type_name("P=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_digits_option(CLI::App& app, Options& options) {
  app.add_option("--digits", options.digits, "significant digits")
      ->check(CLI::Range(1, 17))
      ->type_name("N");
}

void add_limit_options(CLI::App& app, Options& options) {
  app.add_option_function<std::string>(
         "--tol", [&options](const std::string& text) { options.runs.tol = tolerance(text); },
         "solver tolerance, instead of the scripts'")
      ->type_name("X");
  app.add_option_function<std::string>(
         "--integrator",
         [&options](const std::string& text) { options.runs.integrator = integrator(text); },
         "who takes the steps, ida, explicit or auto, instead of the scripts'")
      ->type_name("WORD");
  app.add_option_function<std::string>(
         "--max-time",
         [&options](const std::string& text) { options.max_seconds = positive_duration(text); },
         "wall-clock limit, such as 60s")
      ->type_name("TIME");
  app.add_option("--jobs", options.jobs, "passes of a sweep at a time")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
  app.add_option_function<std::string>(
         "--memory",
         [&options](const std::string& text) {
           options.memory = options.most_memory = size_option(text);
         },
         "most memory for the record of a run: above it what results need, then its end (100MB and "
         "4GB)")
      ->type_name("SIZE");
}

void add_report_size_option(CLI::App& app, Options& options) {
  app.add_option_function<std::string>(
         "--report-size",
         [&options](const std::string& text) {
           options.report_size = size_option(text, "--report-size");
         },
         "most bytes of that file: coarser motion above it (20MB)")
      ->type_name("SIZE");
}

void add_script_options(CLI::App& app, Options& options) {
  app.add_option("FILE", options.files, "scripts; - is standard input")->type_name("");
  app.add_option_function<std::string>(
         "-e", [&options](const std::string& text) { options.text = text; }, "run this text")
      ->type_name("STATEMENTS");
  add_set_option(app, "--set", "override a param: p=value (repeatable)", options.overrides);
  app.add_flag("--json", options.json, "one JSON object per line on standard output");
  app.add_flag("-q,--quiet", options.quiet, "only expectations and errors");
  app.add_flag("-v,--verbose", options.verbose, "effective values, solver statistics");
  add_digits_option(app, options);
  app.add_option("--color", options.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  app.add_flag("--brief", options.brief, "two lines per diagnostic");
  app.add_option("--max-errors", options.max_errors, "most errors shown")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  app.add_flag("--lint", options.lint, "also warn of what is not reproducible");
  app.add_flag("--werror", options.werror, "warnings are errors");
}

void add_run_options(CLI::App& app, Options& options) {
  app.add_option("--csv", options.csv_directory, "every table as a file in this directory")
      ->type_name("DIR");
  app.add_option("--svg", options.svg_directory, "every plot as a file in this directory")
      ->type_name("DIR");
  app.add_option("--out", options.out_directory, "where `to \"...\"` files go")->type_name("DIR");
  add_limit_options(app, options);
  app.add_option("--resume", options.resume,
                 "keep finished passes of sweeps in this file and do not run them again")
      ->type_name("FILE");
}

namespace {

// "`--h5` needs FILE: signals of all runs …"; the library's own words name neither.
std::string mismatch_text(const CLI::App& app, const CLI::ArgumentMismatch& error) {
  const std::string_view what = error.what();
  const std::string name(what.substr(0, what.find(':')));
  const CLI::Option* option = app.get_option_no_throw(name);
  if (!option || option->count() > 0) return std::string(what);
  return fmt::format("`{0}` needs {1}: {2}\nWrite `{0} {1}`.", name, option->get_type_name(),
                     option->get_description());
}

}  // namespace

std::optional<int> parse_arguments(CLI::App& app, const std::vector<std::string>& arguments,
                                   Environment& environment) {
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(std::move(reversed));
    return {};
  } catch (const CLI::CallForHelp&) {
    environment.out << app.help();
    return 0;
  } catch (const CLI::ArgumentMismatch& error) {
    environment.err << "mbs: " << mismatch_text(app, error) << "\nTry `" << app.get_name()
                    << " --help`.\n";
    return 2;
  } catch (const CLI::ParseError& error) {
    environment.err << "mbs: " << error.what() << "\nTry `" << app.get_name() << " --help`.\n";
    return 2;
  }
}

}  // namespace mbs
