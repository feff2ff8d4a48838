package synth

import (
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// partsFile declares the parts that black boxes stand for, as Yosys wants to see
// what it does not know: their ports and parameters, nothing inside.
const partsFile = "parts_of_black_boxes.v"

// partsOf are the declarations of the parts by name. Black boxes that stand for one
// part may use different ports and widths of it: it has all ports, as wide as any
// needs them.
func partsOf(d *ir.Design) map[string]*partShape {
	parts := map[string]*partShape{}
	for _, m := range d.Modules {
		if m.Part == nil {
			continue
		}
		if parts[m.Part.Name] == nil {
			parts[m.Part.Name] = &partShape{}
		}
		parts[m.Part.Name].add(m)
	}
	return parts
}

// partShape is the ports and parameters of a part.
type partShape struct {
	ports  []partPort
	params []string
}

type partPort struct {
	name   string
	output bool
	width  int
}

func (s *partShape) add(m *ir.Module) {
	or := func(name, def string) string {
		if name == "" {
			return def
		}
		return name
	}
	if m.NeedsClock() {
		s.port(partPort{or(m.Part.Clock, verilog.ClockName), false, 1})
	}
	if (verilog.Options{}).NeedsReset(m) {
		s.port(partPort{or(m.Part.Reset, verilog.Options{}.ResetName()), false, 1})
	}
	for _, c := range m.Part.Conns {
		if c.Sig != nil {
			s.port(partPort{c.Port, c.Sig.Kind == ir.Output, c.Sig.Width})
		} else {
			s.port(partPort{c.Port, false, c.Tied.Width})
		}
	}
	for _, q := range m.Part.Params {
		if !slices.Contains(s.params, q.Name) {
			s.params = append(s.params, q.Name)
		}
	}
}

func (s *partShape) port(x partPort) {
	for i, p := range s.ports {
		if p.name == x.name {
			s.ports[i].width = max(p.width, x.width)
			return
		}
	}
	s.ports = append(s.ports, x)
}

func (s *partShape) verilog(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(* blackbox *)\nmodule %s (", name)
	for i, p := range s.ports {
		direction, sep := "input", ","
		if p.output {
			direction = "output"
		}
		if i == 0 {
			sep = ""
		}
		fmt.Fprintf(&b, "%s\n    %s [%d:0] %s", sep, direction, p.width-1, p.name)
	}
	b.WriteString("\n);\n")
	for _, q := range s.params {
		fmt.Fprintf(&b, "    parameter %s = 0;\n", q)
	}
	b.WriteString("endmodule\n")
	return b.String()
}

// declareParts adds the declarations of all parts to the files for synthesis.
func declareParts(d *ir.Design, out *verilog.Output) {
	parts := partsOf(d)
	var names []string
	for name := range parts {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		b.WriteString(parts[name].verilog(name))
	}
	if b.Len() > 0 {
		out.Files = append(out.Files, verilog.File{Path: partsFile, Data: []byte(b.String())})
	}
}
