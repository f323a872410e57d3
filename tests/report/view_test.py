"""The server of `mbs view`: who may ask it, and that it follows its script.

Usage: view_test.py PROGRAM
"""
import json
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile

import checks
from checks import check
from view_client import LIMIT, News, Server

mbs = sys.argv[1]

BALL = """mbs 1
## A ball that falls
param h  = 50 mm   # of its fall
param ce = 0.8
param slow = false
world planar { gravity = (0, if slow then -1.62 else -9.81) m/s^2 }
require 10 mm <= h and h < 0.1 m, "a fall between 10 mm and 100 mm"
body ball { shape = sphere(10 mm), material = steel, at = (0 mm, h + 10 mm) }
body table_ { shape = plane, material = steel }
weld T: ground to table_
contact hit: ball to table_ { law = flores(ce) }
simulate 0.15 s
print "v = {hit.impacts[1].v_in in m/s:.4}"
"""
ENDLESS = """mbs 1
param n = 1
body stone { mass = 1 kg, inertia = 1 kg*m^2, velocity = (n * 1 m/s, 0 m/s) }
simulate 1e9 s { max_step = 1 ms }
print "got to {final(stone.x) in m}"
"""
LONG = """mbs 1
param n = 1
body stone { mass = 1 kg, inertia = 1 kg*m^2, velocity = (n * 1 m/s, 0 m/s) }
sweep n in 1..400 {
  simulate 40 s { max_step = 1 ms }
  print n
}
"""


def printed(data):
    return [i["text"] for i in data["items"] if i["type"] == "print"]


def codes(data):
    return [i["code"] for i in data["items"] if i["type"] == "diagnostic"]


def children(server):
    pid = server.process.pid
    return [child for task in pathlib.Path("/proc/%d/task" % pid).iterdir() for child in (task / "children").read_text().split()]


def who_may_ask(server):
    ask = server.ask
    status, headers, page = ask("GET", "")
    check(status == 200 and page.startswith("<!doctype html>"), "the page is served: %d" % status)
    check("connect-src 'self'" in page and "default-src 'none'" in page, "its policy")
    check(headers.get("Cache-Control") == "no-store" and headers.get("Referrer-Policy") == "no-referrer", "its headers: %r" % headers)
    check(not any(name.lower().startswith("access-control") for name in headers), "no other page may read it")
    for path in ("/", "/index.html", "/data/1", "/" + "0" * 32 + "/", server.root[:-2] + "/", server.root.upper()):
        check(ask("GET", path)[0] == 403, "%s needs the token" % path)
    for path in ("etc/passwd", "../../etc/passwd", "view.mbs", "data/", "data/x", "data/999", "data/-1", "events/", "x" * 3000):
        check(ask("GET", path)[0] in (403, 404), "%s is not served" % path[:40])
    for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil:80", "127.0.0.1:80:80", "[::1]", ""):
        check(ask("GET", "", Host=host)[0] == 403, "the host %r is refused" % host)
    for host in ("localhost", "localhost:8000", "127.0.0.1:1"):
        check(ask("GET", "", Host=host)[0] == 200, "the host %s is taken: a tunnel has it" % host)
    own = "http://127.0.0.1:%d" % server.port
    for origin, wanted in ((own, 200), ("http://evil.example", 403), ("null", 403), ("https://127.0.0.1:%d" % server.port, 403)):
        check(ask("GET", "", Origin=origin)[0] == wanted, "the origin %s" % origin)
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH"):
        check(ask(method, "set", "{}", Content_Type="application/json")[0] in (404, 405), "%s is refused" % method)
    check(ask("GET", "set")[0] == 405, "wishes are posted")
    check(ask("POST", "", "{}", Content_Type="application/json")[0] == 404, "nothing else is")
    check(ask("POST", "set", "{}", Content_Type="text/plain")[0] == 415, "a form of another page cannot ask")


def bad_wishes(server):
    for body in ("", "[1]", "{", '{"h": 3}', '{"nobody": "1"}', '{"h": "1\\n2"}', '{"h": "%s"}' % ("1" * 2000), "[" * 60000):
        status = server.ask("POST", "set", body, Content_Type="application/json")[0]
        check(status == 400, "%s is refused: %d" % (body[:20], status))
    with socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT) as raw:
        raw.sendall(b"POST %sset HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n" % server.root.encode())
        check(raw.recv(100).startswith((b"HTTP/1.1 413", b"HTTP/1.1 400")), "a body is limited")
    with socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT) as raw:
        raw.sendall(b"\x00\xff\r\n\r\n")
        raw.recv(100)
    check(server.ask("GET", "")[0] == 200, "the server goes on")


def follows(server, script):
    one, two = News(server), News(server)
    first = one.result()
    controls = {c["name"]: c for c in first["controls"]}
    check(list(controls) == ["h", "ce", "slow"], "controls: %r" % list(controls))
    h = controls["h"]
    check((h["kind"], h["value"], h["unit"], h["words"]) == ("number", 50, "mm", "of its fall"), "h: %r" % h)
    check(h["low"] == 10 and 99 < h["high"] < 100, "the range is what the script requires: %r" % h)
    check((controls["ce"]["low"], controls["ce"]["high"]) == (0, 1), "a coefficient: %r" % controls["ce"])
    check(controls["slow"]["kind"] == "logical", "slow: %r" % controls["slow"])
    # v = sqrt(2 g h), to the digits shown
    check(printed(server.data(first["result"])) == ["v = 0.9905 m/s"], "the first fall: %r" % printed(server.data(first["result"])))

    check(server.set({"h": "20 mm"}) == 204, "a param is set")
    second = one.result(first["result"])
    check(second["settings"] == {"h": "20 mm"}, "it is told: %r" % second["settings"])
    check(printed(server.data(second["result"])) == ["v = 0.6264 m/s"], "the second fall")
    check(two.result(first["result"])["result"] >= second["result"], "both readers are told")
    check(server.ask("GET", "data/%d" % first["result"])[0] == 404, "old data are gone")

    check(server.set({"h": "5 mm"}) == 204, "what the script refuses")
    refused = one.result(second["result"])
    data = server.data(refused["result"])
    check(data["exit"] == 2 and "E0411" in codes(data), "is told with its code: %r" % codes(data))
    check(server.set({"h": "1 +"}) == 204, "what is no expression")
    check(any(c.startswith("E01") for c in codes(server.data(one.result(refused["result"])["result"]))), "is told as well")
    check(server.set({}) == 204, "all is reset")
    last = one.until(lambda s: not s["running"] and not s["settings"])
    check(printed(server.data(last["result"])) == ["v = 0.9905 m/s"], "the script's value is back")

    script.write_text(BALL.replace("simulate 0.15 s", "simulat 0.15 s"))
    broken = one.result(last["result"])
    data = server.data(broken["result"])
    error = next(i for i in data["items"] if i["type"] == "diagnostic")
    check(error["code"] == "E0101" and error["line"] == 12 and "`simulate`" in error["labels"][0]["text"], "an error has code, place and hint: %r" % error)
    check([c["name"] for c in broken["controls"]] == ["h", "ce", "slow"], "controls stay while a script is broken")
    script.write_text(BALL)
    one.until(lambda s: not s["running"] and s["run"] > broken["run"])
    server.set({"ce": "0.5"})
    one.until(lambda s: not s["running"] and s["settings"])
    script.write_text(BALL.replace("ce", "cor"))
    renamed = one.until(lambda s: not s["running"] and "cor" in [c["name"] for c in s["controls"]])
    data = server.data(renamed["result"])
    check(data["settings"] == [] and codes(data) == [], "what was set of a param that is gone is left out: %r" % codes(data))
    script.write_text(BALL)
    again = one.until(lambda s: not s["running"] and s["run"] > renamed["run"])
    check(server.data(again["result"])["settings"] == ["ce = 0.5"], "and counts when it comes back")
    server.set({})
    one.until(lambda s: not s["running"] and not s["settings"])
    script.unlink()
    one.until(lambda s: "cannot be read" in s["problem"])
    script.write_text(BALL.replace("50 mm", "20 mm"))
    back = one.until(lambda s: not s["running"] and not s["problem"])
    check(printed(server.data(back["result"])) == ["v = 0.6264 m/s"], "and one that is back is run")


def writes(folder):
    """What a page has set goes into the file, in place of the script's own values, and nothing else does."""
    script = folder / "write.mbs"
    script.write_text(BALL)
    server = Server(mbs, script, "--set", "slow=false")
    news = News(server)
    first = news.result()
    post = lambda: server.ask("POST", "write", "{}", Content_Type="application/json")
    status, _, why = post()
    check(status == 409 and "nothing is set" in why and script.read_text() == BALL, "nothing to write: %d %r" % (status, why))
    check(server.set({"h": "20 mm", "ce": "0.7"}) == 204, "params are set")
    second = news.result(first["result"])
    check(post()[0] == 204, "they are written")
    written = BALL.replace("h  = 50 mm", "h  = 20 mm").replace("ce = 0.8", "ce = 0.7")
    check(script.read_text() == written, "the script: %r" % script.read_text())
    third = news.until(lambda s: s["result"] > second["result"] and not s["running"])
    check(third["settings"] == {} and printed(server.data(third["result"])) == ["v = 0.6264 m/s"], "it runs as written, and nothing is set any more: %r" % third)
    check({c["name"]: c["text"] for c in third["controls"]} == {"h": "20 mm", "ce": "0.7", "slow": "false"}, "its controls: %r" % third["controls"])
    check(server.set({"slow": "true"}) == 204, "what the command line sets")
    news.result(third["result"])
    status, _, why = post()
    check(status == 409 and "slow" in why and script.read_text() == written, "cannot be written: %d %r" % (status, why))
    check(server.set({"h": "30 mm"}) == 204, "a param, while the file becomes another that cannot be read")
    state = news.until(lambda s: not s["running"] and s["settings"] == {"h": "30 mm"})
    # As many bytes more above as the first param has up to the second one's value.
    moved = written.replace("param h ", "simulat 9 s # of its fall\nparam h ")
    script.write_text(moved)
    news.until(lambda s: not s["running"] and s["run"] > state["run"])
    check(post()[0] == 204 and script.read_text() == moved.replace("h  = 20 mm", "h  = 30 mm"), "is written where it stands by now: %r" % script.read_text())
    script.write_text(moved.replace("h  = 20 mm", "h  = 20 mm + 0 mm"))
    check(server.set({"h": "40 mm"}) == 204, "one whose value is another")
    status, _, why = post()
    check(status == 409 and "`h` has another value" in why and "20 mm + 0 mm" in script.read_text(), "stays: %d %r" % (status, why))
    check(server.ask("GET", "write")[0] == 405 and server.ask("POST", "write", "{}", Content_Type="text/plain")[0] == 415, "only pages of its own can ask")
    server.end()


def used_files(folder):
    script, used, data = folder / "main.mbs", folder / "used.mbs", folder / "points.csv"
    script.write_text('mbs 1\nuse "used.mbs"\ndata d from "points.csv" { t in s = "t", y = "y" }\nprint a, max(d.y)\n')
    used.write_text("mbs 1\nparam a = 1\n")
    data.write_text("t,y\n0,1\n1,3\n")
    server = Server(mbs, script, "--set", "a=7")
    news = News(server)
    state = news.result()
    check(printed(server.data(state["result"])) == ["a = 7  3"], "used files: %r" % printed(server.data(state["result"])))
    check([(c["name"], c["text"]) for c in state["controls"]] == [("a", "7")], "params of used files: %r" % state["controls"])
    data.write_text("t,y\n0,1\n1,4\n")
    state = news.result(state["result"])
    check(printed(server.data(state["result"])) == ["a = 7  4"], "data are watched")
    used.unlink()
    state = news.result(state["result"])
    check(codes(server.data(state["result"]))[:1] != [], "a used file that is gone is an error")
    (folder / "new.mbs").write_text("mbs 1\nparam a = 1\nparam b = 2\n")
    (folder / "new.mbs").rename(used)  # as editors do
    state = news.result(state["result"])
    check([c["name"] for c in state["controls"]] == ["a", "b"], "one that comes back is read: %r" % state["controls"])
    check(sorted(p.name for p in folder.iterdir()) == ["main.mbs", "points.csv", "used.mbs"], "nothing is written")
    check(server.end() == 130, "it ends by Ctrl-C")


def long_runs(folder):
    script = folder / "endless.mbs"
    script.write_text(ENDLESS)
    server = Server(mbs, script)
    news = News(server)
    state = news.until(lambda s: s["running"] and s["t"] > 0)
    check(0 < state["part"] < 1 and state["result"] == 0, "progress is told: %r" % state["part"])
    check(server.set({"n": "2"}) == 204, "a run is overtaken")
    state = news.until(lambda s: s["running"] and s["run"] == 2 and s["t"] > 0)
    check(all(s["result"] == 0 for s in news.all), "the first one has no result")
    check(server.ask("POST", "stop", "{}", Content_Type="application/json")[0] == 204, "a run is stopped")
    state = news.result()
    check(server.data(state["result"])["exit"] == 130 and state["result"] == 2, "what it has is shown: %r" % state)
    server.set({"n": "4"})
    news.until(lambda s: s["running"] and s["run"] == 3 and s["t"] > 0)
    subprocess.run(["kill", "-STOP", *children(server)])  # a run that hangs
    server.ask("POST", "stop", "{}", Content_Type="application/json")
    news.until(lambda s: s["stopping"])
    server.ask("POST", "stop", "{}", Content_Type="application/json")
    check("before it had a result" in news.until(lambda s: not s["running"])["problem"], "a run that hangs is ended")
    script.write_text(ENDLESS + "\n# changed\n")
    news.until(lambda s: s["running"] and s["run"] == 4 and s["t"] > 0)
    child = children(server)
    check(len(child) == 1, "one run at a time: %r" % child)
    subprocess.run(["kill", "-SEGV", *child])
    state = news.until(lambda s: s["problem"])
    check("signal 11" in state["problem"] and not state["running"], "a crash is told: %r" % state["problem"])
    check(server.set({"n": "3"}) == 204, "the server goes on")
    news.until(lambda s: s["running"] and s["run"] == 5 and s["t"] > 0)
    child = children(server)
    idle = socket.create_connection(("127.0.0.1", server.port))  # says nothing
    check(server.end() == 130, "it ends in the middle of a run")
    check(news.until(lambda s: False) is None, "readers are let go")
    check(subprocess.run(["kill", "-0", *child], stderr=subprocess.DEVNULL).returncode != 0, "its run ends with it")
    idle.close()


def streams(folder):
    """Passes that are done are there while the others are under way."""
    script = folder / "sweep.mbs"
    script.write_text(LONG)
    server = Server(mbs, script, "--jobs", "1")
    news = News(server)
    state = news.until(lambda s: s["running"] and s["result"] == 1)
    data, edition = server.data(1), state["edition"]
    first = len(printed(data))
    check(data["exit"] is None and 0 < first < 400, "what there is so far: %r, %d" % (data["exit"], first))
    state = news.until(lambda s: s["running"] and s["edition"] > edition)
    check(len(printed(server.data(1))) > first, "more comes")
    server.ask("POST", "stop", "{}", Content_Type="application/json")
    state = news.result()
    data = server.data(state["result"])
    check(data["exit"] == 130 and state["result"] == 1, "its end: %r" % data["exit"])
    server.end()


def once(folder):
    """The address alone; the end comes with the data, and not before: neither with those of a run under way, nor while nobody asks."""
    script = folder / "once.mbs"
    script.write_text(BALL)
    server = Server(mbs, script, "--once")
    news = News(server)
    state = news.result()
    check(state["once"] is True and server.process.poll() is None, "it waits for a page")
    check(server.ask("POST", "set", '{"h": "20 mm"}', Content_Type="application/json")[0] == 400, "nothing is set")
    check(printed(server.data(state["result"])) == ["v = 0.9905 m/s"], "its data")
    check(server.process.wait(LIMIT) == 0, "then it ends well")
    check(server.process.stdout.read() == "", "one line alone")
    script.write_text(LONG)
    server = Server(mbs, script, "--once", "--jobs", "1")
    news = News(server)
    edition = news.until(lambda s: s["running"] and s["result"] > 0)["edition"]
    check(server.data(1)["exit"] is None, "what there is so far")
    news.until(lambda s: s["running"] and s["edition"] > edition)
    check(server.process.poll() is None, "is not all")
    server.ask("POST", "stop", "{}", Content_Type="application/json")
    check(server.data(news.result()["result"])["exit"] == 130 and server.process.wait(LIMIT) == 0, "a run that is stopped is shown, and then it ends")
    script.unlink()
    script.write_text(ENDLESS)
    server = Server(mbs, script, "--once")
    News(server).until(lambda s: s["running"])
    check(server.end() == 130, "Ctrl-C ends it before that")


def bad_starts(folder):
    def run(*arguments):
        return subprocess.run([mbs, "view", *map(str, arguments)], capture_output=True, text=True, timeout=LIMIT)
    check(run().returncode == 2, "no script")
    gone = run(folder / "gone.mbs")
    check(gone.returncode == 4 and "cannot read" in gone.stderr, "a script that is not there: %r" % gone.stderr)
    check(run("-").returncode == 4, "standard input cannot be watched")
    script = folder / "script.mbs"
    script.write_text("print 1\n")
    check(run(script, "--port", "0").returncode == 2, "a wrong port")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        busy = run(script, "--port", taken.getsockname()[1])
        check(busy.returncode == 4 and "cannot listen" in busy.stderr, "a busy port: %r" % busy.stderr)
    server = Server(mbs, script)
    again = run(script, "--port", server.port)
    check(again.returncode == 4, "one of another view: %r" % again.stderr)
    check(server.end(signal.SIGTERM) == 143, "it ends by SIGTERM")


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    script = folder / "view.mbs"
    script.write_text(BALL)
    server = Server(mbs, script)
    who_may_ask(server)
    News(server).result()
    bad_wishes(server)
    follows(server, script)
    check(server.end() == 130, "it ends by Ctrl-C")
    for test in (used_files, writes, long_runs, streams, once, bad_starts):
        (folder / test.__name__).mkdir()
        test(folder / test.__name__)
sys.exit(1 if checks.failures else 0)
