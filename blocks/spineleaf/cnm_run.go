package spineleaf

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// CNMRunParams configures CNMRun.
type CNMRunParams struct {
	Servers int `param:"servers" default:"8" min:"2" max:"4096" doc:"server ports of the network"`
}

// Dims are the names that the tags of ports use.
func (p CNMRunParams) Dims() rtlgen.Dims { return rtlgen.Dims{"stamp": qcn.StampBits} }

// CNMRunPorts are the ports of CNMRun.
type CNMRunPorts struct {
	_       rtlgen.Unit `name:"qcn_cnm_run" doc:"longest run of CNMs that take effect at one server" params:"servers"`
	Reacts  rtlgen.In   `lanes:"servers" doc:"pulse: a CNM takes effect"`
	Count   rtlgen.In   `doc:"the runs of this cycle count"`
	Longest rtlgen.Out  `width:"stamp" doc:"CNMs of the longest run, a register"`
}

// CNMRun counts the CNMs that take effect at one server and at no other in between. A
// congestion point that all flows share may pick one several times in a row; those that
// see one flow each do so at the same time (UQ section IV).
func CNMRun(p CNMRunParams) *rtlgen.Typed[CNMRunPorts] {
	m, io := rtlgen.New[CNMRunPorts](p)
	if m.Refused() {
		return m
	}
	reacts := m.Next("reacts_q", io.Reacts.And(io.Count.Replicate(p.Servers)), 0,
		"servers at which a CNM takes effect, if it counts")
	last := m.RegNoReset("last_reacts", p.Servers,
		"servers at which CNMs of the run took effect") // of no run, as long as run_q is 0
	run := m.Reg("run_q", qcn.StampBits, 0, "events of the run so far")
	longest := m.Reg("longest_q", qcn.StampBits, 0)
	m.If(reacts.Any(), func() {
		last.Set(reacts)
		run.Set(rtlgen.Mux(reacts.Eq(last), run.Add(1), 1))
	})
	m.If(run.Gt(longest), func() { longest.Set(run) })
	io.Longest.Drive(longest)
	return m
}
