"""What a terminal of some width shows of what a program writes to it, as far as line editors go."""

import re

SEQUENCE = re.compile(r"\x1b(?:\[([0-9;?]*)([A-Za-z@])|[()][A-Z0-9]|[=>78])")


class Screen:
    """Lines without end: what scrolls away is kept. Rows and columns count from 0."""

    def __init__(self, columns):
        self.columns = columns
        self.lines = [""]
        self.row = self.column = 0
        self.rest = ""  # the beginning of a sequence that has not come whole

    def feed(self, text):
        text, self.rest = self.rest + text, ""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self.character(text[at])
                at += 1
                continue
            sequence = SEQUENCE.match(text, at)
            if not sequence:
                self.rest = text[at:]
                return
            if sequence[2]:
                self.control(sequence[2], sequence[1])
            at = sequence.end()

    def text(self, first_row=0):
        return "\n".join(self.lines[first_row:])

    def move(self, row, column):
        self.row = max(row, 0)
        while len(self.lines) <= self.row:
            self.lines.append("")
        self.column = min(max(column, 0), self.columns - 1)

    def character(self, c):
        if c == "\r":
            self.column = 0
        elif c == "\n":
            self.move(self.row + 1, self.column)
        elif c == "\b":
            self.move(self.row, self.column - 1)
        elif c == "\t":
            self.move(self.row, self.column // 8 * 8 + 8)
        elif c >= " ":
            self.put(c)

    def put(self, c):
        if self.column >= self.columns:  # behind the last column: the next character wraps
            self.move(self.row + 1, 0)
        line = self.lines[self.row].ljust(self.column)
        self.lines[self.row] = line[: self.column] + c + line[self.column + 1 :]
        self.column += 1

    def control(self, letter, parameters):
        number = int(parameters) if parameters.isdigit() else None
        step = number or 1
        line = self.lines[self.row]
        if letter in "ABCD":
            rows, columns = {"A": (-1, 0), "B": (1, 0), "C": (0, 1), "D": (0, -1)}[letter]
            self.move(self.row + rows * step, self.column + columns * step)
        elif letter == "G":
            self.move(self.row, step - 1)
        elif letter == "K":  # erase: to the end of the line, to its beginning, all of it
            kept = {None: line[: self.column], 0: line[: self.column]}
            self.lines[self.row] = kept.get(number, "")
        elif letter == "J":
            self.lines[self.row] = line[: self.column]
            del self.lines[self.row + 1 :]
        elif letter == "P":
            self.lines[self.row] = line[: self.column] + line[self.column + step :]
        elif letter == "@":
            self.lines[self.row] = line[: self.column] + " " * step + line[self.column :]
