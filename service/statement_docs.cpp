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
     "for i in 1..3 { body ball[i] { shape = sphere(10 mm), at = (30 mm * i, 0 m) } }\n"
     "for one in hit.impacts { print one.t, one.v_in }  # as many as the run gave\n"
     "let squares = [k^2 for k in 1..5]"},
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
     "table { hit.impacts.t, hit.impacts.v_in }  # a row for each item of its lists\n"
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
    {"animate", "a film of the run, to a file; without one what pages show first",
     "animate to \"film.mp4\" { time = 0 s .. 5 ms, slow = 2000, lens = B }\n"
     "animate to \"film.gif\" { follow = slider, trail = rod.pin, size = (640, 360) }\n"
     "animate { time = 0 s .. 5 ms, lens = B }  # in reports"},
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

constexpr StatementDoc words[] = {
    {"during", "a part of a run, or another run",
     "print max(ball.y during 0.5 s .. 1 s), count(hit.impacts during 0 s .. 0.5 s)\n"
     "print max(ball.y during rough)  # below `simulate 1 s as rough`"},
    {"by", "the step of a range", "let r = 0 mm .. 10 mm by 2.5 mm"},
    {"linear", "in `data`: straight lines from row to row",
     "data road from \"road.csv\" { by = linear }"},
    {"pchip", "in `data`: cubics that rise and fall with the rows, and no more",
     "data cam from \"cam.csv\" { by = pchip }"},
    {"spline", "in `data`: a cubic spline, with continuous second derivatives",
     "data cam from \"cam.csv\" { by = spline }"},
    {"repeat", "in `data`: behind its last row a table begins again, where it ends as it begins",
     "data cam from \"cam.csv\" { by = spline, outside = repeat }"},
    {"in", "the unit to show a value in; what a loop goes through; the hole of a pin",
     "print max(hit.FN) in kN\n"
     "for k in 1..3 { print k }\n"
     "clearance B: rod.pin in slider { bearing = 10 mm, clearance = 0.5 mm, law = hertz }"},
    {"within", "how far both sides of `~` may differ",
     "expect final(ball.x) ~ 3 m within 1 mm\nexpect hit.impacts[1].restitution ~ 0.8 within 1%"},
    {"until", "ends a run at the instant that a condition becomes true",
     "simulate 2 s until ball.y < 0.5 m"},
    {"as", "keeps a run, or a file that is used, under a name",
     "simulate 2 s as rough { tol = 1e-4 }"},
    {"every", "a row of a table for each instant, so far apart", "table every 1 ms { t, ball.y }"},
    {"to", "the second end of a joint, contact or spring; the file of a table, plot or film",
     "revolute A: crank.tip to rod\n"
     "table study to \"study.csv\" { ce, hits }\n"
     "table study to none { ce, hits }  # shown nowhere, for results that are made of it"},
    {"vs", "what stands on the x axis of a plot", "plot ball.y vs t"},
    {"from", "the file of data", "data drop from \"drop.csv\""},
    {"if", "one of two values", "let F = if t < 1 s then 0 N else 5 N"},
    {"then", "see `if`", "let F = if t < 1 s then 0 N else 5 N"},
    {"else", "see `if`", "let F = if t < 1 s then 0 N else 5 N"},
    {"and", "true if both sides are", "until ball.y < 0 m and t > 1 s"},
    {"or", "true if one of both sides is", "until ball.y < 0 m or t > 1 s"},
    {"not", "true if what follows is false", "expect not any(hit.closed)"},
    {"true", "a condition that holds", "weld w: ground to b { active = true }"},
    {"false", "a condition that does not hold", "weld w: ground to b { active = false }"},
    {"solve", "in a law: a name for what makes both sides equal, between two bounds",
     "solve FN in 0 N .. 1 MN: delta = FN/K + (FN/K2)^0.5"},
    {"stick", "in a friction law: the force up to which a contact holds", "stick = mu * FN"},
    {"v_out", "in a law: the contact is rigid and leaves a blow with this speed",
     "law bouncy(e) { v_out = e * v_impact }"},
    {"P_out", "in a law: the contact is rigid, and restitution passes on this impulse",
     "law bouncy(e) { P_out = e * P_in }"},
    {"W_out", "in a law: the contact is rigid, and restitution gives back this work",
     "law bouncy(e) { W_out = e^2 * W_in }"},
    {"vt_out", "in a friction law: the sliding speed with which a contact that grips leaves a blow",
     "vt_out = -0.6 * vt"},
    {"event",
     "as `method` of `simulate`: blows of rigid contacts are located and solved one by one",
     "simulate 1 s { method = event }"},
    {"stepping",
     "as `method` of `simulate`: steps of fixed length through the blows of rigid contacts",
     "simulate 1 s { method = stepping, step = 0.2 ms }"},
    {"simultaneous",
     "as `impacts` of `simulate`: contacts struck at one instant are solved together",
     "simulate 1 s { impacts = simultaneous }"},
    {"sequential", "as `impacts` of `simulate`: one after another, the fastest first",
     "simulate 1 s { impacts = sequential }"},
};

}  // namespace

std::span<const StatementDoc> statement_docs() {
  return statements;
}

std::span<const StatementDoc> word_docs() {
  return words;
}

}  // namespace mbs
