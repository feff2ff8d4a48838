package synth

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// deepest names the nets of a path with the most levels, from its start to its end,
// each with the levels in front of it. A path inside an instance has its name in front.
// Without logic there is none.
func (a *analysis) deepest(m *module, prefix string) ([]string, error) {
	g, err := a.graph(m)
	if err != nil {
		return nil, err
	}
	level, most := g.longest()
	if most == 0 {
		return nil, nil
	}
	for _, c := range m.sorted() {
		if a.n.kindOf(c) == instance && a.models[a.n.Modules[c.Type]].inside == most {
			return a.deepest(a.n.Modules[c.Type], prefix+c.name+".")
		}
	}
	nets := g.path(level, most)
	var path []string
	for _, b := range nets {
		if name, ok := m.declared(b); ok {
			path = append(path, fmt.Sprintf("%s%s (%d)", prefix, name, level[b]))
		}
	}
	end := nets[len(nets)-1]
	return append(path, fmt.Sprintf("%s%s (%d)", prefix, m.reader(end), most)), nil
}

// path is the nets of a path with the most levels. It begins at an instance if that
// has levels in front of the first net.
func (g *graph) path(level map[bit]int, most int) []bit {
	before := map[bit][]edge{} // the edges backwards
	for _, b := range g.order {
		for _, e := range g.edges[b] {
			before[e.to] = append(before[e.to], edge{b, e.levels})
		}
	}
	for b := range g.end {
		level[b] = max(level[b], 0) // a net without logic in front of it may be missing
	}
	var path []bit
	for _, b := range slices.Sorted(maps.Keys(level)) {
		if level[b]+g.end[b] == most {
			path = append(path, b)
			break
		}
	}
	for i := 0; i < len(path) && (level[path[i]] > g.start[path[i]] || level[path[i]] == 0); i++ {
		for _, e := range before[path[i]] {
			if level[e.to]+e.levels == level[path[i]] {
				path = append(path, e.to)
				break
			}
		}
	}
	slices.Reverse(path)
	return path
}

// reader names what a net ends at: a register, another cell or instance, or a port.
func (m *module) reader(b bit) string {
	for _, c := range m.sorted() {
		for port, bits := range c.Connections {
			if c.Directions[port] == "output" || !slices.Contains(bits, b) {
				continue
			}
			if q := c.Connections["Q"]; c.Type == "TRELLIS_FF" && len(q) == 1 {
				if name, ok := m.declared(q[0]); ok {
					return name
				}
			}
			return c.name
		}
	}
	return m.name(b)
}

// madeUp is in the names that Yosys derives from those of the cells around a net.
var madeUp = regexp.MustCompile(`_(LUT4|PFUMX|L6MUX21|CCU2C|TRELLIS_[A-Z0-9]+)_`)

// declared is the name of a net that the source has, the shortest of several.
func (m *module) declared(b bit) (string, bool) {
	var names []string
	for name, n := range m.Nets {
		if i := slices.Index(n.Bits, b); i >= 0 && n.Hidden == 0 && !madeUp.MatchString(name) {
			names = append(names, name+bitName{index: i, width: len(n.Bits)}.selected())
		}
	}
	if len(names) == 0 {
		return "", false
	}
	return slices.MinFunc(names, func(a, b string) int {
		if d := len(a) - len(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	}), true
}
