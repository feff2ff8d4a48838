package verilog

import (
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// SimulationFiles are the Verilog files for a simulator: a black box is its
// model.
func (o *Output) SimulationFiles() []File { return o.verilogWithout(o.Parts) }

// SynthesisFiles are the Verilog files for a synthesis tool, beside the vendor's
// library: a black box is an instance of its part.
func (o *Output) SynthesisFiles() []File { return o.verilogWithout(o.Models) }

func (o *Output) verilogWithout(paths []string) []File {
	var list []File
	for _, f := range o.Files {
		if strings.HasSuffix(f.Path, ".v") && !slices.Contains(paths, f.Path) {
			list = append(list, f)
		}
	}
	return list
}

// modelFile and shellFile are the files of a black box for simulation and for
// synthesis; single is the name of the file with SingleFile.
func modelFile(m *ir.Module, single string, o Options) string {
	if o.SingleFile {
		return single + "_models.v"
	}
	return "models/" + o.ModuleName(m) + ".v"
}

func shellFile(m *ir.Module, single string, o Options) string {
	if o.SingleFile {
		return single + "_parts.v"
	}
	return o.ModuleName(m) + ".v"
}

// emitShell is the module of a black box for synthesis: one instance of the part.
func emitShell(m *ir.Module, o Options, known *fact) string {
	shell := withoutChecks(m)
	p := outsideOf(shell, o, known)
	logic := p.section(p.partInstance)
	head := p.section(p.header)
	return head + p.section(p.localparams) + logic + p.section(p.closing)
}

// withoutChecks is the module without properties and verification-only state.
func withoutChecks(m *ir.Module) *ir.Module {
	own := *m
	own.Signals = slices.DeleteFunc(slices.Clone(m.Signals), func(s *ir.Signal) bool { return s.VerificationOnly })
	own.Arrays = slices.DeleteFunc(slices.Clone(m.Arrays), func(a *ir.Array) bool { return a.VerificationOnly })
	return &own
}

func (p *printer) partInstance() {
	part := p.m.Part
	p.blank()
	clock := p.partClock()
	open := part.Name + " "
	if len(part.Params) > 0 {
		p.line(1, "%s #(", part.Name)
		var list []connection
		for _, q := range part.Params {
			list = append(list, connection{q.Name, q.Value})
		}
		p.connections(list)
		open = ") "
	}
	p.line(1, "%s%s (", open, p.names.claim("part", "vendor_part"))
	p.connections(p.partConnections(clock))
	p.line(1, ");")
}

func (p *printer) partConnections(clock string) []connection {
	part := p.m.Part
	or := func(name, def string) string {
		if name == "" {
			return def
		}
		return name
	}
	var list []connection
	if p.known.clock {
		list = append(list, connection{or(part.Clock, ClockName), clock})
	}
	if p.known.reset && !p.begins() {
		reset := p.inReset("")
		if part.ResetLow {
			reset = p.outOfReset("")
		}
		list = append(list, connection{or(part.Reset, "rst"), reset})
	}
	for _, c := range part.Conns {
		var value string
		if c.Sig != nil {
			value = c.Sig.Name
		} else {
			value = p.constant(c.Tied).flat()
		}
		list = append(list, connection{c.Port, value})
	}
	return list
}

// begins reports whether the part has no reset and begins with its first values.
func (p *printer) begins() bool {
	return p.known.reset && p.m.Part.Source != nil && p.m.Part.Source.Begins
}

// partClock is the clock of the part. That of one which begins with its first values is declared here.
func (p *printer) partClock() string {
	if !p.begins() {
		return ClockName
	}
	clock := p.names.claim("running_clk")
	p.line(1, "// For simulation: the part has no reset, so it stands still until the reset is over.")
	p.line(1, "wire %s = %s & %s;", clock, ClockName, p.outOfReset(""))
	p.blank()
	return clock
}

// connections writes aligned named connections, of parameters or of ports.
func (p *printer) connections(list []connection) {
	width := 0
	for _, c := range list {
		width = max(width, len(c.port))
	}
	for k, c := range list {
		sep := ","
		if k == len(list)-1 {
			sep = ""
		}
		p.line(2, ".%-*s (%s)%s", width, c.port, c.value, sep)
	}
}
