% The workloads of the benchmarks by Octave's ode45 and ode15s, with events.
% Usage: octave-cli octave_peer.m WORKLOAD WANTED REFERENCE...
% Prints for each method: name, tolerance, error, seconds of user time, steps, evaluations, impacts.
1;

function F = hysteretic (K, h, delta, rate, v)
  F = 0;
  if delta > 0
    F = max (0, K * delta * sqrt (delta) * (1 + h * rate / v));
  end
end

function [nx, ny, e, rate] = crank_kinematics (t, y)
  w = 5000 * 2 * pi / 60;
  ex = 0.05 * cos (w * t) + 0.12 * cos (y(1)) - y(2);
  ey = 0.05 * sin (w * t) + 0.12 * sin (y(1));
  vx = -0.05 * w * sin (w * t) - 0.12 * y(3) * sin (y(1)) - y(4);
  vy = 0.05 * w * cos (w * t) + 0.12 * y(3) * cos (y(1));
  e = sqrt (ex * ex + ey * ey);
  s = max (e, 1e-300);
  nx = ex / s;
  ny = ey / s;
  rate = nx * vx + ny * vy;
end

function g = crank_gap (t, y)
  [~, ~, e] = crank_kinematics (t, y);
  g = (1 - (e / 0.5e-3) ^ 2) * 0.25e-3;
end

function v = crank_speed (t, y)
  [~, ~, ~, v] = crank_kinematics (t, y);
end

function dy = crank_rates (t, y, closed, v)
  K = 4 / 3 * sqrt (1 / (1 / 9.5e-3 - 1 / 10e-3)) / (2 * (1 - 0.09) / 207e9);
  w = 5000 * 2 * pi / 60;
  [nx, ny, e, rate] = crank_kinematics (t, y);
  F = 0;
  if closed
    F = hysteretic (K, 0.75 * (1 - 0.81), e - 0.5e-3, rate, v);
  end
  s = sin (y(1));
  c = cos (y(1));
  ax = -0.05 * w ^ 2 * cos (w * t);
  ay = -0.05 * w ^ 2 * sin (w * t);
  torque = 0.12 * F * (s * nx - c * ny) + 0.21 * 0.06 * (s * ax - c * ay);
  dy = [y(3); y(4); torque / (2.5e-4 + 0.21 * 0.06 ^ 2); F * nx / 0.14];
end

function dy = ball_rates (t, y, closed, v)
  F = 0;
  if closed
    F = hysteretic (1.4e12, 8 * 0.1 / 4.5, -y(1), -y(2), max (v, 1e-3));
  end
  dy = [y(2); F - 9.81 + 0.1 * 7.5 ^ 2 * sin (7.5 * t)];
end

function dy = sphere_rates (t, y, closed, v)
  F = 0;
  if closed
    F = hysteretic (4 / 3 * sqrt (0.025) / (2 * (1 - 0.09) / 207e9), 0.4, -y(1), -y(2), v);
  end
  dy = [y(2); F / (4 / 3 * pi * 1.25e-4 * 7800 / 2)];
end

function [value, stop, direction] = event (gap, t, y, closed)
  value = gap (t, y);
  stop = 1;
  direction = 2 * closed - 1;
end

function e = onset_error (onsets, reference)
  e = Inf;
  if numel (onsets) >= numel (reference)
    e = max (abs (onsets(1:numel (reference)) - reference));
  end
end

function [p, known] = problem_named (name)
  known = true;
  p.longest = 1e-2;  % s, of a step: longer ones miss contacts
  p.gap = @(t, y) y(1);
  p.speed = @(t, y) -y(2);
  switch name
    case "slider_crank"
      w = 5000 * 2 * pi / 60;
      p.start = [0; 0.17; -w * 0.05 / 0.12; 0];
      p.scales = [1.8e-5 / 0.12; 1.8e-5; 1 / 0.12; 1];
      p.rates = @crank_rates;
      p.gap = @crank_gap;
      p.speed = @crank_speed;
      p.finish = 24e-3;
      p.longest = 5e-6;
      p.check = 1.5e-3;
      p.error = @(y, onsets, r) max (abs (y(:)' - r) ./ [1, 0.05, w, 0.05 * w]);
    case "ball"
      p.start = [0.4; -0.75];
      p.scales = [1.5e-5; 1];
      p.rates = @ball_rates;
      p.finish = 10;
      p.check = 2.5;
      p.error = @(y, onsets, r) onset_error (onsets, r);
    case "spheres"
      p.start = [1e-4; -0.5];
      p.scales = [1e-4; 1];
      p.rates = @sphere_rates;
      p.finish = 1e-3;
      p.check = 1e-3;
      p.error = @(y, onsets, r) abs (y(2) - r(1)) / 0.5;
    otherwise
      p = struct ();
      known = false;
  end
end

% Phase by phase: open until the gap closes, closed until it opens. Gives up after `limit` seconds.
function [y, onsets, steps] = solve (p, method, tol, finish, limit)
  t = 0;
  y = p.start;
  onsets = [];
  steps = 0;
  closed = false;
  v = 1;
  began = cputime ();
  while t < finish
    options = odeset ("RelTol", 1e-13, "AbsTol", tol * p.scales, ...
                      "MaxStep", p.longest, "Events", @(t, y) event (p.gap, t, y, closed));
    [ts, ys] = method (@(t, y) p.rates (t, y, closed, v), [t, finish], y, options);
    steps += numel (ts) - 1;
    t = ts(end);
    y = ys(end, :)';
    if t < finish
      closed = ! closed;
      if closed
        v = p.speed (t, y);
        onsets(end + 1) = t;
      end
    end
    if cputime () - began > limit || any (isnan (y))
      y(:) = NaN;
      break;
    end
  end
end

warning ("off", "all");
given = argv ();
script = find (cellfun (@(a) ! isempty (regexp (a, 'octave_peer\.m$')), given));
if ! isempty (script)
  given = given(script(1) + 1:end);  % without octave's own
end
workload = given{1};
wanted = str2double (given{2});
reference = cellfun (@str2double, given(3:end)');
[p, known] = problem_named (workload);
methods = {"ode45", "ode15s"};
for k = 1:numel (methods) * known
  method = str2func (methods{k});
  last = [];
  found = [];
  for half = 6:18
    tol = 10 ^ (-half / 2);
    try
      [y, onsets] = solve (p, method, tol, p.check, 60);
      e = p.error (y, onsets, reference(:)');
    catch
      e = Inf;
    end
    if ! isempty (last) && max (e, last(2)) <= wanted
      found = last;
      break;
    end
    last = [tol, e];
  end
  if isempty (found)
    continue;
  end
  times = [];
  while numel (times) < 5 && sum (times) < 40
    [~, before] = cputime ();
    [y, onsets, steps] = solve (p, method, found(1), p.finish, 120);
    [~, after] = cputime ();
    times(end + 1) = after - before;
  end
  if ! any (isnan (y))
    printf ("Octave %s\t%g\t%g\t%g\t%d\t%d\t%d\n", methods{k}, found, median (times), steps, 0, ...
            numel (onsets));
    fflush (stdout);
  end
end
