package rtlgen

import "culprit.example/culprit/rtlgen/ir"

// checkRAMs reports memories that no device has, and those that would be registers for
// want of a RAM although they are large.
func (m *Module) checkRAMs() {
	for _, mem := range m.ir.Memories {
		m.checkOnePort(mem)
		f, style := mem.Misfit(mem.Style), mem.Style.String()
		if mem.Style == ir.StyleAuto && mem.Technology() == ir.StyleRegisters && mem.Large() {
			f, style = mem.Misfit(ir.StyleBlock), "no"
		}
		if f == nil {
			continue
		}
		var ports []Related
		for _, p := range f.Ports {
			ports = append(ports, Related{p.Pos, p.What})
		}
		m.reportAt(mem.Pos, CodeStyle, ports,
			"memory %s, of %s style, %s: use fewer ports, other choices of During, or Style(Registers), which takes %s",
			mem.Name, style, f.Why, count(mem.Depth*mem.Width, "flip-flop"))
	}
}

// checkOnePort reports reads for which two writes at one address differ: tools take these
// writes for one port.
func (m *Module) checkOnePort(mem *ir.Memory) {
	for _, r := range mem.Reads {
		if r.RDW == nil {
			continue
		}
		for i, w := range mem.Writes {
			for k, x := range mem.Writes[:i] {
				if r.Sync && mem.During(r, i) != mem.During(r, k) && ir.SameValue(w.Addr, x.Addr) {
					m.reportAt(r.Pos, CodeStyle, []Related{{x.Pos, "a write port"}, {w.Pos, "a write port of the same address"}},
						"read port %s of %s differs for two write ports of the same address, which are one port of a RAM: choose the same for both",
						r.Name,
						mem.Name)
					return
				}
			}
		}
	}
}
