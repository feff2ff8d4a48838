package speed

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"culprit/blocks/adaptive/graph"
	"culprit/blocks/clos"
	"culprit/blocks/fabric"
	"culprit/blocks/qcn"
	"culprit/blocks/recn"
	"culprit/rtlgen"
	"culprit/rtlgen/ir"
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
	// Inputs are the values of the input ports at a load in packets per packet
	// time and node. Other ports are 0.
	Inputs func(load float64) map[string]uint64
}

// Subjects are all designs: the switch alone, fabrics of it, and the networks of the
// other approaches.
func Subjects() []*Subject {
	list := []*Subject{{
		Name: "switch", Switches: 1, Build: func() *rtlgen.Module { return OneSwitch().Module }, Shared: []string{"node"},
		Doc:    "one RECN-IQ switch of 8 ports, an end node at each",
		Inputs: uniform,
	}}
	for _, f := range []struct{ levels, copies int }{{2, 2}, {3, 1}, {4, 1}} {
		p := fabric.Defaults
		p.Schemes = fabric.Schemes{recn.Scheme()}
		p.Levels, p.Copies = f.levels, f.copies
		n, nodes := p.Copies*p.Switches(), p.Copies*p.Nodes()
		doc := fmt.Sprintf("fabric_tree: %d switches, %d nodes", n, nodes)
		if f.copies > 1 {
			doc += fmt.Sprintf(", in %d trees side by side", f.copies)
		}
		list = append(list, &Subject{
			Name: fmt.Sprintf("fabric%d", n), Switches: n, Doc: doc, Shared: []string{"sw", "node"},
			Build:  func() *rtlgen.Module { return fabric.Tree(p).Module },
			Inputs: uniform,
		})
	}
	return append(list, otherNetworks()...)
}

// otherNetworks are the networks of the other approaches.
func otherNetworks() []*Subject {
	q := rtlgen.Default[qcn.NetworkParams]()
	first := graph.Named()[0]
	return []*Subject{closSubject("clos_network", clos.Defaults.Ports), closSubject("clos64", 8), {
		Name: "qcn_network", Switches: q.Leaves + q.Spines, Build: qcnNetwork, Shared: []string{"net.leaf", "net.spine", "net.server"},
		Doc:    fmt.Sprintf("QCN: %d leaves, %d spines, %d servers", q.Leaves, q.Spines, q.Leaves*q.Ports),
		Inputs: qcnInputs,
	}, {
		Name: "adaptive_network", Switches: len(first.Switches), Build: adaptiveNetwork, WarmUp: 10_000, Shared: []string{"net.sw", "net.host"},
		Doc:    fmt.Sprintf("routing around congestion: %s, %d switches, %d hosts", first.Name, len(first.Switches), len(first.Hosts)),
		Inputs: func(load float64) map[string]uint64 { return map[string]uint64{"seed": 2, "load": rate(load)} },
	}}
}

// closSubject is a Clos network of three stages of elements with so many ports.
func closSubject(name string, ports int) *Subject {
	p, t := clos.Defaults, clos.Topology{Ports: ports, Levels: 2}
	p.Ports = ports
	return &Subject{
		Name: name, Switches: t.Stages() * t.Elements(), Build: func() *rtlgen.Module { return closNetwork(p) },
		Shared: []string{"net.stage_0", "net.stage_1", "net.stage_2", "net.node"},
		Doc:    fmt.Sprintf("request-grant: %d elements, %d nodes", t.Stages()*t.Elements(), t.Nodes()),
		Inputs: func(load float64) map[string]uint64 {
			return map[string]uint64{"seed": 1, "start": uint64(math.Round(load * (1 << 20)))}
		},
	}
}

// uniform is uniform traffic, without a measurement interval.
func uniform(load float64) map[string]uint64 {
	return map[string]uint64{"seed": 1, "enable": 1, "load": rate(load)}
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

// checkPorts makes sure that a design can be measured.
func (s *Subject) checkPorts(d *ir.Design) {
	for _, name := range checked {
		if p := d.Top.Port(name); p == nil || p.Kind != ir.Output || p.Width > 64 {
			panic(fmt.Sprintf("BUG: %s has no output %s of at most 64 bits", s.Name, name))
		}
	}
	for _, name := range s.Shared {
		if find(d.Top, name) == nil {
			panic(fmt.Sprintf("BUG: %s has no instance %s", s.Name, name))
		}
	}
	for name, x := range s.Inputs(1) {
		if p := d.Top.Port(name); p == nil || p.Kind != ir.Input || p.Width < 64 && x>>p.Width != 0 {
			panic(fmt.Sprintf("BUG: %s has no input %s that can hold %d", s.Name, name, x))
		}
	}
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

// rate is a load as the nodes take it: in 1/65536.
func rate(load float64) uint64 { return uint64(math.Round(load * 65536)) }
