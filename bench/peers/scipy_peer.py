"""The workloads of the benchmarks by scipy.integrate.solve_ivp, written as for one mechanism each.

Usage: scipy_peer.py WORKLOAD WANTED REFERENCE...
Prints for each method: name, tolerance, error, seconds of user time, steps, evaluations, impacts.
"""
import resource
import statistics
import sys
from math import cos, pi, sin, sqrt

from scipy.integrate import solve_ivp

FINEST_RELATIVE = 2.3e-14  # the smallest that solve_ivp takes: errors are absolute


def hysteretic(K, h, delta, rate, v_impact):
    if delta <= 0:
        return 0.0
    return max(0.0, K * delta * sqrt(delta) * (1 + h * rate / v_impact))


class SliderCrank:
    end, check = 24e-3, 1.5e-3
    omega, crank, rod, cm = 5000 * 2 * pi / 60, 0.05, 0.12, 0.06
    m_rod, I_rod, m_slider, c = 0.21, 2.5e-4, 0.14, 0.5e-3
    K = 4 / 3 * sqrt(1 / (1 / 9.5e-3 - 1 / 10e-3)) / (2 * (1 - 0.09) / 207e9)
    h = 0.75 * (1 - 0.81)
    scales = [1.8e-5 / 0.12, 1.8e-5, 1 / 0.12, 1]
    longest = 5e-6  # s, of a step of RK45: longer ones miss contacts
    v_impact, closed = 1.0, False

    def start(self):
        return [0, self.crank + self.rod, -self.omega * self.crank / self.rod, 0]

    def kinematics(self, t, y):
        a, w = self.omega * t, self.omega
        ex = self.crank * cos(a) + self.rod * cos(y[0]) - y[1]
        ey = self.crank * sin(a) + self.rod * sin(y[0])
        vx = -self.crank * w * sin(a) - self.rod * y[2] * sin(y[0]) - y[3]
        vy = self.crank * w * cos(a) + self.rod * y[2] * cos(y[0])
        e = sqrt(ex * ex + ey * ey)
        nx, ny = (ex / e, ey / e) if e > 0 else (0.0, 0.0)
        return nx, ny, e, nx * vx + ny * vy

    def gap(self, t, y):
        e = self.kinematics(t, y)[2]
        return (1 - (e / self.c) ** 2) * self.c / 2

    def closing_speed(self, t, y):
        return self.kinematics(t, y)[3]

    def rates(self, t, y):
        nx, ny, e, rate = self.kinematics(t, y)
        F = hysteretic(self.K, self.h, e - self.c, rate, self.v_impact) if self.closed else 0.0
        a, s, c = self.omega * t, sin(y[0]), cos(y[0])
        ax, ay = -self.crank * self.omega**2 * cos(a), -self.crank * self.omega**2 * sin(a)
        torque = self.rod * F * (s * nx - c * ny) + self.m_rod * self.cm * (s * ax - c * ay)
        return [y[2], y[3], torque / (self.I_rod + self.m_rod * self.cm**2), F * nx / self.m_slider]

    def error(self, y, onsets, reference):
        sizes = [1, self.crank, self.omega, self.omega * self.crank]
        return max(abs(a - b) / s for a, b, s in zip(y, reference, sizes))


class Ball:
    end, check = 10.0, 2.5
    K, h, v_impact, closed = 1.4e12, 8 * (1 - 0.9) / (5 * 0.9), 1.0, False
    scales = [1.5e-5, 1]
    longest = 1e-2

    def start(self):
        return [0.4, -0.1 * 7.5]

    def gap(self, t, y):
        return y[0]

    def closing_speed(self, t, y):
        return -y[1]

    def rates(self, t, y):
        F = 0.0
        if self.closed:
            F = hysteretic(self.K, self.h, -y[0], -y[1], max(self.v_impact, 1e-3))
        return [y[1], F - 9.81 + 0.1 * 7.5**2 * sin(7.5 * t)]

    def error(self, y, onsets, reference):
        if len(onsets) < len(reference):
            return float("inf")
        return max(abs(a - b) for a, b in zip(onsets, reference))


class Spheres(Ball):
    end = check = 1e-3
    m = 4 / 3 * pi * 1.25e-4 * 7800 / 2
    K = 4 / 3 * sqrt(0.025) / (2 * (1 - 0.09) / 207e9)
    h = 8 * (1 - 0.8) / (5 * 0.8)
    scales = [1e-4, 1]

    def start(self):
        return [1e-4, -0.5]

    def rates(self, t, y):
        F = hysteretic(self.K, self.h, -y[0], -y[1], self.v_impact) if self.closed else 0.0
        return [y[1], F / self.m]

    def error(self, y, onsets, reference):
        return abs(y[1] - reference[0]) / 0.5


def solve(problem, method, tol, until):
    """Phase by phase: open until the gap closes, closed until it opens."""
    t, y, onsets, steps, evaluations = 0.0, problem.start(), [], 0, 0
    problem.closed = False
    closes, opens = (lambda t, y: problem.gap(t, y)), (lambda t, y: problem.gap(t, y))
    closes.terminal = opens.terminal = True
    closes.direction, opens.direction = -1, 1
    absolute = [tol * scale for scale in problem.scales]
    longest = problem.longest if method == "RK45" else float("inf")
    while t < until:
        part = solve_ivp(problem.rates, (t, until), y, method=method, rtol=FINEST_RELATIVE,
                         atol=absolute, max_step=longest, events=opens if problem.closed else closes)
        steps += len(part.t) - 1
        evaluations += part.nfev
        if not part.success:
            return None
        t, y = part.t[-1], part.y[:, -1]
        if part.status == 1:
            problem.closed = not problem.closed
            if problem.closed:
                problem.v_impact = problem.closing_speed(t, y)
                onsets.append(t)
    return y, onsets, steps, evaluations


def tolerance(problem, method, wanted, reference):
    last = None
    for k in range(6, 26):  # 1e-3 to 1e-12.5
        tol = 10.0 ** (-k / 2)
        solved = solve(problem, method, tol, problem.check)
        error = problem.error(solved[0], solved[1], reference) if solved else float("inf")
        if last and max(error, last[1]) <= wanted:
            return last
        last = (tol, error)
    return None


def main():
    workload, wanted, reference = sys.argv[1], float(sys.argv[2]), list(map(float, sys.argv[3:]))
    problems = {"slider_crank": SliderCrank, "ball": Ball, "spheres": Spheres}
    if workload not in problems:
        return
    for method in "RK45", "LSODA":
        problem = problems[workload]()
        found = tolerance(problem, method, wanted, reference)
        if not found:
            continue
        times = []
        while len(times) < 5 and sum(times) < 60:
            begin = resource.getrusage(resource.RUSAGE_SELF).ru_utime
            _, onsets, steps, evaluations = solve(problem, method, found[0], problem.end)
            times.append(resource.getrusage(resource.RUSAGE_SELF).ru_utime - begin)
        print(f"scipy {method}", *found, statistics.median(times), steps, evaluations, len(onsets),
              sep="\t", flush=True)


main()
