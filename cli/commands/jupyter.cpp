// `mbs jupyter install`: tells Jupyter of the kernel for mbs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>

#include "cli/commands/commands.hpp"
#include "cli/commands/jupyter_files.hpp"
#include "cli/environment/options.hpp"

namespace mbs {

namespace fs = std::filesystem;

namespace {

// Where Jupyter looks for what a user has installed; empty without a home.
fs::path user_data_directory() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value ? value : "");
  };
  if (const std::string own = variable("JUPYTER_DATA_DIR"); !own.empty()) return own;
  if (const std::string data = variable("XDG_DATA_HOME"); !data.empty())
    return fs::path(data) / "jupyter";
  const std::string home = variable("HOME");
  return home.empty() ? fs::path() : fs::path(home) / ".local" / "share" / "jupyter";
}

std::string kernel_json(const fs::path& directory) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const nlohmann::ordered_json spec = {
      {"argv", {"python3", (directory / "mbs_kernel.py").string(), "-f", "{connection_file}"}},
      {"display_name", "mbs"},
      {"language", "mbs"},
      {"interrupt_mode", "signal"},
      {"env", {{"MBS", error ? std::string("mbs") : program.string()}}}};
  return spec.dump(1) + "\n";
}

int install(const fs::path& data, Environment& environment) {
  const fs::path directory = fs::absolute(data) / "kernels" / "mbs";
  const auto write = [&](const fs::path& file, const std::string& text) {
    const std::string problem = environment.write_file(file, text);
    if (!problem.empty()) report_unwritten(environment, file.string(), problem);
    return problem.empty();
  };
  for (const EmbeddedFile& file : jupyter_files()) {
    if (!write(directory / fs::path(file.name).filename(), std::string(file.text))) return 4;
  }
  if (!write(directory / "kernel.json", kernel_json(directory))) return 4;
  environment.out << fmt::format("installed the kernel in {}\n", directory.string());
  return 0;
}

}  // namespace

int jupyter_command(const Arguments& arguments, Environment& environment) {
  std::string data;
  CLI::App app("Makes mbs known to Jupyter, which needs the package python3-ipykernel.",
               "mbs jupyter");
  app.require_subcommand(1);
  CLI::App* installing = app.add_subcommand("install", "install the kernel for this user");
  installing->add_option("--data-dir", data, "Jupyter's data directory, if not the user's");
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  const fs::path directory = data.empty() ? user_data_directory() : fs::path(data);
  if (directory.empty()) {
    environment.err << "mbs: there is no home directory; say where with --data-dir\n";
    return 2;
  }
  return install(directory, environment);
}

}  // namespace mbs
