"""Reads waveforms with two readers and compares all values with what they must be.

Arguments: pairs of files, a waveform and the values. A line of the latter is a path, a
width, and the values of the cycles from 0 on, in bits: '=' is the value of the cycle
before. Cycle c begins at 10 c ns.
"""

import re
import sys

import pywellen
from vcd.reader import TokenKind, tokenize

CYCLE = 10


def extended(bits, width):
    """A vector as the standard completes it: with its leading x, otherwise zeros."""
    return bits.rjust(width, "x" if bits[:1] == "x" else "0")


def with_pyvcd(path, cycles):
    """The width and the values in all cycles, by path."""
    scopes, names, now, read, cycle = [], {}, {}, {}, 0

    def until(time):
        nonlocal cycle
        while cycle < cycles and cycle * CYCLE < time:
            for code, (name, width) in names.items():
                read.setdefault(name, (width, []))[1].append(now.get(code, "x" * width))
            cycle += 1

    with open(path, "rb") as f:
        for token in tokenize(f):
            if token.kind is TokenKind.SCOPE:
                scopes.append(token.scope.ident)
            elif token.kind is TokenKind.UPSCOPE:
                scopes.pop()
            elif token.kind is TokenKind.VAR:
                name = ".".join(scopes + [token.var.reference])
                if token.var.id_code in names:
                    sys.exit(f"{path}: {name} has the code of another variable")
                names[token.var.id_code] = (name, token.var.size)
            elif token.kind is TokenKind.CHANGE_TIME:
                until(token.time_change)
            elif token.kind is TokenKind.CHANGE_SCALAR:
                now[token.scalar_change.id_code] = token.scalar_change.value
            elif token.kind is TokenKind.CHANGE_VECTOR:
                value, width = token.vector_change.value, names[token.vector_change.id_code][1]
                bits = format(value, "b") if isinstance(value, int) else value
                now[token.vector_change.id_code] = extended(bits, width)
    until(cycles * CYCLE)
    return read


def with_pywellen(path, cycles):
    """The same. This reader makes a vector of the elements of an array of single bits."""
    read = {}
    for var in pywellen.Waveform(path=path).all_vars():
        name = var.full_name.replace("\\", "").replace(".[", "[")
        values, changes, now = [], list(var.tv), "x" * var.bitwidth
        for cycle in range(cycles):
            while changes and changes[0][0] <= cycle * CYCLE:
                value = changes.pop(0)[1]
                now = extended(format(value, "b") if isinstance(value, int) else value, var.bitwidth)
            values.append(now)
        read[name] = (var.bitwidth, values)
    return read


def element(read, name):
    """What was read of a variable, or of an element of an array of single bits."""
    if name in read:
        return name, read[name]
    m = re.fullmatch(r"(.*)\[(\d+)\]", name)
    if not m or m[1] not in read:
        return name, None
    bit = int(m[2])
    width, values = read[m[1]]
    return m[1], (1, [v[width - 1 - bit] for v in values]) if bit < width else None


def expected(path):
    """The values by path."""
    want = {}
    with open(path, encoding="ascii") as f:
        for line in f:
            name, width, *values = line.split()
            for i, v in enumerate(values):
                if v == "=":
                    values[i] = values[i - 1]
            want[name] = (int(width), values)
    return want


def compare(wave, values, reader):
    want, bad = expected(values), []
    cycles = max(len(v) for _, v in want.values())
    read, used = reader(wave, cycles), set()
    for name, (width, wanted) in want.items():
        place, got = element(read, name)
        used.add(place)
        if got is None:
            bad.append(f"{name} is not there")
        elif got[0] != width:
            bad.append(f"{name} has {got[0]} bits, not {width}")
        else:
            bad += [f"{name} is {g} in cycle {c}, not {w}" for c, (g, w) in enumerate(zip(got[1], wanted)) if g != w][:1]
    bad += [f"{name} should not be there" for name in read if name not in used]
    for line in bad[:5]:
        print(f"{reader.__name__}: {wave}: {line}")
    print(f"{reader.__name__}: {len(want)} variables, {cycles} cycles, {len(bad)} bad")
    return not bad


files = sys.argv[1:]
results = [compare(files[i], files[i + 1], reader) for i in range(0, len(files), 2) for reader in (with_pyvcd, with_pywellen)]
sys.exit(0 if results and all(results) else 1)
