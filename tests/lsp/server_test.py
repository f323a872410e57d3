"""The language server over a real pipe. Usage: server_test.py PROGRAM"""

import os
import sys
import tempfile
import unittest

from client import Client

PROGRAM = sys.argv.pop(1)

SCRIPT = """# A joint.
## Clearance of the joint.
param c = 0.5 mm
param n = 1.5
law mine(K: N/m^n = 1e9 N/m^n, c = 1) = c * K * delta^n
body rod { mass = 1 kg, inertia = 1 kg*m^2, point tip = (c, 0 m) }
point eye = (0, 0) m
revolute A: eye to rod.tip
let twice = 2*(c)
print "c is {c in mm}", twice, mine
"""
URI = "file:///nowhere/a%20b.mbs"


def apply(text, edits):
    """The text after edits; columns count UTF-16 units."""
    lines = text.encode("utf-16-le").split("\n".encode("utf-16-le"))
    for edit in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]),
                       reverse=True):
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]]
        lines[start["line"]] = (line[:2 * start["character"]] + edit["newText"].encode("utf-16-le")
                                + line[2 * end["character"]:])
    return "\n".join(line.decode("utf-16-le") for line in lines)


class ServerTest(unittest.TestCase):
    def setUp(self):
        self.client = Client(PROGRAM)
        answer = self.client.request("initialize", {"capabilities": {}, "rootUri": None})
        self.capabilities = answer["result"]["capabilities"]
        self.client.notify("initialized", {})

    def tearDown(self):
        process = self.client.process
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stdin.close()
        process.stdout.close()

    def rename(self, line, character, name, text=SCRIPT):
        self.client.open(URI, text)
        return self.client.at("rename", URI, line, character, newName=name)

    def test_lifecycle(self):
        self.assertTrue(self.capabilities["renameProvider"]["prepareProvider"])
        self.assertIsNone(self.client.request("shutdown", None)["result"])
        self.assertIn("error", self.client.request("textDocument/hover", {}))
        self.client.notify("exit", None)
        self.assertEqual(self.client.process.wait(20), 0)

    def test_leaving_without_shutdown(self):
        self.client.notify("exit", None)
        self.assertEqual(self.client.process.wait(20), 1)

    def test_end_of_input(self):
        self.client.process.stdin.close()
        self.assertEqual(self.client.process.wait(20), 1)

    def test_diagnostics_follow_the_text(self):
        self.client.open(URI, "param c = 0.5 mmm\nprint c\n")
        found = self.client.diagnostics(URI)
        self.assertEqual([d["code"] for d in found], ["E0201"])
        self.assertEqual(found[0]["severity"], 1)
        self.assertEqual(found[0]["range"], {"start": {"line": 0, "character": 14},
                                             "end": {"line": 0, "character": 17}})
        self.client.change(URI, "param c = 0.5 mm\nprint c\n")
        self.assertEqual(self.client.diagnostics(URI), [])
        self.client.change(URI, "param c = 0.5 mm\n")
        self.assertEqual([(d["code"], d["severity"]) for d in self.client.diagnostics(URI)], [("W0301", 2)])
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
        self.client.request("nothing", {})
        self.assertEqual(self.client.published[URI], [])

    def test_assembly_is_checked_on_save(self):
        # Two sides of 1 m cannot reach over 3 m.
        text = ("body a { mass = 1 kg, inertia = 1 kg*m^2, point tip = (1, 0) m }\n"
                "body b { mass = 1 kg, inertia = 1 kg*m^2, point tip = (1, 0) m }\npoint far = (3, 0) m\n"
                "revolute O: ground to a\nrevolute A: a.tip to b\nrevolute B: b.tip to far\nsimulate 1 s\n")
        self.client.open(URI, text)
        self.assertEqual([d["code"] for d in self.client.diagnostics(URI)], ["E0501"])
        self.client.change(URI, text.replace("(3, 0)", "(1.5, 0)"))
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": URI}})
        self.assertEqual(self.client.diagnostics(URI), [])

    def test_hover(self):
        self.client.open(URI, SCRIPT)
        text = self.client.at("hover", URI, 8, 15)["result"]["contents"]["value"]
        self.assertIn("Clearance of the joint", text)
        self.assertIn("length", text)
        self.assertIn("0.5 mm", text)
        self.assertIn("1 mm", self.client.at("hover", URI, 9, 26)["result"]["contents"]["value"])
        self.assertIn("mass", self.client.at("hover", URI, 5, 12)["result"]["contents"]["value"])
        self.assertIsNone(self.client.at("hover", URI, 9, 8)["result"])

    def test_hover_inside(self):
        self.client.open(URI, "for k in 1..3 { print k + 1 }\nlet l = [j^2 for j in 1..2]\n"
                              "fn f(a) = 2*a\ntable x to none { v = 3 mm }\nprint x.v, f(1), join(l, l)\n")
        self.assertIn("for k in 1..3", self.client.at("hover", URI, 0, 22)["result"]["contents"]["value"])
        self.assertIn("behind the other", self.client.at("hover", URI, 4, 19)["result"]["contents"]["value"])
        self.assertIn("a:", self.client.at("hover", URI, 2, 12)["result"]["contents"]["value"])

    def test_completion_of_units(self):
        """Only those that fit, as the compiler says."""
        for line, some, none in (("let v = 3 m + 2 ", "mm", "kg"), ("force f: rod = (3 ", "kN", "mm"),
                                 ("print max(rod.x) in ", "mm", "kN"), ("when far: rod.x > 3 ", "mm", "s")):
            self.client.open(URI, SCRIPT + "simulate 1 s\n" + line)
            labels = [item["label"] for item in self.client.at("completion", URI, 11, len(line))["result"]["items"]]
            self.assertIn(some, labels, line)
            self.assertNotIn(none, labels, line)

    def test_completion(self):
        self.client.open(URI, SCRIPT + "contact hit: rod to rod { l")
        items = self.client.at("completion", URI, 10, 27)["result"]["items"]
        self.assertIn("law", [item["label"] for item in items])
        self.client.change(URI, SCRIPT + "print rod.t")
        items = self.client.at("completion", URI, 10, 11)["result"]["items"]
        self.assertIn("tip", [item["label"] for item in items])
        edit = items[0]["textEdit"]["range"]
        self.assertEqual((edit["start"]["character"], edit["end"]["character"]), (10, 11))

    def test_definition(self):
        self.client.open(URI, SCRIPT)
        place = self.client.at("definition", URI, 8, 15)["result"]
        self.assertEqual(place["range"]["start"], {"line": 2, "character": 6})
        tip = self.client.at("definition", URI, 7, 23)["result"]
        self.assertEqual(tip["range"]["start"]["line"], 5)
        self.assertIsNone(self.client.at("definition", URI, 9, 8)["result"])

    def test_definition_in_a_used_file(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "parts.mbs"), "w") as file:
                file.write("\nlaw soft(K = 1 N/m) = K * delta\n")
            uri = "file://" + folder + "/main.mbs"
            self.client.open(uri, 'use "parts.mbs"\nlet model = soft()\n')
            place = self.client.at("definition", uri, 1, 14)["result"]
            self.assertEqual(place["uri"], "file://" + folder + "/parts.mbs")
            self.assertEqual(place["range"]["start"], {"line": 1, "character": 4})

    def test_names_of_used_files(self):
        """Completion and hovering know what `use` brings in, and what a file under a name has."""
        with tempfile.TemporaryDirectory() as folder:
            def write(name, text):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            write("parts.mbs", "use \"deep.mbs\"\n## How much is given back.\nparam ce = 0.9\nparam own = 1\n"
                               "law soft(K = 1 N/m) = K * delta\n")
            write("deep.mbs", "param depth = 3 mm\nbody rod { mass = 1 kg, point tip = (1, 0) m }\n")
            uri = "file://" + folder + "/main.mbs"
            text = "use \"parts.mbs\"\nuse \"deep.mbs\" as low\nparam own = 2\n"

            def labels(line):
                self.client.open(uri, text + line)
                items = self.client.at("completion", uri, 3, len(line))["result"]["items"]
                return [item["label"] for item in items]
            offered = labels("print ")
            for name in ("ce", "own", "soft", "depth", "rod", "low"):
                self.assertEqual(offered.count(name), 1, name)
            self.assertLess(offered.index("own"), offered.index("ce"))  # one's own first
            self.assertIn("tip", labels("print rod."))
            self.assertIn("depth", labels("print low."))
            self.assertNotIn("own", labels("print low."))
            self.assertIn("tip", labels("print low.rod."))
            self.client.open(uri, text + "print ce, own, low.depth\n")

            def shown(column):
                return self.client.at("hover", uri, 3, column)["result"]["contents"]["value"]
            self.assertIn("How much is given back.", shown(7))
            self.assertIn("param own = 2", shown(11))
            self.assertIn("param depth = 3 mm", shown(21))
            # What an editor has open counts, not what is on disk.
            self.client.open("file://" + folder + "/deep.mbs", "use \"parts.mbs\"\nparam width = 1 mm\n")
            self.assertIn("width", labels("print low."))  # though both use each other now

    def test_rename_keeps_scopes_apart(self):
        # The law has a parameter c of its own; the hole of the text and the brackets are reached.
        edits = self.rename(2, 6, "gap")["result"]["changes"][URI]
        after = apply(SCRIPT, edits)
        self.assertEqual(after, SCRIPT.replace("param c", "param gap").replace("(c, 0 m)", "(gap, 0 m)")
                         .replace("2*(c)", "2*(gap)").replace("{c in", "{gap in"))
        self.client.change(URI, after)
        self.assertEqual(self.client.diagnostics(URI), [])

    def test_rename_reaches_exponents_of_units(self):
        edits = self.rename(3, 6, "order")["result"]["changes"][URI]
        self.assertIn("law mine(K: N/m^order = 1e9 N/m^order, c = 1) = c * K * delta^order", apply(SCRIPT, edits))

    def test_rename_of_parameters_and_points(self):
        edits = self.rename(4, 31, "f")["result"]["changes"][URI]
        self.assertIn("f = 1) = f * K", apply(SCRIPT, edits))
        self.assertIn("param c", apply(SCRIPT, edits))
        edits = self.rename(7, 23, "end")["result"]["changes"][URI]
        self.assertEqual(apply(SCRIPT, edits), SCRIPT.replace("tip", "end"))

    def test_rename_of_what_a_contact_shows_of_its_law(self):
        # Whether the contact names the law, a param does, or a default; and not another law's K.
        text = ("law mine(K: N/m, c = 1) { let soft = K / 2\nFN = K * delta * c }\n"
                "law other(K: N/m) = K * delta\n"
                "param model = mine(3 N/m)\n"
                "default contact { law = mine(K = 2 N/m) }\n"
                "body ball { shape = sphere(1 mm), mass = 1 kg, at = (0, 2) mm }\n"
                "point floor = (0, 0) { shape = plane }\n"
                "contact a: ball to floor { law = mine(K = 1 N/m) }\n"
                "contact b: ball to floor { law = model }\n"
                "contact d: ball to floor {}\n"
                "contact e: ball to floor { law = other(1 N/m) }\n"
                "simulate 1 ms\n"
                "print max(a.K), max(b.K), max(d.K), max(e.K), max(a.soft)\n")
        after = apply(text, self.rename(0, 9, "k", text)["result"]["changes"][URI])
        self.assertEqual(after, text.replace("mine(K", "mine(k").replace("= K / 2", "= k / 2")
                         .replace("FN = K", "FN = k").replace("max(a.K), max(b.K), max(d.K)",
                                                              "max(a.k), max(b.k), max(d.k)"))
        self.client.change(URI, after)
        self.assertEqual(self.client.diagnostics(URI), [])

    def study(self, folder, **files):
        """Writes files and returns their addresses, by name."""
        for name, text in files.items():
            with open(os.path.join(folder, name + ".mbs"), "w") as file:
                file.write(text)
        return {name: "file://%s/%s.mbs" % (folder, name) for name in files}

    def renamed(self, uris, files, **where):
        """The texts after a rename; answers with an error fail."""
        answer = self.client.at("rename", **where)
        self.assertIn("result", answer, answer)
        changes = answer["result"]["changes"]
        self.assertLessEqual(set(changes), set(uris.values()))
        return {name: apply(text, changes.get(uris[name], [])) for name, text in files.items()}

    # A param of `joint` reached by name, through a namespace and by overrides; `c` of others is apart.
    STUDY = {
        "joint": "param c = 0.5 mm\nlet wide = 2*c\nlaw soft(K: N/m = 1 N/m) = K * delta\n",
        "middle": 'use "joint.mbs"\nlet half = c/2\n',
        "main": ('use "middle.mbs" { c = 0.2 mm }\nuse "./middle.mbs" as worn { c = c }\n'
                 'sweep c in [1, 2] mm { print worn.c, half, "{c in mm}" }\nlet model = soft(K = 2 N/m)\n'
                 "template u(c) { point p = (c, 0 m) }\n"),
        "alone": "param c = 1 mm\nprint c\n",
        "other": 'use "joint.mbs" as j\nprint j.c, j.wide\n',
    }
    RENAMED = {
        "joint": "param gap = 0.5 mm\nlet wide = 2*gap\nlaw soft(K: N/m = 1 N/m) = K * delta\n",
        "middle": 'use "joint.mbs"\nlet half = gap/2\n',
        "main": ('use "middle.mbs" { gap = 0.2 mm }\nuse "./middle.mbs" as worn { gap = gap }\n'
                 'sweep gap in [1, 2] mm { print worn.gap, half, "{gap in mm}" }\nlet model = soft(K = 2 N/m)\n'
                 "template u(c) { point p = (c, 0 m) }\n"),
        "alone": STUDY["alone"],
        "other": 'use "joint.mbs" as j\nprint j.gap, j.wide\n',
    }

    def test_rename_over_files(self):
        with tempfile.TemporaryDirectory() as folder:
            uris = self.study(folder, **self.STUDY)
            self.client.open(uris["main"], self.STUDY["main"])
            self.assertEqual([d["code"] for d in self.client.diagnostics(uris["main"])], [])
            # From a use, from an override, from a part of a namespace; then from the definition.
            for line, character in ((0, 19), (1, 29), (2, 6), (2, 34), (2, 45)):
                after = self.renamed(uris, self.STUDY, uri=uris["main"], line=line, character=character,
                                     newName="gap")
                self.assertEqual(after, self.RENAMED, (line, character))
            self.client.open(uris["joint"], self.STUDY["joint"])
            after = self.renamed(uris, self.STUDY, uri=uris["joint"], line=0, character=6, newName="gap")
            self.assertEqual(after, self.RENAMED)
            places = self.client.at("references", uris["joint"], 0, 6)["result"]
            self.assertEqual(len(places), 10)
            # Parameters of laws as well.
            after = self.renamed(uris, self.STUDY, uri=uris["main"], line=3, character=18, newName="k")
            self.assertIn("soft(k = 2 N/m)", after["main"])
            self.assertIn("soft(k: N/m = 1 N/m) = k * delta", after["joint"])

    def test_a_renamed_study_stays_whole(self):
        # What an editor does with the edits: all files are open and none is saved.
        with tempfile.TemporaryDirectory() as folder:
            uris = self.study(folder, **self.STUDY)
            for name in ("main", "middle", "joint"):
                self.client.open(uris[name], self.STUDY[name])
            for name in ("main", "middle", "joint"):
                self.client.change(uris[name], self.RENAMED[name])
            for name in ("main", "middle", "joint"):
                errors = [d for d in self.client.diagnostics(uris[name]) if d["severity"] == 1]
                self.assertEqual(errors, [], name)
            # A file that is closed counts as it stands on the disk.
            self.client.notify("textDocument/didClose", {"textDocument": {"uri": uris["joint"]}})
            errors = [d["code"] for d in self.client.diagnostics(uris["main"]) if d["severity"] == 1]
            self.assertIn("E0303", errors)

    def test_rename_over_files_refuses(self):
        with tempfile.TemporaryDirectory() as folder:
            uris = self.study(folder, **self.STUDY)
            self.client.open(uris["main"], self.STUDY["main"])
            for name, file in (("wide", "joint.mbs"), ("model", "main.mbs"), ("half", "main.mbs")):
                answer = self.client.at("rename", uris["main"], 2, 6, newName=name)
                self.assertIn(file, answer["error"]["message"])
            self.study(folder, other='use "joint.mbs" as j\nprint j.c +\nlet a = \nprint j.c\n')
            answer = self.client.at("rename", uris["main"], 2, 6, newName="gap")
            self.assertIn("other.mbs", answer["error"]["message"])

    def test_rename_with_circles_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
            uris = self.study(folder, a='use "b.mbs"\nparam x = 1\nprint x, y\n', b='use "a.mbs"\nparam y = x\n')
            os.mkfifo(os.path.join(folder, "pipe.mbs"))  # is left alone
            self.client.open(uris["a"], 'use "b.mbs"\nuse "gone.mbs"\nparam x = 1\nprint x, y\n')
            changes = self.client.at("rename", uris["a"], 3, 9, newName="z")["result"]["changes"]
            self.assertEqual({uri: len(edits) for uri, edits in changes.items()}, {uris["a"]: 1, uris["b"]: 1})

    def test_names_of_the_library_stay(self):
        self.client.open(URI, "let model = hertz()\nprint model, sin(1)\n")
        for method, more in (("rename", {"newName": "x"}), ("prepareRename", {})):
            answer = self.client.at(method, URI, 0, 14, **more)
            self.assertIn("standard library", answer["error"]["message"])
        self.assertIn("error", self.client.at("rename", URI, 1, 14, newName="x"))
        self.assertIn("error", self.rename(1, 0, "hertz", "let a = hertz()\nparam b = 1\nprint a, b\n"))

    def test_rename_refuses(self):
        for name in ("2c", "a b", "", "if", "n"):
            self.assertIn("error", self.rename(2, 6, name), name)
        self.assertIn("error", self.rename(0, 0, "x"))
        self.assertIsNone(self.client.at("prepareRename", URI, 0, 0)["result"])

    def test_columns_are_utf16_units(self):
        text = 'let a = "\U0001d6ff" # ü\nparam δ = 1 mm; print "ü\U0001d6ff{δ}", δ\n'
        edits = self.rename(1, 6, "d", text)["result"]["changes"][URI]
        self.assertEqual(apply(text, edits), text.replace("δ", "d"))

    def test_formatting(self):
        self.client.open(URI, "let  a=1 mm\n")
        edits = self.client.request("textDocument/formatting", {"textDocument": {"uri": URI}})["result"]
        self.assertEqual([e["newText"] for e in edits], ["let a = 1 mm\n"])
        self.client.change(URI, "let a = 1 mm\n")
        self.assertEqual(
            self.client.request("textDocument/formatting", {"textDocument": {"uri": URI}})["result"], [])
        self.client.change(URI, "let a = \n")
        self.assertIsNone(
            self.client.request("textDocument/formatting", {"textDocument": {"uri": URI}})["result"])

    def test_malformed_messages(self):
        client = self.client
        for data in (b"Content-Length: 3\r\n\r\n{]x", b"Content-Length: 2\r\n\r\n[]",
                     b"Content-Length: 13\r\n\r\n{\"id\": [1, 2]"):
            client.send_bytes(data)
            self.assertIn("error", client.read())
        # Nothing is said of these; the server goes on.
        client.send_bytes(b"nonsense\r\n\r\nContent-Length: many\r\n\r\n")
        client.notify("textDocument/didChange", {"textDocument": {"uri": 3}})
        client.notify("textDocument/didOpen", {})
        client.notify("$/cancelRequest", {"id": 1})
        client.send({"id": 7, "result": None})
        for method, params in (("textDocument/hover", {}), ("textDocument/hover", {"textDocument": {"uri": "x"}}),
                               ("textDocument/rename", None), ("no/such", {})):
            self.assertIn("error", client.request(method, params))
        client.open(URI, SCRIPT)
        for line, character in ((10 ** 9, 0), (0, 10 ** 9), (-5, -5), (3, 4)):
            for method in ("hover", "completion", "definition", "references", "prepareRename"):
                self.assertIn("result", client.at(method, URI, line, character))


if __name__ == "__main__":
    unittest.main()
