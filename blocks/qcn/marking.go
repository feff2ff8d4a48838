package qcn

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// Values of the input policy.
const (
	PolicyArrival = iota
	PolicyDOS
	PolicyROS
)

// Marking chooses the culprit of each trigger (UQ section 4) and sends it a CNM.
// Arrival sampling takes the frame that was sampled, deterministic occupancy sampling
// the longest virtual output queue at that moment, and random occupancy sampling what
// the CulpritArray finds. The congestion points know nothing of this.
func Marking(p MarkingParams) *rtlgen.Typed[MarkingPorts] {
	m, io := rtlgen.New[MarkingPorts](p)
	if m.Refused() {
		return m
	}
	k := &marking{MarkingPorts: io, m: m.Module, p: p, random: m.Let("random", io.Policy.Eq(PolicyROS))}
	k.note()
	k.trigger()
	k.search()
	k.offer()
	return m
}

// marking is the netlist of the unit while it is built.
type marking struct {
	*MarkingPorts
	m *rtlgen.Module
	p MarkingParams

	random   value // random occupancy sampling is chosen
	culprits notes // of the last sample of each priority

	triggered value // a trigger of a policy that needs no search
	prio      value // of the trigger
	measured  measured
	found     culprit

	pending reg   // a bit per priority: a search waits, or is under way
	frozen  notes // what was measured then
	sought  reg   // priority of the search
}

// notes has a word for each priority: a memory, or the register of the only one.
type notes struct {
	m      *rtlgen.Module
	memory rtlgen.Memory
	only   reg
	single bool
}

func newNotes(m *rtlgen.Module, name, doc string, prios, width int) notes {
	if prios == 1 {
		return notes{m: m, only: m.RegNoReset(name, width, doc), single: true}
	}
	return notes{m: m, memory: m.Memory(name, prios, width, rtlgen.ReadOld, doc+", by priority")}
}

func (n notes) write(enable, prio, word value) {
	if n.single {
		n.m.If(enable, func() { n.only.Set(word) })
		return
	}
	n.memory.Write(enable, prio, word)
}

// read names what is read.
func (n notes) read(name string, prio value) value {
	if n.single {
		return n.m.Let(name, n.only)
	}
	return n.memory.Read(name, prio)
}

// measured is what a congestion point says of its queue.
type measured struct {
	Feedback value `width:"feedback"`
	QOffset  value `width:"offset"`
	QDelta   value `width:"offset"`
}

// culprit is what the policies without a search remember of a sample.
type culprit struct {
	Valid value `width:"1"`
	Src   value `width:"address"`
	Dst   value `width:"address"`
}

// note remembers the culprit of a sampled frame. The longest queue is known some
// cycles after the frame came, but before the trigger. What is noted without a sample
// after reset does no harm: a trigger follows a sample.
func (k *marking) note() {
	m, p := k.m, k.p
	header := m.NextNoReset("header", rtlgen.Cat(k.Arrival.Src, k.Arrival.Dst),
		"source and destination of the frame received last")
	sampled := k.Sampled.Value
	of := culprit{m.Ones(1), header.High(AddressBits), header.Low(AddressBits)}
	if p.DOS == 1 {
		chosen := m.Let("longest_queue", k.Policy.Eq(PolicyDOS))
		dos := rtlgen.UseArray(m, "dos", p.Prios, DOS(p))
		dos.Count.Drive(k.Count)
		late := sampled
		for i := range rtlgen.IndexBits(p.VOQs) - 1 {
			late = m.NextNoReset(fmt.Sprintf("sampled_%d", i+2), late).Value
		}
		queue := m.Let("longest_index", rtlgen.OneHotMux(late, dos.Found.Index))
		m.Unused("dos_count", dos.Found.Count)
		sampled = rtlgen.Mux(chosen, late, sampled)
		of = culprit{
			rtlgen.Mux(chosen, late.And(dos.Found.Valid).Any(), 1),
			rtlgen.Mux(chosen, k.Port, of.Src), rtlgen.Mux(chosen, queue.Zext(AddressBits), of.Dst),
		}
	}
	at := m.Let("noted", sampled)
	k.culprits = newNotes(m, "culprits", "culprit of the last sample", p.Prios, rtlgen.PackedWidth[culprit](Dims(nil)))
	k.culprits.write(at.Any(), at.Priority(), rtlgen.Pack(of))
	m.Assume("one_sample", k.Sampled.AndNot(k.Sampled.LowestOne()).Eq(0), "one frame comes in a cycle")
}

// trigger takes a trigger, of which there is one in a cycle.
func (k *marking) trigger() {
	m, p, t := k.m, k.p, k.Trigger
	k.prio = m.Let("trigger_prio", t.Valid.Priority())
	k.measured = measured{rtlgen.OneHotMux(t.Valid, t.Feedback), rtlgen.OneHotMux(t.Valid, t.QOffset),
		rtlgen.OneHotMux(t.Valid, t.QDelta)}
	k.triggered = m.Let("triggered", t.Valid.Any().AndNot(k.random))
	k.found = rtlgen.Unpack[culprit](k.culprits.read("noted_culprit", k.prio), Dims(nil))

	k.pending = m.Reg("pending", p.Prios, 0, "priorities whose search waits or is under way")
	asked := m.Let("asked", rtlgen.Mux(k.random, t.Valid, 0))
	k.frozen = newNotes(m, "frozen", "what was measured for the search", p.Prios,
		rtlgen.PackedWidth[measured](Dims(nil)))
	k.frozen.write(asked.AndNot(k.pending).Any(), k.prio, rtlgen.Pack(k.measured))
	k.Lost.Drive(m.Next("lost_q", asked.And(k.pending).Any(), 0))

	k.sought = m.RegNoReset("sought", rtlgen.IndexBits(p.Prios), "priority of the search")
	answered := m.Let("answered", rtlgen.Mux(k.Answer.Valid, k.sought.Decode(p.Prios), 0))
	k.pending.Set(k.pending.Or(asked).AndNot(answered))
	m.Assume("one_trigger", t.Valid.AndNot(t.Valid.LowestOne()).Eq(0),
		"one frame comes in a cycle, and all evaluations take the same time")
	m.Cover("trigger_lost", k.Lost)
}

// search has the requests take turns at the search engine.
func (k *marking) search() {
	m := k.m
	searching, request := m.Reg("searching", 1, 0, "a search is under way"), m.Reg("search_valid_q", 1, 0)
	next := turns(m, "next", k.pending.Value, searching.Not())
	m.If(searching.Not(), func() {
		searching.Set(next.Any)
		request.Set(next.Any)
		k.sought.Set(next.Index)
	}).ElseIf(k.Answer.Valid, func() {
		searching.Set(0)
	})
	m.If(k.Search.Ready, func() {
		m.If(request, func() { request.Set(0) })
	})
	k.Search.Valid.Drive(request)
	k.Search.Prio.Drive(k.sought.Zext(PrioBits))
	m.Assume("answers_what_is_asked", k.Answer.Valid.Implies(searching.AndNot(request)), "an answer follows its request")
	m.Assert("search_has_a_trigger", searching.Implies(k.pending.Bit(k.sought)))
}

// offer gives what is found to the CNM generator.
func (k *marking) offer() {
	m, p, r := k.m, k.p, k.random
	frozen := rtlgen.Unpack[measured](k.frozen.read("frozen_word", k.sought.Value), Dims(nil))
	ended := m.Let("ended", rtlgen.Mux(r, k.Answer.Valid, k.triggered))
	hit := m.Let("hit", rtlgen.Mux(r, k.Answer.Hit, k.found.Valid))

	cnm := rtlgen.Use(m, "cnm", CNMUnit(p))
	cnm.Port.Drive(k.Port)
	cnm.AtOutput.Drive(k.AtOutput)
	o := &cnm.Offer
	o.Valid.Drive(ended.And(hit))
	o.Prio.Drive(rtlgen.Mux(r, k.sought, k.prio).Zext(PrioBits))
	o.Feedback.Drive(rtlgen.Mux(r, frozen.Feedback, k.measured.Feedback))
	o.QOffset.Drive(rtlgen.Mux(r, frozen.QOffset, k.measured.QOffset))
	o.QDelta.Drive(rtlgen.Mux(r, frozen.QDelta, k.measured.QDelta))
	o.Src.Drive(rtlgen.Mux(r, k.Answer.Src, k.found.Src))
	o.Dst.Drive(rtlgen.Mux(r, k.Answer.Dst, k.found.Dst))
	rtlgen.Connect(&k.Tx, &cnm.Tx)
	k.Dropped.Drive(cnm.Dropped)
	k.GaveUp.Drive(m.Next("gave_up_q", ended.AndNot(hit), 0))
}
