package packets

import (
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// Edge is the ports of a design on which packets pass in one direction.
type Edge struct {
	Name string
	// Stream says that the edge is AXI4-Stream, whose first byte is the lowest. On a link of this library a beat has
	// its first byte highest, as a header has its first field, and there is no ready.
	Stream bool
	Input  bool // packets come into the design

	valid, ready, data, keep, first, last, bad string // ports, "" if there is none
	lane, bytes                                int    // of the vectors, and in a beat
}

// suffixes are the ends of the names of ports that belong to an edge.
var suffixes = []struct {
	stream                                     bool
	valid, ready, data, keep, first, last, bad string
}{
	{true, "_tvalid", "_tready", "_tdata", "_tkeep", "", "_tlast", "_tuser"},
	{false, "_valid", "", "_data", "", "_sop", "_eop", "_bad"},
	{false, "_valid", "", "_data", "", "_head", "_tail", "_bad"},
}

// Edges finds the edges of a module, in the order of their ports. Ports that are vectors with a lane for each of
// several links are as many edges: rx[0], rx[1] and so on.
func Edges(m *ir.Module) []Edge {
	ports := map[string]*ir.Signal{}
	for _, p := range m.Ports {
		ports[p.Name] = p
	}
	var list []Edge
	for _, p := range m.Ports {
		for _, s := range suffixes {
			if name, ok := strings.CutSuffix(p.Name, s.valid); ok {
				with := func(suffix string) string {
					if suffix == "" || ports[name+suffix] == nil {
						return ""
					}
					return name + suffix
				}
				e := Edge{Name: name, Stream: s.stream, Input: p.Kind == ir.Input, valid: p.Name, ready: with(s.ready),
					data: with(s.data), keep: with(s.keep), first: with(s.first), last: with(s.last), bad: with(s.bad)}
				list = append(list, e.lanes(p, ports)...)
			}
		}
	}
	return list
}

// lanes is the edge for each lane of its ports; none if they are no edge.
func (e Edge) lanes(valid *ir.Signal, ports map[string]*ir.Signal) []Edge {
	data, last := ports[e.data], ports[e.last]
	if data == nil || last == nil || !e.Stream && e.first == "" {
		return nil
	}
	n := valid.Width
	e.bytes = data.Width / n / 8
	if data.Width%(8*n) != 0 || last.Width != n || data.Kind != valid.Kind {
		return nil
	}
	if keep := ports[e.keep]; keep != nil && keep.Width != n*e.bytes {
		return nil
	}
	if bad := ports[e.bad]; bad != nil && bad.Width != n {
		e.bad = "" // tuser is something else
	}
	list := make([]Edge, n)
	for i := range list {
		list[i] = e
		list[i].lane = i
		if n > 1 {
			list[i].Name = fmt.Sprintf("%s[%d]", e.Name, i)
		}
	}
	return list
}

// Find is the edge of that name. The error lists those that there are.
func Find(m *ir.Module, name string) (Edge, error) {
	list := Edges(m)
	if i := slices.IndexFunc(list, func(e Edge) bool { return e.Name == name }); i >= 0 {
		return list[i], nil
	}
	if len(list) == 0 {
		return Edge{}, fmt.Errorf("%s has no edge %s: packets pass ports such as NAME_tvalid, NAME_tdata and NAME_tlast, or "+
			"NAME_valid, NAME_data, NAME_sop and NAME_eop, and it has none", m.Name, name)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name)
	}
	return Edge{}, fmt.Errorf("%s has no edge %s; its edges are %s", m.Name, name, strings.Join(names, ", "))
}
