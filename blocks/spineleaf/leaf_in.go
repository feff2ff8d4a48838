package spineleaf

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// LeafIn is the input side of a server port: frames are stored in units of a memory
// that all VOQs share, each VOQ a linked list, and leave in cells as the output ports
// grant them, a cell in a slot of four cycles.
//
// No table has two writers. The end of a VOQ and the number of frames that entered it
// belong to the receiving side, its head and the number of frames that left it to the
// sending side. A frame that enters an empty VOQ has its pointer in the table of the
// receiving side; the bit flip, of which each side has a copy, says whose pointer to
// the head is the newer one.
func LeafIn(p FabricParams) *rtlgen.Typed[LeafInPorts] {
	m, io := rtlgen.New[LeafInPorts](p)
	if m.Refused() {
		return m
	}
	u := &leafIn{m: m, LeafInPorts: io, p: p}
	u.wastes = m.Wire("many_dropped_units", 1)
	u.sweep()
	u.memories()
	u.receive()
	u.send()
	u.account()
	return m
}

type leafIn struct {
	m *rtlgen.Typed[LeafInPorts]
	*LeafInPorts
	p FabricParams

	sweeping value
	sweepAt  rtlgen.Reg

	units                   bankedRAM
	next, ends, sizes       rtlgen.Memory
	entered, left, headSeen rtlgen.Memory // entered is written by the receiving side, the others by the sending side
	free                    *prim.FIFOPorts

	receivedDst value                            // destination of the frame that comes
	released    struct{ valid, prio, dst value } // the unit that is given back
	wastes      rtlgen.Wire                      // the units of dropped frames that wait keep frames from being accepted
	back        struct{ valid, word value }      // one that is given back in the next cycle: {phase, unit, VOQ}
}

// pointer leads to a unit.
type pointer struct {
	Last  rtlgen.Value `doc:"it is the last one of its frame"`
	Phase rtlgen.Value `doc:"phase of the unit"`
	Unit  rtlgen.Value `width:"unit" doc:"its number"`
}

// voqEnd is what the receiving side keeps of a VOQ.
type voqEnd struct {
	Tail   rtlgen.Value `width:"unit" doc:"its last unit"`
	Frames rtlgen.Value `width:"frames" doc:"frames that entered, modulo its range"`
	First  rtlgen.Value `width:"pointer" doc:"first unit of the last frame that found it empty"`
	Flip   rtlgen.Value `doc:"unlike that of the sending side: first is the head"`
}

// voqHead is what the sending side keeps of a VOQ.
type voqHead struct {
	Head rtlgen.Value `width:"pointer" doc:"first unit after the last frame that left"`
	Flip rtlgen.Value `doc:"see voqEnd"`
}

// frameEnds is kept at the first unit of a frame, for the search engine.
type frameEnds struct {
	Src rtlgen.Value `width:"address" doc:"source"`
	Dst rtlgen.Value `width:"address" doc:"destination"`
}

// frameSize is kept at the first unit of a frame, for the sending side.
type frameSize struct {
	Length rtlgen.Value `width:"length" doc:"bytes"`
	Others rtlgen.Value `width:"2" doc:"beats of its last unit, but for the first one"`
}

// granted is a grant as it waits in the FIFO: {VOQ, place}.
type granted struct{ voq, dst, prio, place value }

func (u *leafIn) granted(word value) granted {
	voq := word.High(word.Width() - PlaceBits)
	dst, prio := u.p.ofVOQ(u.m.Module, voq)
	return granted{voq, dst, prio, word.Low(PlaceBits)}
}

func (p FabricParams) pointerBits() int { return p.unitBits() + 2 }

func (u *leafIn) dims() rtlgen.Dims {
	d := u.p.Dims()
	d["pointer"] = u.p.pointerBits()
	return d
}

// phase reports whether this is cycle k of the slot.
func (u *leafIn) phase(k int) value { return u.Phase.Eq(k) }

// sweep clears the tables of the VOQs after reset.
func (u *leafIn) sweep() {
	m := u.m
	n := u.p.voqs()
	done := m.Reg("ready_q", 1, 0)
	u.sweepAt = m.Reg("sweep_q", rtlgen.IndexBits(n), 0, "VOQ whose entries are cleared after reset")
	u.sweeping = m.Let("sweeping", done.Not())
	m.If(u.sweeping, func() {
		u.sweepAt.Set(u.sweepAt.Add(1))
		m.If(u.sweepAt.Eq(n-1), func() { done.Set(1) })
	})
	u.Ready.Drive(done)
}

func (u *leafIn) memories() {
	m, p := u.m, u.p
	n, d := p.allUnits(), u.dims()
	u.units = newBankedRAM(m.Module, "units", "beats of frames, by {unit, beat}", n*qcn.UnitBeats, qcn.WordBits)
	u.next = m.Memory("next", n, p.pointerBits(), rtlgen.ReadUndefined, "pointer to the unit behind each unit, by unit")
	u.ends = m.Memory("frame_ends", n, rtlgen.PackedWidth[frameEnds](d), rtlgen.ReadOld,
		"source and destination of a frame, by first unit")
	u.sizes = m.Memory("frame_sizes", n, rtlgen.PackedWidth[frameSize](d), rtlgen.ReadOld,
		"bytes and last beats of a frame, by first unit")
	u.entered = m.Memory("entered", p.voqs(), rtlgen.PackedWidth[voqEnd](d), rtlgen.ReadNew,
		"what the receiving side keeps of a VOQ, by VOQ")
	u.left = m.Memory("left", p.voqs(), p.frameBits(), rtlgen.ReadOld, "number of frames that left a VOQ, by VOQ")
	u.headSeen = m.Memory("head_seen", p.voqs(), rtlgen.PackedWidth[voqHead](d), rtlgen.ReadNew,
		"what the sending side keeps of a VOQ, by VOQ")
}

// prioIs compares a priority with the number of a lane.
func (u *leafIn) prioIs(prio, lane value) value {
	return prio.Low(lane.Width()).Eq(lane)
}

// account counts the units of each priority and VOQ.
func (u *leafIn) account() {
	m, p := u.m, u.p
	w := rtlgen.CountBits(p.Units)
	occupancy := m.RegArray("occupancy_q", p.Prios, w, 0, "units in use, of each priority")
	for k := range m.Each("k", p.Prios) {
		up := u.Alloc.Valid.And(u.prioIs(u.Alloc.Prio.Value, k))
		down := u.released.valid.And(u.prioIs(u.released.prio, k))
		m.If(up.Xor(down), func() { occupancy.At(k).Set(occupancy.At(k).Add(rtlgen.Mux(down, m.Ones(w), 1))) })
	}
	u.Occupancy.Drive(occupancy.Flat())
	if p.DOS == 0 {
		return
	}
	voqUnits := m.RegArray("voq_units_q", p.voqs(), w, 0, "units in use, of each VOQ")
	up := m.Let("voq_in", p.voq(u.receivedDst, u.Alloc.Prio.Value))
	down := m.Let("voq_out", p.voq(u.released.dst, u.released.prio))
	same := m.Let("voq_same", u.Alloc.Valid.And(u.released.valid).And(up.Eq(down)))
	for v := range m.Each("v", p.voqs()) {
		more := u.Alloc.Valid.And(up.Eq(v))
		less := u.released.valid.And(down.Eq(v))
		m.If(same.Not().And(more.Or(less)), func() {
			voqUnits.At(v).Set(voqUnits.At(v).Add(rtlgen.Mux(less, m.Ones(w), 1)))
		})
	}
	u.VoqUnits.Drive(voqUnits.Flat())
}
