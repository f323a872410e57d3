#include "service/help_topics.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace mbs {

namespace {

struct Topic {
  std::string_view name, text;
};

constexpr std::array topics = {
    Topic{"units",
          "A quantity is a number and a unit: 0.5 mm, 6.6e10 N/m^1.5, 5000 rpm, 90 %.\n"
          "No blank inside a unit; a blank before / or * makes it an operator.\n"
          "`x in mm` chooses the unit for showing; the value stays the same.\n"
          "Prefixes n u m c d k M G T go with m g s N J W Pa Hz rad bar Nm Ns A V ohm H F;\n"
          "deg rev rpm min h % tonne inch ft lb lbf psi ksi take none.\n"
          "Dimensions are always checked. `:units 3 kN/mm` tells all about a value.\n"},
    Topic{
        "laws",
        "A law gives the normal force FN from delta, ddelta, v_impact, delta_max, loading, pair:\n"
        "  law mine(n = 1.5, K: N/m^n = hertz_K(pair)) = K * delta^n\n"
        "A friction law gives FT from vt and FN. Bodies of several lines use { }: `let a = …`,\n"
        "`state z = …` with `z' = …`, `solve FN in lo .. hi: lhs = rhs`, `require`, `warn if`.\n"
        "`:list law` names yours, `:doc flores` shows one of the library.\n"},
    Topic{"joints",
          "revolute O: ground to crank { angle = 0 }       pins two points\n"
          "prismatic S: ground to slider                   slides along the first end's x axis\n"
          "weld, rod { length }, slot, gear { ratio }      see `:doc rod` and so on\n"
          "An initial value with `=` holds exactly, with `~` it is a guess.\n"},
    Topic{"contact",
          "contact hit: ball to table { law = flores(0.8), friction = none }\n"
          "clearance B: rod.pin in slider { bearing = 10 mm, clearance = 0.5 mm, law = model }\n"
          "Results: B.delta, B.FN, B.vt, B.impacts, B.impacts[1].F_max; `:doc contact` has all.\n"},
    Topic{"table",
          "table { a = max(B.FN) in kN, B.impacts[1].t }         one row of results\n"
          "table every 0.1 ms during 0 s .. 2 ms { t in ms, B.FN }   one row per instant\n"
          "table name { … } inside a sweep gains a row per pass; `name.a[2]` reads it later.\n"
          "table to \"out.csv\" { … } writes a file.\n"},
    Topic{"plot",
          "plot B.FN in kN vs B.delta in um\n"
          "plot a, b vs t { width = 70, height = 18 }\n"
          "plot a vs b to \"fig.svg\" { size = (84, 60) mm, x = log, equal = true, title = \"…\" "
          "}\n"
          "plot name: \"here\" = a vs b gathers passes of a sweep, and runs, on one pair of axes;\n"
          "with { panels = ce } each value of a swept param has a drawing of its own.\n"
          "histogram a, b { bins = 30 }\n"
          "animate to \"film.mp4\" { slow = 500, lens = B } makes a film of the run.\n"},
    Topic{
        "runs",
        "simulate 10 ms; continue 5 ms; simulate 1 s until ball.vy < 0\n"
        "Where one value is wanted of a run, say which: max min mean rms initial final at argmax\n"
        "argmin integral. By hand: `:start`, `:step`, `:step 10 us`, `:until B.delta > 0`, `:run\n"
        "1 ms`, with `:state` in between. A run made before the mechanism changed stays "
        "readable.\n"},
    Topic{"sweep",
          "param ce = 0.8\n"
          "sweep ce in [0.3, 0.6, 0.9] {\n"
          "  simulate 1 ms\n"
          "  table { ce, out = hit.impacts[1].restitution }\n"
          "}\n"
          "`:set ce = 0.5` overrides a param for the session, `:unset ce` takes that back.\n"},
    Topic{"keys",
          "Tab completes; twice, it lists. Ctrl-R searches in what was entered. Ctrl-C drops the\n"
          "entry, or ends a run and keeps what it has. `\\delta` and Tab gives the letter.\n"
          "An entry goes on while a bracket is open; an empty line ends it.\n"},
};

}  // namespace

std::string_view help_topic_named(std::string_view topic) {
  const auto exact = std::ranges::find(topics, topic, &Topic::name);
  return exact == topics.end() ? std::string_view() : exact->text;
}

std::string_view help_topic(std::string_view topic) {
  const auto begun = [&](const Topic& one) { return one.name.starts_with(topic); };
  if (const std::string_view exact = help_topic_named(topic); !exact.empty()) return exact;
  const bool one = !topic.empty() && std::ranges::count_if(topics, begun) == 1;
  return one ? std::ranges::find_if(topics, begun)->text : std::string_view();
}

std::string help_topics() {
  std::string names;
  for (const Topic& topic : topics) names += (names.empty() ? "" : ", ") + std::string(topic.name);
  return names;
}

}  // namespace mbs
