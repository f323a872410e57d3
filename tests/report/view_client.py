"""A running `mbs view`, asked over HTTP: requests with any header, and the news it sends."""
import atexit
import http.client
import json
import queue
import re
import signal
import subprocess
import threading

LIMIT = 120  # s for anything that is waited for; nothing depends on how long it takes


class Server:
    def __init__(self, mbs, script, *arguments, cwd=None):
        self.process = subprocess.Popen([mbs, "view", str(script), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, cwd=cwd)
        atexit.register(self.process.kill)  # if the test breaks off
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)(/[0-9a-f]{32}/)", line)
        if not found:
            raise RuntimeError("no address: %r %r" % (line, self.process.stderr.read()))
        self.address = found.group()
        self.port, self.root = int(found.group(1)), found.group(2)

    def ask(self, method, path, body=None, **headers):
        """(status, headers, text). `path`: behind the token, or whole if it begins with a slash."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        path = path if path.startswith("/") else self.root + path
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, dict(answer.getheaders()), text

    def set(self, values):
        return self.ask("POST", "set", json.dumps(values), Content_Type="application/json")[0]

    def data(self, number):
        return json.loads(self.ask("GET", "data/%d" % number)[2])

    def end(self, sent=signal.SIGINT):
        self.process.send_signal(sent)
        code = self.process.wait(LIMIT)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


class News:
    """What one reader is told, as it comes."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LIMIT)
        self.connection.request("GET", server.root + "events")
        self.answer = self.connection.getresponse()
        self.states = queue.Queue()
        self.all = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            for line in self.answer:
                if line.startswith(b"data: "):
                    self.states.put(json.loads(line[6:]))
        except (OSError, ValueError, http.client.HTTPException):
            pass
        self.states.put(None)

    def until(self, holds):
        """The first state that `holds`; None if the server has ended."""
        while True:
            state = self.states.get(timeout=LIMIT)
            if state is None:
                return None
            self.all.append(state)
            if holds(state):
                return state

    def result(self, beyond=0):
        return self.until(lambda s: s["result"] > beyond and not s["running"])
