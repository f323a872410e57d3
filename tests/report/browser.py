"""Chromium without a window, driven over a pipe: nothing but Python and the browser is needed.

The protocol is that of the browser's developer tools: JSON messages that end with a zero byte, to the browser
on its descriptor 3 and from it on 4.
"""
import base64
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import checks

LIMIT = 120  # s; no measure of anything, but that a test ends


def find():
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        path = shutil.which(name)
        if path:
            return path
    return None


def find_or_skip():
    """The browser; without one the test ends as skipped."""
    path = find()
    if not path:
        print("skipped: there is no Chromium (Debian: apt-get install chromium)")
        sys.exit(77)
    return path


@contextlib.contextmanager
def new_page(path):
    """An empty page of a browser of its own, which is closed behind it."""
    browser = Browser(path)
    try:
        yield Page(browser)
    finally:
        browser.close()


@contextlib.contextmanager
def tested_page():
    """(page, folder) for a whole test: a browser and a folder of its own. What the page complains of at the end is a failure, and the
    process ends by what was checked."""
    path = find_or_skip()
    with tempfile.TemporaryDirectory() as name, new_page(path) as page:
        yield page, pathlib.Path(name)
        checks.check(page.problems() == [], "%r" % page.problems())
    sys.exit(1 if checks.failures else 0)


def run_with_report(program, root, folder, name, text, *options):
    """The page of an example, or of a text, and the finished run."""
    path, script = folder / (name + ".html"), folder / (name + ".mbs")
    if text:
        script.write_text(text)
    done = subprocess.run([program, "run", str(script if text else root / "examples" / (name + ".mbs")), "--out", str(folder), "--report", str(path), *options],
                          capture_output=True, text=True)
    checks.check(path.exists() and done.returncode in (0, 1), "%s: exit %d\n%s" % (name, done.returncode, done.stderr))
    return path, done


class Browser:
    def __init__(self, path):
        to_read, self.out = os.pipe()
        self.inp, to_write = os.pipe()
        self.home = tempfile.mkdtemp()
        # The shell puts the pipes where the browser looks for them.
        command = 'exec "$0" "$@" 3<&%d 4>&%d' % (to_read, to_write)
        self.process = subprocess.Popen(
            ["bash", "-c", command, path, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--user-data-dir=" + self.home, "--remote-debugging-pipe", "about:blank"],
            pass_fds=(to_read, to_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer = b""
        self.count = 0
        self.events = []

    def message(self):
        while b"\0" not in self.buffer:
            chunk = os.read(self.inp, 1 << 20)
            if not chunk:
                raise RuntimeError("the browser has ended")
            self.buffer += chunk
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **params):
        self.count += 1
        request = {"id": self.count, "method": method, "params": params}
        if session:
            request["sessionId"] = session
        os.write(self.out, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(method + ": " + answer["error"]["message"])
                return answer["result"]
            self.events.append(answer)

    def close(self):
        try:
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


class Page:
    """One page; what it complains of, or asks the network for, is kept in `problems`."""

    def __init__(self, browser, width=1440, height=900, dark=False, server=None):
        """`server`: the one address that may be asked; without it there is no network."""
        self.browser = browser
        self.server = server
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Network.emulateNetworkConditions", offline=server is None, latency=0, downloadThroughput=0, uploadThroughput=0)
        self.size(width, height)
        self.scheme(dark)

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def size(self, width, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def scheme(self, dark, media=""):
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)

    def open(self, path, fragment="", ready=True):
        url = (self.server or pathlib.Path(path).resolve().as_uri()) + fragment
        failed = self.call("Page.navigate", url=url).get("errorText")
        if failed:
            raise RuntimeError("%s cannot be opened: %s" % (url, failed))
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            state = self.evaluate("document.readyState === 'complete' && (document.documentElement.dataset.ready || 'no')")
            if state == "true" or (state == "no" and not ready):
                return
            time.sleep(0.05)
        raise RuntimeError("%s does not become ready in %d s: %s" % (url, LIMIT, "; ".join(self.problems())))

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def problems(self):
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            params, method = event["params"], event["method"]
            if method == "Runtime.exceptionThrown":
                details = params["exceptionDetails"]
                found.append(details.get("exception", {}).get("description") or details["text"])
            if method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
                found.append("console: " + str(params["args"]))
            if method == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append("log: " + params["entry"]["text"])
            if method == "Network.requestWillBeSent":
                url = params["request"]["url"]
                own = ("file:", "about:", "blob:", "data:") + ((self.server,) if self.server else ())
                if not url.startswith(own):
                    found.append("request: " + url)
        return found

    def mouse(self, kind, x, y, clicks=0):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left" if clicks or kind != "mouseMoved" else "none",
                  buttons=1 if kind in ("mousePressed",) else 0, clickCount=clicks)

    def click(self, x, y, clicks=1):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, clicks)
        self.mouse("mouseReleased", x, y, clicks)

    def drag(self, x0, y0, x1, y1):
        self.mouse("mouseMoved", x0, y0)
        self.mouse("mousePressed", x0, y0, 1)
        for i in range(1, 6):
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x0 + (x1 - x0) * i / 5, y=y0 + (y1 - y0) * i / 5,
                      button="left", buttons=1)
        self.mouse("mouseReleased", x1, y1, 1)

    def key(self, key, code=None, shift=False):
        text = key if len(key) == 1 else ""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, text=text if kind == "keyDown" else "",
                      modifiers=8 if shift else 0)

    def box(self, selector, index=0):
        """Middle and size of an element, scrolled into view, once it stays where it is: what comes into view may be
        made only then, and move what is below."""
        return self.evaluate(
            """new Promise(done => {
              const e = document.querySelectorAll(%s)[%d];
              let last = null, still = 0;
              const look = () => {
                e.scrollIntoView({block: 'center'});
                const b = e.getBoundingClientRect();
                const at = {x: b.left + b.width / 2, y: b.top + b.height / 2, left: b.left, top: b.top, width: b.width, height: b.height};
                still = last && last.x === at.x && last.y === at.y ? still + 1 : 0;
                last = at;
                if (still === 5) done(at); else requestAnimationFrame(look);
              };
              look();
            })""" % (json.dumps(selector), index))

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
