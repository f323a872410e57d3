#include "runtime/study/film_actions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "lang/scenario/film_length.hpp"
#include "runtime/results/film.hpp"
#include "runtime/results/quantity_text.hpp"
#include "runtime/study/later.hpp"

namespace mbs {

namespace {

// "film_2.mp4" of the second pass, "film_2_1.mp4" of the first one inside of it.
std::string numbered(const std::string& file, const std::vector<std::size_t>& passes) {
  std::filesystem::path path(file);
  std::string stem = path.stem().string();
  for (const std::size_t pass : passes) stem += fmt::format("_{}", pass);
  return path.replace_filename(stem + path.extension().string()).string();
}

Diagnostic at_action(Code code, std::string message, const ir::Animate& action) {
  Diagnostic d{code, std::move(message), {}, {}, {}, {}, {}};
  if (action.origin.source >= 0) d.labels.push_back({action.origin, ""});
  return d;
}

// Runs of a session may be of another mechanism than the one that is there now.
bool has_all(const ir::Scenario& shown, const ir::Scenario& now, const ir::Animate& action) {
  const auto same_body = [&](ir::BodyId id) {
    const auto i = static_cast<std::size_t>(id.index);
    return !id.valid() || (i < shown.bodies.size() && shown.bodies[i].name == now.bodies[i].name);
  };
  const auto lens = static_cast<std::size_t>(action.lens.index);
  const bool same_lens =
      !action.lens.valid() ||
      (lens < shown.contacts.size() && shown.contacts[lens].name == now.contacts[lens].name);
  return same_lens && same_body(action.follow) &&
         std::ranges::all_of(action.trails, [&](const auto& p) { return same_body(p.body); });
}

}  // namespace

Diagnostic unfilmed(const GainedFilm& film) {
  return at_action(
      Code::W0211,
      fmt::format("there is no film `{}`: its pass was made by another process or command",
                  film.file),
      film.output.asked);
}

// Which part of the present run is asked for; empty after an error.
std::optional<ir::Interval> FilmActions::part_to_show(const ir::Animate& action) {
  const auto seconds = [&](double t) { return number_text(t, now_.options.digits) + " s"; };
  const double begin = now_.run()->t.front(), end = now_.run()->t.back();
  const double slack = 1e-9 * std::max(std::abs(end), end - begin);
  const auto fail = [&](Code code, const std::string& message) -> Diagnostic {
    now_.outcome.script_error = true;
    return at_action(code, message, action);
  };
  if (action.time && ((*action.time)[0] > end + slack || (*action.time)[1] < begin - slack)) {
    now_.report(
        fail(Code::E0430, fmt::format("the run lasts from {} to {}: nothing of it lies in `time`",
                                      seconds(begin), seconds(end))));
    return std::nullopt;
  }
  if (!action.file.empty() && !now_.run()->samples.whole()) {
    now_.report(
        fail(Code::E0430, "the record of the run had no room for the motion of all bodies"));
    return std::nullopt;
  }
  if (!has_all(scenario(*now_.run()->model), *now_.scenario, action)) {
    now_.report(fail(Code::E0430, "the run was made before the mechanism changed"));
    return std::nullopt;
  }
  if (!action.time) return ir::Interval{begin, end};
  if ((*action.time)[1] > end + slack)
    now_.report(at_action(Code::W0211,
                          fmt::format("{} with the run at {}, though `time` goes on to {}",
                                      action.file.empty() ? "what is shown ends" : "the film ends",
                                      seconds(end), seconds((*action.time)[1])),
                          action));
  return ir::Interval{std::clamp((*action.time)[0], begin, end),
                      std::clamp((*action.time)[1], begin, end)};
}

// Finds how long the film is; false after an error.
bool FilmActions::can_film(const ir::Animate& action, FilmOutput& film) {
  film.slow = action.slow.value_or(ir::usual_slow(film.to - film.from));
  const double frames = ir::film_frames(film.to - film.from, film.slow, action.fps);
  if (!(frames <= ir::most_film_frames)) {
    Diagnostic d = at_action(Code::E0429, ir::too_many_frames(frames), action);
    d.hint = ir::fewer_frames;
    now_.outcome.script_error = true;
    now_.report(d);
    return false;
  }
  film.frames = static_cast<int>(frames);
  return true;
}

void FilmActions::animate(const ir::Animate& asked) {
  if (!now_.run() || now_.run()->size() == 0) {
    if (now_.broken()) return;
    now_.report(at_action(
        Code::E0306, asked.file.empty() ? "there is no run to show" : "a film needs a finished run",
        asked));
    now_.outcome.script_error = true;
    return;
  }
  const auto known = settled(now_, asked);
  if (!known) return;
  const ir::Animate& action = *known;
  const auto part = part_to_show(action);
  if (!part) return;
  const auto [begin, end] = *part;
  if (action.file.empty()) {
    now_.from(action.origin);
    now_.sink.give(StageView{now_.run(), action, begin, end});
    return;
  }
  FilmOutput film{nullptr, action, begin, end};
  if (!can_film(action, film)) return;
  film.scene = scene_of(*now_.run(), {.lens = action.lens.index});
  GainedFilm gained{std::move(film), numbered(action.file, now_.options.place.passes)};
  if (now_.options.gathers) return films_.push_back(std::move(gained));
  give_film(std::move(gained));
}

void FilmActions::give_film(GainedFilm film) {
  if (now_.over()) return;
  if (!film.output.scene) return now_.report(unfilmed(film));
  const Span origin = film.output.asked.origin;
  const std::string file = film.file;
  now_.from(origin);
  const auto interrupted = [&] { return now_.interrupted(); };
  const std::string problem =
      interrupted() ? "" : now_.sink.give(FilmFile{std::move(film.output), file});
  if (!interrupted()) return now_.tell_file_problem(problem, file, origin);
  now_.end_by_interrupt();
  now_.note(fmt::format("interrupted: the film `{}` is left out, and what was to follow", file));
}

// Those of a sweep inside another wait for that one.
void FilmActions::keep(std::vector<GainedFilm> films) {
  for (GainedFilm& film : films) {
    if (now_.options.gathers)
      films_.push_back(std::move(film));
    else
      give_film(std::move(film));
  }
}

}  // namespace mbs
