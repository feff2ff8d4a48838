package speed

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// Subject is a design that can be measured. Its top module has the outputs
// `delivered` (packets), `digest` (changes with every packet and its time) and
// `error` (1 bit, stays 1 once something is wrong).
type Subject struct {
	Name     string
	Doc      string
	Switches int
	Build    func() *rtlgen.Module
	// Shared are the instances ("node", "net.leaf") whose modules Verilator may turn
	// into models by themselves: those with much in them, many copies, and registers
	// in front of their outputs.
	Shared []string
	// WarmUp is how many cycles fill the design before anything is measured; 0: as many
	// as suit most.
	WarmUp int
	// resets is how many cycles an engine is in reset at first, as the model of Verilator is.
	resets int
	// Inputs are the values of the input ports at a load in packets per packet
	// time and node. Other ports are 0.
	Inputs func(load float64) map[string]uint64
}

// warmUp is the number of cycles before those that are measured.
func (s *Subject) warmUp() int {
	const usual = 2000
	if s.WarmUp > 0 {
		return s.WarmUp
	}
	return usual
}

// Find is the subject of that name, nil if there is none.
func Find(list []*Subject, name string) *Subject {
	for _, s := range list {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// Names lists the names of subjects.
func Names(list []*Subject) []string {
	var names []string
	for _, s := range list {
		names = append(names, s.Name)
	}
	return names
}

// elaborate makes the netlist.
func (s *Subject) elaborate() (*ir.Design, error) {
	return rtlgen.Elaborate(s.Build())
}

// checked are the outputs that must be equal on both sides.
var checked = []string{"delivered", "digest", "error"}

// checkPorts reports what keeps a design from being measured.
func (s *Subject) checkPorts(d *ir.Design) error {
	for _, name := range checked {
		if p := d.Top.Port(name); p == nil || p.Kind != ir.Output || p.Width > 64 {
			return fmt.Errorf("design %s has no output %s of at most 64 bits", s.Name, name)
		}
	}
	for _, name := range s.Shared {
		if find(d.Top, name) == nil {
			return fmt.Errorf("design %s has no instance %s, which its Subject names in Shared", s.Name, name)
		}
	}
	for name, x := range s.Inputs(1) {
		if p := d.Top.Port(name); p == nil || p.Kind != ir.Input || p.Width < 64 && x>>p.Width != 0 {
			return fmt.Errorf("design %s has no input %s that can hold %d, which its Subject says in Inputs", s.Name, name, x)
		}
	}
	return nil
}

// find is the instance with this path in a module, nil if there is none.
func find(m *ir.Module, path string) *ir.Instance {
	name, rest, deeper := strings.Cut(path, ".")
	i := slices.IndexFunc(m.Instances, func(in *ir.Instance) bool { return in.Name == name })
	switch {
	case i < 0:
		return nil
	case deeper:
		return find(m.Instances[i].Of, rest)
	}
	return m.Instances[i]
}

// Rate is a load as most nodes take it: in 1/65536.
func Rate(load float64) uint64 { return uint64(math.Round(load * 65536)) }
