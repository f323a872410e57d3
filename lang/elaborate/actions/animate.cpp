#include "lang/elaborate/actions/animate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "lang/elaborate/actions/options.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/objects/places.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/no_run.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/scenario/film_length.hpp"

namespace mbs::elaborate {

namespace {

struct Films {
  World& world;
  Scope& scope;
  const ast::Animate& node;
  const ast::Statement& statement;

  void add_times(ir::Animate& film) const {
    if (const ast::Attribute* asked = find_option(node.options, option::film_time.name))
      add_interval(film, *asked->value);
    film.slow = number_option(world, scope, node.options, option::slow);
    const auto fps = number_option(world, scope, node.options, option::fps);
    check_bounds(world, node.options, option::fps, fps);
    if (fps && option::fps.allows(*fps)) film.fps = *fps;
    if (film.time && !film.from_later.given() && (*film.time)[0] < 0)
      report(world, Code::E0411, find_option(node.options, option::film_time.name)->value->span,
             "a run begins at t = 0, there is nothing before it");
  }

  void add_interval(ir::Animate& film, const ast::Expr& time) const {
    const GivenInterval given = asked_interval(world, scope, time, {"`time`", dim::time, time.span},
                                               "`time = 0 ms .. 5 ms`", false);
    film.time = given.value;
    film.from_later = given.from;
    film.to_later = given.to;
  }

  // Known before anything is simulated, if both are given.
  void check_length(const ir::Animate& film) const {
    if (!film.time || !film.slow || film.from_later.given() || film.to_later.given()) return;
    const double frames = ir::film_frames((*film.time)[1] - (*film.time)[0], *film.slow, film.fps);
    if (frames > ir::most_film_frames)
      report(world, Code::E0429, statement.head, ir::too_many_frames(frames)).hint =
          ir::fewer_frames;
  }

  // What is of a file alone.
  void refuse_without_file() const {
    for (const OptionInfo* option : {&option::fps, &option::frame})
      if (const ast::Attribute* found = find_option(node.options, option->name))
        report(world, Code::E0404, found->name.span,
               fmt::format("`{}` is of a film, and none is asked for", option->name))
            .hint = "`animate to \"film.mp4\"` makes one";
  }
  void check_name() const {
    const bool known = std::ranges::any_of(ir::film_endings, [&](std::string_view ending) {
      return node.file.ends_with(ending) && node.file.size() > ending.size();
    });
    if (!known)
      report(world, Code::E0411, node.file_span, "a film is an MP4, a GIF or a WebM: name it so")
          .hint = "`to \"film.mp4\"`, `to \"film.gif\"`, `to \"film.webm\"`";
  }

  void add_size(ir::Animate& film) const {
    const auto size = size_option(world, scope, node.options, option::frame);
    if (!size) return;
    for (std::size_t k = 0; k < 2; ++k) film.size[k] = static_cast<int>(std::lround((*size)[k]));
  }

  // What is named by the option: a thing that `fits`, else an error.
  const Object* named(const ast::Expr& expr, const Value& value, const OptionInfo& what,
                      const char* wanted, const std::function<bool(const Object&)>& fits) const {
    if (value.poisoned()) return nullptr;
    const auto* found = value.get<ObjectValue>();
    if (found && fits(*found->object)) return found->object;
    report(world, Code::E0308, expr.span,
           fmt::format("`{}` must be {}, but this is {}", what.name, wanted,
                       found ? found->object->title() : describe(value)));
    return nullptr;
  }

  void add_followed(ir::Animate& film) const {
    const ast::Attribute* asked = find_option(node.options, option::follow.name);
    if (!asked) return;
    const Value value = evaluate(world, *asked->value, scope);
    if (const Object* body = named(*asked->value, value, option::follow, "a body", is_body))
      film.follow = {body->index};
  }

  void add_lens(ir::Animate& film) const {
    const ast::Attribute* asked = find_option(node.options, option::lens.name);
    if (!asked) return;
    const Value value = evaluate(world, *asked->value, scope);
    const auto is_pair = [&](const Object& object) {
      return object.type() == ObjectKind::contact || object.type() == ObjectKind::clearance;
    };
    if (!named(*asked->value, value, option::lens, "a contact", is_pair)) return;
    Object& contact = *value.get<ObjectValue>()->object;
    if (!has_several_contacts(world, contact)) {
      film.lens = {contact.index};
      return;
    }
    report(world, Code::E0425, asked->value->span,
           fmt::format("a lens shows one contact, but `{}` has several", contact.name))
        .hint =
        fmt::format("`lens = {}.{}[1]`", contact.name, clearance_parts(world, contact).name);
  }

  void add_trails(ir::Animate& film) const {
    const ast::Attribute* asked = find_option(node.options, option::trail.name);
    if (!asked) return;
    const Value value = evaluate(world, *asked->value, scope);
    if (const auto* list = value.get<ListValue>()) {
      for (const Value& item : *list->items) add_trail(film, *asked->value, item);
    } else {
      add_trail(film, *asked->value, value);
    }
  }
  void add_trail(ir::Animate& film, const ast::Expr& expr, const Value& value) const {
    if (!named(expr, value, option::trail, "a point or a list of points", is_point_like)) return;
    Object& point = *value.get<ObjectValue>()->object;
    film.trails.push_back({point.name, {body_of(point).index}, local_position(world, point)});
  }
};

}  // namespace

std::optional<ir::Animate> compile_animate(World& world, const ast::Animate& node,
                                           const ast::Statement& statement, Scope& scope) {
  check_options(world, node.options, "animate");
  const Films films{world, scope, node, statement};
  ir::Animate film;
  film.file = node.file;
  film.origin = statement.head;
  films.add_times(film);
  const bool to_file = node.file_span.source >= 0;
  if (to_file)
    films.check_length(film);
  else
    films.refuse_without_file();
  films.add_size(film);
  films.add_followed(film);
  films.add_lens(film);
  films.add_trails(film);
  if (to_file) films.check_name();
  if (!world.has_run)
    report_no_run(world, statement.head,
                  to_file ? "a film needs a finished run" : "there is no run to show");
  return film;
}

}  // namespace mbs::elaborate
