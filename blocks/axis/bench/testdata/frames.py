# Random frames through a switch with edges, such as recn_axis_switch, with the models of AXI4-Stream of cocotbext-axi.
# Usage: frames.py SIMULATOR FOLDER TOP PORTS MTU ERROR_BITS WIDTH FRAMES SEED
# WIDTH is the bytes of a beat.
# FOLDER has the Verilog, whose module TOP is the switch. The script is the module of the test, too.
import collections
import logging
import os
import pathlib
import random
import sys

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

CAUSES = ["bad", "long", "no_dest", "link", "gap", "stray"]
QUIET = 40000  # cycles in which a frame must come


def pauses(rng):
    """Stalls and bubbles: for a while none, many, or nearly nothing but them."""
    while True:
        percent = rng.choice([0, 0, 10, 50, 90])
        for _ in range(rng.randrange(1, 300)):
            yield rng.randrange(100) < percent


def length(rng, mtu, width):
    """A length at a corner more often than not, bytes: around words, and packets of 7 of them."""
    if rng.randrange(3) == 0:
        return rng.randrange(1, 300)
    if rng.randrange(8) == 0:
        return rng.choice([1500, 1518, 1522, mtu - 1, mtu, mtu, mtu + 1, mtu + 8, mtu + 70])
    return max(1, rng.choice([0, 1, 7, 8, 14]) * width + rng.choice([-1, 0, 1]))


def verdict(source, dest, size, bad, ports, mtu):
    """Why a frame is dropped, or None."""
    if size > mtu:
        return "long"
    if dest >= ports or dest == source:
        return "no_dest"
    return "bad" if bad else None


def draw(rng, source, ports, mtu, width):
    """A frame of a host, and why it is dropped. TUSER means something with TLAST only."""
    size, bad = length(rng, mtu, width), rng.randrange(20) == 0
    dest = rng.randrange(16) if rng.randrange(20) == 0 else (source + rng.randrange(1, ports)) % ports
    user = [rng.randrange(2) for _ in range((size - 1) // width * width)] + [int(bad)] * ((size - 1) % width + 1)
    return AxiStreamFrame(rng.randbytes(size), tdest=dest, tuser=user), verdict(source, dest, size, bad, ports, mtu)


@cocotb.test()
async def every_frame_arrives(dut):
    """Each frame leaves whole, as it came and in order, or is dropped and counted."""
    names = ["PORTS", "MTU", "ERROR_BITS", "WIDTH", "FRAMES", "SEED"]
    ports, mtu, bits, width, frames, seed = (int(os.environ[x]) for x in names)
    rng = random.Random(seed)
    logging.getLogger("cocotb").setLevel(logging.WARNING)
    dut.edge_clear.value = 0
    dut.err_clear.value = 0
    dut.rst.value = 1
    sources, sinks = [], []
    for i in range(ports):
        sources.append(AxiStreamSource(AxiStreamBus.from_prefix(dut, f"s_axis{i}"), dut.clk, dut.rst))
        sinks.append(AxiStreamSink(AxiStreamBus.from_prefix(dut, f"m_axis{i}"), dut.clk, dut.rst))
    for end in sources + sinks:
        end.set_pause_generator(pauses(random.Random(rng.random())))
    cocotb.start_soon(Clock(dut.clk, 10, unit="ns").start())
    await ClockCycles(dut.clk, 5)
    dut.rst.value = 0
    await ClockCycles(dut.clk, 5)

    expected, dropped, all_of = collections.defaultdict(collections.deque), collections.Counter(), [0] * ports
    for number in range(frames):
        source = number % ports
        frame, cause = draw(rng, source, ports, mtu, width)
        if cause:
            dropped[source, CAUSES.index(cause)] += 1
        else:
            expected[source, frame.tdest].append(bytes(frame.tdata))
            all_of[frame.tdest] += 1
        sources[source].send_nowait(frame)

    async def receive(port):
        for _ in range(all_of[port]):
            frame = await sinks[port].recv()
            assert isinstance(frame.tid, int), "beats of two frames are mixed"
            assert not frame.tuser, f"a frame at port {port} is marked as bad"
            flow = expected[frame.tid, port]
            assert flow and bytes(frame.tdata) == flow[0], f"a wrong frame of {len(frame.tdata)} bytes from {frame.tid} at {port}"
            flow.popleft()

    tasks = [cocotb.start_soon(receive(i)) for i in range(ports)]
    left, quiet = sum(all_of), 0
    while not all(task.done() for task in tasks):
        await ClockCycles(dut.clk, 100)
        now = sum(map(len, expected.values()))
        quiet = quiet + 100 if now == left else 0
        left = now
        assert quiet < QUIET, f"{left} frames do not come"
    for source in sources:
        await source.wait()
    await ClockCycles(dut.clk, 1000)
    for i, sink in enumerate(sinks):
        assert sink.empty(), f"a frame too many at port {i}"
    counts = int(dut.edge_counts.value)
    for i in range(ports):
        for c, cause in enumerate(CAUSES):
            told = counts >> (i * len(CAUSES) + c) * bits & (1 << bits) - 1
            assert told == dropped[i, c], f"port {i} counts {told} {cause}, not {dropped[i, c]}"
    assert int(dut.err_seen.value) == 0, "the switch tells errors"
    assert {c for _, c in dropped} == {0, 1, 2}, "no frame was dropped for each of the causes of a host"
    pathlib.Path("counts.txt").write_text(f"{sum(all_of)} frames arrived, {sum(dropped.values())} were dropped\n")


def main():
    from cocotb_tools.runner import get_results, get_runner

    simulator, folder, top, ports, mtu, bits, width, frames, seed = sys.argv[1:]
    runner = get_runner(simulator)
    runner.build(sources=sorted(pathlib.Path(folder).glob("*.v")), hdl_toplevel=top,
                 build_dir=f"{folder}/build", timescale=("1ns", "1ps"),
                 defines={"RTLGEN_ASSERT": 1})
    env = {"PORTS": ports, "MTU": mtu, "ERROR_BITS": bits, "WIDTH": width, "FRAMES": frames, "SEED": seed,
           "COCOTB_LOG_LEVEL": "WARNING"}
    results = runner.test(test_module=pathlib.Path(__file__).stem, hdl_toplevel=top, test_dir=folder,
                          extra_env=env | {"PYTHONPATH": str(pathlib.Path(__file__).parent)})
    tests, failed = get_results(results)
    if tests != 1 or failed:
        sys.exit(f"{tests} tests ran, {failed} failed")
    print(pathlib.Path(folder, "counts.txt").read_text(), end="")


if __name__ == "__main__":
    main()
