# Frames by scapy. Usage:
#   frames.py send SEED COUNT      makes frames, and of those that pause the times
#   frames.py tags SEED COUNT      makes frames with tags, and what these say
#   frames.py cnm SEED COUNT MAC   makes CNMs to an address and others, and what those say
#   frames.py read FILE            reads the frames of a pcap file, and their fields
# All write a line of JSON for each frame.
import json
import random
import sys

from scapy.all import (ARP, IP, UDP, BitField, Dot1Q, Ether, FieldLenField, MACField, Packet, Raw, ShortField,
                       SignedShortField, StrLenField, XLongField, XShortField, bind_layers, rdpcap)
from scapy.contrib.mac_control import MACControlClassBasedFlowControl, MACControlPause, MACControlRegister

CONTROL = "01:80:c2:00:00:01"
OURS = "02:00:00:00:00:05"
CLASSES = range(8)


class CNTag(Packet):
    """A CN-TAG of 802.1Qau, which scapy does not have."""
    name = "CN-TAG"
    fields_desc = [ShortField("flow", 0), XShortField("type", 0x22E7)]


class CNM(Packet):
    """A congestion notification message, which scapy does not have."""
    name = "CNM"
    fields_desc = [
        BitField("version", 0, 4), BitField("reserved", 0, 6), BitField("feedback", 0, 6), XLongField("cpid", 0),
        SignedShortField("offset", 0), SignedShortField("delta", 0), BitField("prio", 0, 3), BitField("rest", 0, 13),
        MACField("destination", "00:00:00:00:00:00"), FieldLenField("length", None, length_of="msdu"),
        StrLenField("msdu", b"", length_from=lambda p: p.length)]


for lower in Ether, Dot1Q:
    bind_layers(lower, CNTag, type=0x22E9)
    bind_layers(lower, CNM, type=0x22E7)
bind_layers(CNTag, CNM, type=0x22E7)


def pfc(times):
    """A PFC frame of the given times, None for a priority that it does not speak of."""
    fields = {}
    for k in CLASSES:
        fields[f"c{k}_enabled"] = int(times[k] is not None)
        fields[f"c{k}_pause_time"] = times[k] or 0
    return Ether(src=OURS, dst=CONTROL) / MACControlClassBasedFlowControl(**fields)


def draw(rng):
    """A frame, and the times that it sets, if any: None for a priority that goes on as it was."""
    kind = rng.randrange(8)
    if kind == 0:  # eight different times
        times = rng.sample(range(1, 60), 8)
        return pfc(times), times
    if kind <= 2:
        times = [rng.choice([None, None, 0, rng.randrange(1, 40)]) for _ in CLASSES]
        return pfc(times), times
    if kind == 3:
        time = rng.choice([0, rng.randrange(1, 40)])
        return Ether(src=OURS, dst=CONTROL) / MACControlPause(pause_time=time), [time] * 8
    if kind == 4:
        return Ether(src=OURS, dst=CONTROL) / MACControlRegister(), None
    payload = Raw(rng.randbytes(rng.randrange(0, 300)))
    head = Ether(src=OURS, dst=rng.choice([CONTROL, "02:00:00:00:00:07"]))
    if kind == 5:
        return head / IP(src="10.0.0.1", dst="10.0.0.2") / UDP() / payload, None
    if kind == 6:
        return head / Dot1Q(vlan=rng.randrange(1, 4095), prio=rng.randrange(8)) / IP(src="10.0.0.1", dst="10.0.0.2") / payload, None
    return head / ARP(psrc="10.0.0.1", hwsrc=OURS), None


def send(seed, count):
    rng = random.Random(seed)
    for _ in range(count):
        frame, times = draw(rng)
        print(json.dumps({"octets": bytes(frame).hex(), "control": frame.type == 0x8808, "times": times}))


def tags(seed, count):
    rng = random.Random(seed)
    for _ in range(count):
        prio, vlan, flow = rng.randrange(8), rng.randrange(1, 4095), rng.randrange(1 << 16)
        frame, said = Ether(src=OURS, dst="02:00:00:00:00:07"), {}
        kind = rng.randrange(4)
        if kind > 0:
            frame, said = frame / Dot1Q(prio=prio, vlan=vlan), {"prio": prio, "vlan": vlan}
        if kind > 1:
            frame, said = frame / CNTag(flow=flow, type=0x0800), said | {"flow": flow}
        frame /= IP(src="10.0.0.1", dst="10.0.0.2") / UDP() / Raw(rng.randbytes(rng.randrange(0, 100)))
        print(json.dumps({"octets": bytes(frame).hex(), "tag": said}))


def cnm(seed, count, mac):
    rng = random.Random(seed)
    for _ in range(count):
        flow, offset = rng.randrange(1, 9), rng.randrange(-2000, 2000)
        notice = CNM(feedback=rng.randrange(64), cpid=rng.randrange(1 << 64), offset=offset, delta=rng.randrange(-99, 99),
                     prio=rng.randrange(8), destination="02:00:00:00:00:09", msdu=rng.randbytes(rng.randrange(65)))
        ours, kind = rng.randrange(4) > 0, rng.randrange(4)
        frame = Ether(src="02:00:00:00:00:0a", dst=mac if ours else "02:00:00:00:00:07")
        if kind != 1:
            frame /= Dot1Q(prio=6, vlan=rng.randrange(1, 4095))
        if kind != 2:
            frame /= CNTag(flow=flow)
        frame = bytes(frame / notice)
        said = {"flow": flow - 1, "feedback": notice.feedback, "congested": offset < 0}
        print(json.dumps({"octets": frame.ljust(60, b"\0").hex(), "cnm": said if ours and kind != 2 else None}))


def fields(frame):
    """What a frame says, if it is PFC or a CNM."""
    if MACControlClassBasedFlowControl in frame:
        f = frame[MACControlClassBasedFlowControl]
        assert frame.dst == CONTROL and f._op_code == 0x0101 and f._reserved == 0, frame.show(dump=True)
        times = [getattr(f, f"c{k}_pause_time") if getattr(f, f"c{k}_enabled") else None for k in CLASSES]
        return {"control": True, "source": frame.src, "times": times}
    if CNM in frame:
        f = frame[CNM]
        assert f.version == 0 and f.reserved == 0 and f.rest == 0 and f.length == len(f.msdu), frame.show(dump=True)
        return {"source": frame.src, "destination": frame.dst, "tag": {
            "prio": frame[Dot1Q].prio, "vlan": frame[Dot1Q].vlan, "flow": frame[CNTag].flow}, "cnm": {
            "feedback": f.feedback, "cpid": f"{f.cpid:016x}", "offset": f.offset, "delta": f.delta, "prio": f.prio,
            "destination": f.destination, "msdu": f.msdu.hex()}}
    return {}


def read(path):
    for frame in rdpcap(path):
        print(json.dumps({"octets": bytes(frame).hex()} | fields(frame)))


if __name__ == "__main__":
    what, *args = sys.argv[1:]
    if what == "read":
        read(args[0])
    else:
        {"send": send, "tags": tags, "cnm": cnm}[what](int(args[0]), int(args[1]), *args[2:])
