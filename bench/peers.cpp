#include "bench/peers.hpp"

#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>

namespace bench {
namespace {

struct Peer {
  std::string name;
  std::string command;  // empty: not installed
};

bool works(const std::string& command) {
  return std::system((command + " > /dev/null 2>&1").c_str()) == 0;
}

// The first Python that has scipy.
std::string python() {
  for (const char* name : {"python3", "/usr/bin/python3"})
    if (works(std::string(name) + " -c 'import scipy.integrate'")) return name;
  return {};
}

std::vector<Peer> find_peers(const Setup& setup) {
  const std::string with_scipy = python();
  const std::string octave = works("octave-cli --version") ? "octave-cli -q --no-init-file " : "";
  return {{"scipy", with_scipy.empty() ? "" : with_scipy + " " + setup.peers + "/scipy_peer.py"},
          {"Octave", octave.empty() ? "" : octave + setup.peers + "/octave_peer.m"},
          {"Simbody", setup.simbody}};
}

std::vector<PeerRow> ask(const std::string& command) {
  std::vector<PeerRow> rows;
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return rows;
  std::string text;
  char part[512];
  while (std::fgets(part, sizeof part, pipe)) text += part;
  pclose(pipe);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == line.npos) continue;
    PeerRow row;
    row.name = line.substr(0, tab);
    std::istringstream fields(line.substr(tab));
    if (fields >> row.tol >> row.error >> row.seconds >> row.cost.steps >> row.cost.evaluations >>
        row.cost.impacts)
      rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::vector<PeerRow> peer_rows(const Setup& setup, const std::string& workload, double wanted,
                               const std::vector<double>& reference) {
  if (setup.quick) return {};
  static const std::vector<Peer> peers = find_peers(setup);
  static std::set<std::string> told;
  std::vector<PeerRow> all;
  for (const Peer& peer : peers) {
    if (peer.command.empty()) {
      if (told.insert(peer.name).second)
        std::fprintf(stderr, "bench: %s is not installed; its rows are left out\n",
                     peer.name.c_str());
      continue;
    }
    // ten minutes are enough for a peer, and no peer may stop the others
    std::ostringstream command;
    command.precision(17);
    command << "timeout --signal=KILL 600 " << peer.command << " " << workload << " " << wanted;
    for (const double value : reference) command << " " << value;
    command << " 2> /dev/null";  // integrators complain there of tolerances they cannot keep
    for (PeerRow& row : ask(command.str())) all.push_back(std::move(row));
  }
  return all;
}

}  // namespace bench
