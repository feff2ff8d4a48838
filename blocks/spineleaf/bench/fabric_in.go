package bench

import (
	"math/big"
	"math/rand"

	qcn "culprit.example/culprit/blocks/qcn/golden"
	rtl "culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func cellBufferBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.CellBuffer), MinCycles: 12000,
		AnyReset: map[string]string{
			"qcn_cell_buffer.writing_q":  "written with the first beat of a cell",
			"qcn_cell_buffer.beat_in_q":  "written with the first beat of a cell",
			"qcn_cell_buffer.reading_q":  "counts only together with valid_q",
			"qcn_cell_buffer.beat_out_q": "counts only together with valid_q",
			"qcn_cell_buffer.beats_q":    "counts only together with valid_q",
		},
		CoverPoints: []string{"full", "empty again", "read in the cycle after its first beat", "cells out without a gap",
			"skipped while another one is read", "enters and leaves", "enters with the credit of a full buffer",
			"beat that never came", "beat that came as lost", "cell cut as it is read"},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &cellBufferStimulus{rng: rng, cells: v["cells"], m: golden.NewCellBuffer(v["cells"]),
				p: golden.FabricParams{Leaves: 7, Ports: 1}}
			return testbench.NewCase(golden.CellBufferIn{}, golden.CellBufferOut{}, s.m.Step, s.drive, s.observe)
		},
	}
}

type cellBufferStimulus struct {
	rng   *rand.Rand
	p     golden.FabricParams
	cells int
	m     *golden.CellBuffer
	link  cellTraffic

	cut     bool // the cell that comes is cut in this cycle, while it is read
	entered int  // cycle in which the last cell came
	now     int
	wasFull bool
}

func (s *cellBufferStimulus) drive(cycle int) golden.CellBufferIn {
	rng := s.rng
	fill, drain := 50, 50
	switch cycle / 200 % 4 {
	case 0:
		fill, drain = 95, 5
	case 1:
		fill, drain = 10, 90
	case 2:
		fill, drain = 100, 100
	}
	var in golden.CellBufferIn
	in.RxValid, in.RxHead, in.RxHeader, in.RxData = s.link.next(rng, func() (golden.CellHeader, bool) {
		return randomCell(rng, s.p), (s.m.Len() < s.cells || s.m.Leaving()) && kit.Chance(rng, fill)
	})
	in.RxBad, s.cut = kit.Chance(rng, 3), false
	if len(s.link.beats) > 0 {
		read := !in.RxHead && (s.m.Len() == 0 || s.m.Len() == 1 && s.m.Leaving()) // the cell that comes
		if kit.Chance(rng, map[bool]int{true: 60, false: 5}[read]) {
			s.link.beats, s.cut = nil, read
		}
	}
	if s.m.Len() > 0 && !s.m.Leaving() && kit.Chance(rng, drain) {
		in.Start = !s.m.Busy() && !kit.Chance(rng, 20)
		in.Skip = !in.Start && kit.Chance(rng, 30)
	}
	return in
}

func (s *cellBufferStimulus) observe(in golden.CellBufferIn, out golden.CellBufferOut, hit func(string)) {
	kit.Reached{
		"full":                                    out.Full,
		"empty again":                             s.wasFull && !out.CellValid,
		"read in the cycle after its first beat":  in.Start && s.entered == s.now-1 && s.m.Len() <= 1,
		"cells out without a gap":                 in.Start && out.TxValid,
		"skipped while another one is read":       in.Skip && out.TxValid,
		"enters and leaves":                       in.RxValid && in.RxHead && (in.Start || in.Skip),
		"enters with the credit of a full buffer": in.RxValid && in.RxHead && out.Full,
		"beat that never came":                    out.TxValid && out.TxBad && out.TxData.Sign() == 0,
		"beat that came as lost":                  out.TxValid && out.TxBad && out.TxData.Sign() != 0,
		"cell cut as it is read":                  s.cut,
	}.Report(hit)
	s.wasFull = s.wasFull || out.Full
	if in.RxValid && in.RxHead {
		s.entered = s.now
	}
	s.now++
}

func leafInBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.LeafIn), MinCycles: 16000,
		AnyReset: map[string]string{
			"qcn_leaf_in.beat_q":       "written with the first beat of a frame",
			"qcn_leaf_in.index_q":      "written with the first unit of a frame",
			"qcn_leaf_in.broken_q":     "both ends of the units of a frame are the same after reset",
			"qcn_leaf_in.unit_full_q":  "counts with a beat, and none comes in the first cycle",
			"qcn_leaf_in.frame_next_q": "written with the first unit of a frame",
		},
		CoverPoints: []string{
			"no room", "too long", "not enabled", "not ready", "no data frame", "one beat after the other frame",
			"unit in its second phase", "frame of one unit sent",
			"frame of several units sent", "VOQ runs empty", "two frames of a VOQ in a row", "comes as its VOQ runs empty",
			"CNM inside a frame", "cell waits for an uplink", "short last cell", "header found",
			"cut by a head", "cut by a gap", "cut by its tail", "unit of a dropped frame given back",
			"accepted as the frame before is dropped", "no room for units of dropped frames", golden.ServerCauseNames[golden.NoHead],
			golden.ServerCauseNames[golden.Long], golden.ServerCauseNames[golden.NoRoute],
			golden.ServerCauseNames[golden.NoPrio],
			golden.ServerCauseNames[golden.BadLength], golden.ServerCauseNames[golden.NoKind],
			golden.ServerCauseNames[golden.NoRoom],
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(leafInBench().CoverPoints, kit.Cannot{
				"frame of several units sent": v["frame_units"] == 1, "CNM inside a frame": v["frame_units"] == 1,
				"too long": v["frame_units"] >= 64, "not ready": v["leaves"]*v["ports"]*v["prios"] < 8,
				"no_prio": v["prios"] == 8, "no room for units of dropped frames": v["frame_units"] > 16 || v["in_units"] <= 4*v["frame_units"],
				"no room": v["in_units"] > 800, "unit in its second phase": v["in_units"]*v["prios"] > 1200,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.FabricParams](v)
			s := &leafInStimulus{rng: rng, p: p, m: golden.NewLeafIn(p), own: randomAddress(rng, p), fed: map[int]int{}}
			return testbench.NewCase(golden.LeafInIn{}, p.LeafInOut(), s.m.Step, s.drive, s.observe)
		},
	}
}

type leafInStimulus struct {
	rng  *rand.Rand
	p    golden.FabricParams
	m    *golden.LeafIn
	own  int
	link serverLink

	asked   [][2]int // flows {dst, prio} whose requests are out
	cnm     *big.Int
	fed     map[int]int // frames of each VOQ that are stored, less those that left
	within  bool        // a frame is on its way to the uplinks
	lastVOQ int
	tailWas bool
	// first beats of the frames that came in this cycle, the one before and the one before that
	heads  [3]*big.Int
	before struct{ enable, ready bool } // of the cycle before
	late   [3]golden.LeafInIn           // what came in the last cycles, the youngest first
}

func (s *leafInStimulus) drive(cycle int) golden.LeafInIn {
	rng, p := s.rng, s.p
	filling := cycle/1500%3 == 0
	prio := rng.Intn(p.Prios)
	in := golden.LeafInIn{Phase: cycle % 4, Own: s.own, Enable: !kit.Chance(rng, 2)}
	in.RxValid, in.RxHead, in.RxTail, in.RxData = s.link.next(func() []linkBeat {
		if !kit.Chance(rng, map[bool]int{true: 95, false: 12}[filling]) {
			return nil
		}
		f := qcn.Frame{Prio: prio, Dst: randomAddress(rng, p), Src: rng.Intn(1 << 12),
			Length: randomLength(rng, p.FrameUnits), Seq: rng.Intn(1 << 16)}
		if filling {
			f.Prio, f.Length = cycle/4500%p.Prios, 64
		}
		switch rng.Intn(40) {
		case 0:
			f.Length = min(p.FrameUnits*256+1+rng.Intn(300), 1<<14-1)
		case 1:
			return linkBeats(beatsOf(rng, qcn.Frame{Kind: qcn.KindPause, Length: 64}))
		}
		if cycle/800%3 == 1 && kit.Chance(rng, 60) {
			return hostileFrame(rng, p, f)
		}
		return linkBeats(beatsOf(rng, f))
	})
	if s.cnm == nil && kit.Chance(rng, 2) {
		s.cnm = qcn.Frame{Kind: qcn.KindCNM, Prio: rng.Intn(8), Dst: randomAddress(rng, p), Length: 64}.Word().Big()
	}
	in.CNMValid, in.CNMData = s.cnm != nil, s.cnm
	if in.FindValid = kit.Chance(rng, 20); in.FindValid {
		in.FindUnit = rng.Intn(p.InputUnits())
	}
	if len(s.asked) > 0 && kit.Chance(rng, map[bool]int{true: 1, false: 15}[filling]) {
		k := rng.Intn(len(s.asked))
		if kit.Chance(rng, 50) {
			k = 0
		}
		in.GrantValid, in.GrantDst, in.GrantPrio, in.GrantPlace = true, s.asked[k][0], s.asked[k][1], rng.Intn(1<<10)
		s.asked = append(s.asked[:k:k], s.asked[k+1:]...)
	}
	now := s.m.Out(in)
	in.RequestTaken = now.RequestValid && kit.Chance(rng, 60)
	if in.RequestTaken {
		s.asked = append(s.asked, [2]int{now.RequestDst, now.RequestPrio})
	}
	in.Go = now.Want && kit.Chance(rng, 85)
	return in
}

func (s *leafInStimulus) observe(in golden.LeafInIn, out golden.LeafInOut, hit func(string)) {
	if out.CNMTaken {
		s.cnm = nil
	}
	if out.TxHead {
		h := golden.HeaderOf(out.TxHeader)
		kit.Reached{
			"CNM inside a frame": h.Kind == golden.CellCNM && s.within,
			"short last cell":    h.Kind == golden.CellData && h.Beats < 4,
		}.Report(hit)
		if h.Kind == golden.CellData {
			all := (h.Length + 255) / 256
			s.within = h.Index+1 < all
			voq := h.Dst<<3 | h.Prio
			kit.Reached{
				"frame of one unit sent":       all == 1,
				"frame of several units sent":  all > 1 && !s.within,
				"two frames of a VOQ in a row": h.Index == 0 && voq == s.lastVOQ,
			}.Report(hit)
			s.lastVOQ = voq
			if !s.within {
				s.fed[voq]--
				kit.Reached{"VOQ runs empty": s.fed[voq] == 0}.Report(hit)
			}
		}
	}
	if out.ArrValid {
		voq := out.ArrDst<<3 | out.ArrPrio
		kit.Reached{"comes as its VOQ runs empty": s.fed[voq] == 0 && voq == s.lastVOQ && in.Phase != 0 &&
			!s.within}.Report(hit)
		s.fed[voq]++
	}
	s.heads = [3]*big.Int{nil, s.heads[0], s.heads[1]}
	if in.RxHead {
		s.heads[0] = in.RxData
	}
	length := 0
	if out.Drop {
		length = qcn.FrameOf(qcn.WordOf(s.heads[2])).Length
	}
	s.observeErrors(in, out, hit)
	kit.Reached{
		"no room":     out.Drop && s.before.enable && s.before.ready && length <= 256*s.p.FrameUnits,
		"too long":    out.Drop && s.before.enable && s.before.ready && length > 256*s.p.FrameUnits,
		"not enabled": out.Drop && !s.before.enable,
		"not ready":   out.Drop && !s.before.ready,
		"no data frame": in.RxValid && in.RxHead &&
			qcn.FrameOf(qcn.WordOf(in.RxData)).Kind == qcn.KindPause,
		"one beat after the other frame": in.RxHead && s.tailWas,
		"unit in its second phase":       out.AllocValid && out.AllocPhase,
		"cell waits for an uplink":       out.Want && !in.Go,
		"header found":                   out.FindKnown,
	}.Report(hit)
	s.tailWas = in.RxTail
	s.before.enable, s.before.ready = in.Enable, out.Ready
}

// observeErrors looks at what is dropped, and why. An error is told three cycles after the
// beat that shows it.
func (s *leafInStimulus) observeErrors(in golden.LeafInIn, out golden.LeafInOut, hit func(string)) {
	for c, name := range golden.ServerCauseNames[:golden.Missing] {
		if out.Error>>c&1 == 1 && c != golden.Cut {
			hit(name)
		}
	}
	cut, at := out.Error>>golden.Cut&1 == 1, s.late[2]
	kit.Reached{
		"cut by a head":                           cut && at.RxValid && at.RxHead && !at.RxTail,
		"cut by a gap":                            cut && !at.RxValid,
		"cut by its tail":                         cut && at.RxValid && !at.RxHead && at.RxTail,
		"unit of a dropped frame given back":      out.ReleaseValid && in.Phase < 2,
		"accepted as the frame before is dropped": s.m.DropsAndAccepts(),
		"no room for units of dropped frames":     s.m.Wasteful() && out.Error>>golden.NoRoom&1 == 1,
	}.Report(hit)
	s.late = [3]golden.LeafInIn{in, s.late[0], s.late[1]}
}
