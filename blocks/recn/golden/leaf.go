package golden

import packet "culprit.example/culprit/blocks/packet/golden"

// Report is what a port says about a SAQ or a line of the tree.
type Report struct {
	Valid bool
	Made  bool // else it is gone
	Name  packet.Name
}

// LeafIn are the inputs of the unit that keeps the order of a tree at an input port.
type LeafIn struct {
	LineValid         []bool
	LineTp, LineMask  []uint32
	Stopped           []bool
	Empty             []bool
	Freed             []bool
	MyPort            int
	MsgValid, MsgXoff bool
	MsgTp, MsgMask    uint32
	NoteTake          bool
}

// LeafOut are its outputs.
type LeafOut struct {
	MayFree []bool
	NoteOut
}

// leafLine is what it knows of a SAQ.
type leafLine struct {
	blocked    bool // in the cycle before
	unreported bool // the output port does not know of it
	upstream   bool // a line upstream was made from it
	rested     int  // cycles that it has been empty
}

// Leaf keeps the order of a tree at an input port: leaves first.
type Leaf struct {
	ports, timer int
	line         []leafLine
	gone         Report // of a SAQ that was freed
	mayFree      []bool
}

// NewLeaf makes the unit after reset.
func NewLeaf(ports, saqs, timer int) *Leaf {
	return &Leaf{ports: ports, timer: timer, line: make([]leafLine, saqs), mayFree: make([]bool, saqs)}
}

// MayFree tells which of the lines may be freed. It is good until the next call.
func (m *Leaf) MayFree(valid []bool) []bool {
	for k, line := range m.line {
		m.mayFree[k] = valid[k] && !line.unreported && !line.upstream && !m.gone.Valid && line.rested >= m.timer
	}
	return m.mayFree
}

// Report is what is said next, with the name as the input port has it.
func (m *Leaf) Report(tp, mask []uint32) Report {
	return reportOf(m.gone, tp, mask, func(k int) bool { return m.line[k].unreported })
}

// reportOf is what a port says next: what is gone, else the lowest line that is unreported.
func reportOf(gone Report, tp, mask []uint32, unreported func(k int) bool) Report {
	if gone.Valid {
		return gone
	}
	for k := range tp {
		if unreported(k) {
			return Report{Valid: true, Made: true, Name: packet.Named(tp, mask, k)}
		}
	}
	return Report{}
}

// Note is a report for the bus: it goes to the output that the first turn leads to, with
// the name as that has it.
func (m *Leaf) Note(r Report, myPort int) NoteOut {
	if !r.Valid {
		return NoteOut{}
	}
	turnBits := packet.TurnBits(m.ports)
	rest := r.Name.Rest(turnBits)
	target := packet.OutPort(m.ports, myPort, packet.FirstTurn(r.Name.Tp, turnBits))
	return NoteOut{NoteValid: true, NoteXoff: r.Made, NoteTp: rest.Tp, NoteMask: rest.Mask, NoteTarget: target,
		NoteTargetKnown: true}
}

// Step is one clock cycle.
func (m *Leaf) Step(in LeafIn) LeafOut {
	report := m.Report(in.LineTp, in.LineMask)
	out := LeafOut{MayFree: m.MayFree(in.LineValid), NoteOut: m.Note(report, in.MyPort)}
	if in.NoteTake {
		if m.gone.Valid {
			m.gone = Report{}
		} else {
			for k := range m.line {
				if m.line[k].unreported {
					m.line[k].unreported = false
					break
				}
			}
		}
	}
	heard := packet.Name{Tp: in.MsgTp, Mask: in.MsgMask}
	for k := range m.line {
		line, name := &m.line[k], packet.Named(in.LineTp, in.LineMask, k)
		blocked := in.LineValid[k] && in.Stopped[k]
		if blocked && !line.blocked {
			line.unreported = true
		}
		line.blocked = blocked
		switch {
		case !in.LineValid[k]:
			line.upstream = false
		case in.MsgValid && name.Equal(heard):
			line.upstream = in.MsgXoff
		}
		if in.LineValid[k] && in.Empty[k] && !in.Stopped[k] {
			line.rested = min(line.rested+1, m.timer)
		} else {
			line.rested = 0
		}
		if in.Freed[k] && name.Length() > packet.TurnBits(m.ports) {
			m.gone = Report{Valid: true, Name: name}
		}
	}
	return out
}

// BranchesIn are the inputs of the unit that keeps the order of a tree at an output port.
type BranchesIn struct {
	LineValid               []bool
	LineTp, LineMask        []uint32
	Stopped, Told           []bool
	MsgValid                bool
	ReportValid, ReportXoff bool
	ReportTp, ReportMask    uint32
	ReportSource            int
	UpTake                  bool
}

// BranchesOut are its outputs.
type BranchesOut struct {
	Free    []bool
	UpValid bool
	UpXoff  bool   `valid:"UpValid"`
	UpTp    uint32 `valid:"UpValid"`
	UpMask  uint32 `valid:"UpValid"`
}

// branchLine is what it knows of a line.
type branchLine struct {
	valid      bool // in the cycle before
	unreported bool // the switch downstream does not know of it
	branches   map[int]bool
}

// Branches keeps the order of a tree at an output port.
type Branches struct {
	line []branchLine
	gone Report
	free []bool
}

// NewBranches makes the unit after reset.
func NewBranches(saqs int) *Branches {
	return &Branches{line: make([]branchLine, saqs), free: make([]bool, saqs)}
}

// Report is what is said next.
func (m *Branches) Report(tp, mask []uint32) Report {
	return reportOf(m.gone, tp, mask, func(k int) bool { return m.line[k].unreported })
}

// Step is one clock cycle.
func (m *Branches) Step(in BranchesIn) BranchesOut {
	r := m.Report(in.LineTp, in.LineMask)
	out := BranchesOut{Free: m.free, UpValid: r.Valid, UpXoff: r.Made, UpTp: r.Name.Tp, UpMask: r.Name.Mask}
	freed := -1
	for k, line := range m.line {
		m.free[k] = false
		waits := line.unreported || len(line.branches) > 0 || in.Stopped[k]
		if in.LineValid[k] && line.valid && in.Told[k] && !waits && freed < 0 && !m.gone.Valid && !in.MsgValid &&
			!in.ReportValid {
			freed, m.free[k] = k, true
		}
	}
	if in.UpTake {
		if m.gone.Valid {
			m.gone = Report{}
		} else {
			for k := range m.line {
				if m.line[k].unreported {
					m.line[k].unreported = false
					break
				}
			}
		}
	}
	if freed >= 0 {
		m.gone = Report{Valid: true, Name: packet.Named(in.LineTp, in.LineMask, freed)}
	}
	for k := range m.line {
		line := &m.line[k]
		switch {
		case !line.valid:
			line.branches = map[int]bool{}
		case in.ReportValid && in.LineValid[k] && packet.Named(in.LineTp, in.LineMask, k).
			Equal(packet.Name{Tp: in.ReportTp, Mask: in.ReportMask}):
			if in.ReportXoff {
				line.branches[in.ReportSource] = true
			} else {
				delete(line.branches, in.ReportSource)
			}
		}
		if in.LineValid[k] && !line.valid {
			line.unreported = true
		}
		line.valid = in.LineValid[k]
	}
	return out
}
