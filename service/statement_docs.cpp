#include "service/statement_docs.hpp"

namespace mbs {

namespace {

constexpr StatementDoc statements[] = {
    {"param", "a value that --set, a sweep or `use` may override", "param c = 0.5 mm"},
    {"let", "a name for an expression", "let area = pi * c^2"},
    {"fn", "a function", "fn ring(r, width = 1 mm) = pi * ((r + width)^2 - r^2)"},
    {"law", "a law of the normal force",
     "law spring(K: N/m, h = 0.2) {\n"
     "  require K > 0, \"K must be positive\"\n"
     "  let loss = h * ddelta / max(v_impact, 1 mm/s)\n"
     "  FN = K * delta * (1 + loss)\n"
     "}"},
    {"friction", "a law of the friction force",
     "friction smooth(mu, v0: m/s = 1 mm/s) = mu * FN * tanh(vt / v0)"},
    {"template", "a group of declarations with parameters",
     "template hung(hook, L: m) {\n"
     "  body ball { mass = 1 kg, inertia = 1 g*m^2, point eye = (0, L) }\n"
     "  revolute pivot: hook to ball.eye {}\n"
     "}\n"
     "hung p[1] { hook = ground, L = 0.5 m }"},
    {"for", "repeats declarations or actions",
     "for i in 1..3 { body ball[i] { shape = sphere(10 mm), at = (30 mm * i, 0 m) } }"},
    {"default", "attributes for all declarations of a kind",
     "default contact { law = flores(0.8) }"},
    {"use", "brings in the declarations of another file",
     "use \"slider_crank.mbs\" as worn { c = 0.8 mm }"},
    {"data", "columns of numbers from a file or from lists, and functions of the first one",
     "data drop from \"drop.csv\" { by = pchip, outside = hold }  # t [ms],y [mm]\n"
     "data cam { t in ms = [0, 10, 20], y in mm = [0, 5, 0] }\n"
     "drive lift: guide.travel = cam.y(t)"},
    {"require", "ends with the text if the condition does not hold",
     "require 0 < ce <= 1, \"a restitution lies between 0 and 1\""},
    {"warn", "says the text if the condition holds, and goes on",
     "warn if v_impact > 10 m/s, \"too fast for this law\""},
    {"state", "a quantity that its rate moves, beside the mechanism; in a law, beside the contact",
     "state i: A = 0\n"
     "i' = (12 V - 2 ohm*i - 0.05 V*s*motor.speed)/(5 mH)\n"
     "torque drive: motor = 0.05 N*m/A*i"},
    {"when", "actions each time a condition becomes true",
     "when passed: ball.x > 0.3 m { print \"passed at {t in ms:.1}\" }"},
    {"simulate", "runs the mechanism from its assembled state",
     "simulate 2 s until ball.y < 0.5 m { tol = 1e-8, max_step = 10 ms }\n"
     "simulate 20 ms { integrator = explicit }  # impacts and quick motion in the plane\n"
     "simulate 0.5 s { islands = true }  # bodies that only fall and meet by `contacts`\n"
     "simulate 0.5 s { method = stepping, step = 0.2 ms }  # many rigid contacts\n"
     "simulate 2 s as rough { tol = 1e-4 }  # kept: `max(ball.y during rough)`"},
    {"continue", "goes on from the end of the run", "continue 0.1 s"},
    {"print", "writes a line",
     "print \"the ball went {final(ball.x) in mm:.1}\", max(hit.FN) in kN"},
    {"table", "a row of results, a row per instant, or a row per pass of a sweep",
     "table { a = max(hit.FN) in kN, hit.impacts[1].t }\n"
     "table every 0.1 ms during 0 s .. 2 ms { t in ms, hit.FN }\n"
     "table rows to \"rows.csv\" { ce, F = hit.impacts[1].F_max }"},
    {"plot", "draws with characters, or to a file as a picture",
     "plot hit.FN in kN, hit.FT in kN vs t in ms { width = 70, height = 18 }\n"
     "plot hit.FN in kN vs hit.delta in um to \"loop.svg\" { size = (84, 60) mm }\n"
     "plot ball.y in mm vs ball.x in mm { equal = true, x_range = 0 mm .. 5 mm }\n"
     "plot way: \"drop\" = ball.y in mm vs t { y_label = \"height\" }  # gathers passes and runs\n"
     "plot all: hit.FN vs t { panels = ce }  # in `sweep ce in …`: a drawing for each value"},
    {"histogram", "counts the items of lists, and draws how many lie where",
     "histogram study.F in kN { bins = 30, range = 0 kN .. 5 kN }\n"
     "histogram hit.impacts.v_in, hit.impacts.v_out to \"speeds.svg\""},
    {"animate", "a film of the run, to a file",
     "animate to \"film.mp4\" { time = 0 s .. 5 ms, slow = 2000, lens = B }\n"
     "animate to \"film.gif\" { follow = slider, trail = rod.pin, size = (640, 360) }"},
    {"expect", "a condition that decides the exit code",
     "expect hit.impacts[1].restitution ~ 0.8 within 1%, \"as asked\""},
    {"sweep", "runs its body once for each value of params",
     "sweep ce in [0.3, 0.6, 0.9], v in [1, 2] m/s {\n"
     "  simulate 1 ms\n"
     "  table { ce, v, out = hit.impacts[1].restitution }\n"
     "}"},
    {"stop", "ends the script, or in `when` the run", "stop \"far enough\""},
    {"free", "in `when`: switches joints, drives, forces, springs, contacts off",
     "when release: t > 1 s { free latch }"},
    {"hold", "in `when`: switches joints, drives, forces, springs, contacts on",
     "when catch: arm.angle > 1 rad { hold latch }"},
    {"engage", "in `when`: `hold` by another name", "when near: car.x > 2 m { engage buffer }"},
};

}  // namespace

std::span<const StatementDoc> statement_docs() {
  return statements;
}

}  // namespace mbs
