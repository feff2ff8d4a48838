package recn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// Leaf is the order of deallocation of RECN before DD, at an input port: the leaves
// of a tree first. A SAQ may be freed only when no line upstream was made from it, and
// after it has been empty for some time. DD names what it does without: tokens, a
// timer, SAQs that are linked.
//
// A token is a report here: "made" moves it to the SAQ or line that was made further
// from the root, "gone" brings it back. Reports of an input port go to an output port
// of its switch over a bus, those of an output port over the link to the switch
// downstream.
//
// The report of a SAQ that is freed waits in registers of its own, and goes before all
// others, since the next SAQ may have the same name.
func Leaf(p Params) *rtlgen.Typed[LeafPorts] {
	m, io := rtlgen.New[LeafPorts](p)
	if m.Refused() {
		return m
	}
	s, w := p.SAQs, p.pw()
	valid := io.Line.Valid.Value
	unreported := m.Reg("unreported", s, 0, "the SAQ was not reported yet, a bit per SAQ")
	upstream := m.RegNoReset("upstream", s, "a line upstream was made from it, by SAQ")
	gone := m.Reg("gone_q", 1, 0, "the report of a freed SAQ waits")
	goneTp := m.RegNoReset("gone_tp", packet.TurnBits, "turns of the freed SAQ's name")
	goneMask := m.RegNoReset("gone_mask", packet.TurnBits, "significant bits of these turns")

	made := m.Let("made", unreported.LowestOne())
	tp := m.Let("report_tp", rtlgen.Mux(gone, goneTp, rtlgen.OneHotMux(made, io.Line.Tp)))
	mask := m.Let("report_mask", rtlgen.Mux(gone, goneMask, rtlgen.OneHotMux(made, io.Line.Mask)))
	io.Note.Valid.Drive(gone.Or(unreported.Any()))
	io.Note.Xoff.Drive(gone.Not())
	io.Note.Tp.Drive(rtlgen.Cat(tp.Low(packet.TurnBits-w), m.Zero(w)))
	io.Note.Mask.Drive(rtlgen.Cat(mask.Low(packet.TurnBits-w), m.Zero(w)))
	io.Note.Target.Drive(p.ports().OutputOf(m.Module, "parent", io.MyPort, tp.High(w)))
	m.Unused("first_turn", mask.High(w))

	// A name of one turn is that of an output of this switch, the root: nobody waits
	// for it.
	freedTp := m.Let("freed_tp", rtlgen.OneHotMux(io.Freed, io.Line.Tp))
	freedMask := m.Let("freed_mask", rtlgen.OneHotMux(io.Freed, io.Line.Mask))
	m.If(freedMask.Bit(packet.TurnBits-1-w), func() {
		gone.Set(1)
		goneTp.Set(freedTp)
		goneMask.Set(freedMask)
	}).ElseIf(io.NoteTake, func() { gone.Set(0) })

	// A line is stopped by the output port that it reports to, whose own line may be a
	// new one.
	blocked := m.Let("blocked", valid.And(io.Stopped))
	blockedBefore := m.NextNoReset("blocked_before", blocked)
	toldNow := m.Let("made_is_taken", io.NoteTake.AndNot(gone))
	told := m.Let("told_lines", made.And(toldNow.Replicate(s)))
	unreported.Set(unreported.AndNot(told).Or(blocked.AndNot(blockedBefore)))
	same := packet.LinesOf(io.Line).Named(m.Module, "same_name", packet.NameIn(io.Msg.NameOf))
	heard := m.Let("heard", same.And(io.Msg.Valid.Replicate(s)))
	upstream.Set(valid.And(rtlgen.Mux(io.Msg.Xoff, upstream.Or(heard), upstream.AndNot(heard))))

	mayFree := valid.AndNot(unreported).AndNot(upstream).AndNot(gone.Replicate(s))
	if p.Timer > 0 {
		mayFree = mayFree.And(p.rested(m.Module, m.Let("resting", valid.And(io.Empty).AndNot(io.Stopped))))
	} else {
		m.Unused("without_timer", io.Empty)
	}
	allowed := m.Let("allowed", mayFree)
	io.MayFree.Drive(allowed)
	later := m.Next("after_the_first_cycle", m.Ones(1), 0, "this is not the first cycle after reset")
	m.Assume("no_line_at_first", later.Or(valid.Eq(0)), "no line is valid in the first cycle after reset")
	m.Assume("one_is_freed", io.Freed.And(io.Freed.LowestOne().Not()).Eq(0))
	m.Assume("frees_only_what_it_may", io.Freed.AndNot(allowed).Eq(0))
	m.Assume("takes_what_is_there", io.NoteTake.AndNot(gone.Or(unreported.Any())).Not())
	return m
}

// rested has a bit per line: it has been resting for the time of the timer.
func (p Params) rested(m *rtlgen.Module, resting value) value {
	timer := m.RegArrayNoReset("timer_q", p.SAQs, rtlgen.CountBits(p.Timer), "cycles that the SAQ has rested, by SAQ")
	rested := m.Wire("rested", p.SAQs)
	for k := range m.Each("k", p.SAQs) {
		over := timer.At(k).Eq(p.Timer)
		m.If(resting.Bit(k).Not(), func() {
			timer.At(k).Set(0)
		}).ElseIf(over.Not(), func() {
			timer.At(k).Set(timer.At(k).Add(1))
		})
		rested.SetBit(k, over)
	}
	return rested.Value
}

// Branches is the same at an output port: a line is kept after its Xon until all SAQs
// that were made from it are gone. A SAQ whose report comes when its line is gone
// already is not waited for.
func Branches(p Params) *rtlgen.Typed[BranchesPorts] {
	m, io := rtlgen.New[BranchesPorts](p)
	if m.Refused() {
		return m
	}
	s := p.SAQs
	valid := io.Line.Valid.Value
	validBefore := m.Next("valid_before", valid, 0)
	unreported := m.Reg("unreported", s, 0, "the line was not reported yet, a bit per line")
	gone := m.Reg("gone_q", 1, 0, "the report of a freed line waits")
	goneTp := m.RegNoReset("gone_tp", packet.TurnBits, "turns of the freed line's name")
	goneMask := m.RegNoReset("gone_mask", packet.TurnBits, "significant bits of these turns")
	branch := m.RegArrayNoReset("branch", s, p.Ports, "input ports that made a SAQ from it, by line")

	report := io.Report
	same := packet.LinesOf(io.Line).Named(m.Module, "same_name", packet.NameIn(report.NameOf))
	source := m.Let("from", report.Source.Decode(p.Ports))
	alone := m.Wire("alone", s)
	for k := range m.Each("k", s) {
		m.If(validBefore.Bit(k).Not(), func() {
			branch.At(k).Set(0)
		}).ElseIf(report.Valid.And(same.Bit(k)), func() {
			branch.At(k).Set(rtlgen.Mux(report.Xoff, branch.At(k).Or(source), branch.At(k).AndNot(source)))
		})
		alone.SetBit(k, branch.At(k).Eq(0))
	}

	// Nothing may happen to the line in the cycle in which it is freed.
	calm := m.Let("calm", gone.Or(io.MsgValid).Or(report.Valid).Not())
	mayGo := m.Let("may_go", valid.And(validBefore).And(io.Told).AndNot(io.Stopped).AndNot(unreported).And(alone))
	freed := m.Let("freed", mayGo.LowestOne().And(calm.Replicate(s)))
	io.Free.Drive(freed)

	made := m.Let("made", unreported.LowestOne())
	io.Up.Valid.Drive(gone.Or(unreported.Any()))
	io.Up.Xoff.Drive(gone.Not())
	io.Up.Tp.Drive(rtlgen.Mux(gone, goneTp, rtlgen.OneHotMux(made, io.Line.Tp)))
	io.Up.Mask.Drive(rtlgen.Mux(gone, goneMask, rtlgen.OneHotMux(made, io.Line.Mask)))
	m.If(freed.Any(), func() {
		gone.Set(1)
		goneTp.Set(rtlgen.OneHotMux(freed, io.Line.Tp))
		goneMask.Set(rtlgen.OneHotMux(freed, io.Line.Mask))
	}).ElseIf(io.UpTake, func() { gone.Set(0) })
	madeTaken := m.Let("made_is_taken", io.UpTake.AndNot(gone))
	told := m.Let("told_lines", made.And(madeTaken.Replicate(s)))
	unreported.Set(unreported.AndNot(told).Or(valid.AndNot(validBefore)))
	m.Assume("takes_what_is_there", io.UpTake.AndNot(gone.Or(unreported.Any())).Not())
	return m
}
