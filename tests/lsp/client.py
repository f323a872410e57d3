"""A small client of the language server protocol, for tests: starts a server and talks to it."""

import json
import subprocess


class Client:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last_id = 0
        self.published = {}  # uri: the last list of diagnostics

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def read(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError("the server has gone")
            if line == b"\r\n":
                break
            name, value = line.split(b":")
            if name == b"Content-Length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        """The whole answer; diagnostics that come before it are kept."""
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.last_id and "method" not in message:
                return message
            self.keep(message)

    def keep(self, message):
        if message.get("method") == "textDocument/publishDiagnostics":
            self.published[message["params"]["uri"]] = message["params"]["diagnostics"]

    def diagnostics(self, uri):
        """Of what was sent last: the server answers in order, so an answer to anything will do."""
        self.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        return self.published.get(uri)

    def open(self, uri, text):
        item = {"uri": uri, "languageId": "mbs", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri, text, version=2):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                               "contentChanges": [{"text": text}]})

    def at(self, method, uri, line, character, **more):
        return self.request("textDocument/" + method,
                            {"textDocument": {"uri": uri},
                             "position": {"line": line, "character": character}, **more})
