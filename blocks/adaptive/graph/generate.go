package graph

import (
	"cmp"
	"maps"
	"slices"
)

// Detour is how many hops a way may be longer than the shortest one.
const Detour = 8

// Generate makes the lists of ports from the links, at most longest ports each. For
// every host:
//
//  1. all shortest ways of the switches that have hosts;
//  2. their other ways with up to Detour more hops, the shortest first, then those
//     from which most hosts gain, then by port numbers, as long as no loop arises and
//     no list gets too long; a way counts from where it leaves the shortest ones;
//  3. a switch that is on none of these gets its first shortest link;
//  4. a list is in the order of the hops to the host inside this graph, then of ports.
//
// A switch from which no link leads to a host gets an empty list: see Check.
func (n *Network) Generate(longest int) {
	n.Routes = nil
	n.Complete(longest)
}

// Complete makes the lists to those hosts that have none, as Generate does.
func (n *Network) Complete(longest int) {
	if len(n.Routes) == 0 {
		n.Routes = make([][][]int, len(n.Hosts))
	}
	for h := range n.Hosts {
		if !n.routed(h) {
			g := &routes{n: n, host: h, at: n.Hosts[h].At.Switch, longest: longest, hops: n.Hops(h)}
			n.Routes[h] = g.make()
		}
	}
}

// routed reports whether a switch has a list to the host.
func (n *Network) routed(host int) bool {
	return slices.ContainsFunc(n.Routes[host], func(ports []int) bool { return len(ports) > 0 })
}

// routes are the lists to one host in the making.
type routes struct {
	n       *Network
	host    int
	at      int // switch of the host
	longest int
	hops    []int
	ports   [][]int // lists so far
}

func (g *routes) make() [][]int {
	g.ports = make([][]int, len(g.n.Switches))
	g.ports[g.at] = []int{g.n.Hosts[g.host].At.Port}
	edges := g.edgeSwitches()
	for _, s := range slices.Sorted(maps.Keys(edges)) {
		g.addShortest(s)
	}
	for _, d := range g.detours(edges) {
		g.addDetour(d)
	}
	for s := range g.ports {
		if len(g.ports[s]) == 0 {
			if down := g.down(s); len(down) > 0 {
				g.ports[s] = down[:1]
			}
		}
	}
	g.order()
	return g.ports
}

// edgeSwitches are the switches with hosts, except that of the destination alone,
// with the number of their hosts.
func (g *routes) edgeSwitches() map[int]int {
	edges := map[int]int{}
	for h, host := range g.n.Hosts {
		if h != g.host && g.hops[host.At.Switch] > 0 {
			edges[host.At.Switch]++
		}
	}
	return edges
}

// down are the ports of a switch on shortest ways.
func (g *routes) down(s int) []int {
	var list []int
	for i, e := range g.n.Switches[s].Ports {
		if e.Host < 0 && g.hops[e.Switch] > 0 && g.hops[e.Switch] == g.hops[s]-1 {
			list = append(list, i+1)
		}
	}
	return list
}

func (g *routes) addShortest(s int) {
	if s == g.at || len(g.ports[s]) > 0 {
		return
	}
	for _, port := range g.down(s) {
		if len(g.ports[s]) < g.longest {
			g.ports[s] = append(g.ports[s], port)
			g.addShortest(g.n.Switches[s].Ports[port-1].Switch)
		}
	}
}

// detour is a way to the host that begins with a link away from the shortest ways.
type detour struct {
	from  int
	ports []int
	more  int // hops beyond those of the shortest way
	gain  map[int]bool
}

// detours are all of them, in the order in which they are tried.
func (g *routes) detours(edges map[int]int) []*detour {
	found := map[string]*detour{}
	for s := range edges {
		if s != g.at {
			g.walk(s, found)
		}
	}
	gain := func(d *detour) int {
		hosts := 0
		for s := range d.gain {
			hosts += edges[s]
		}
		return hosts
	}
	list := slices.Collect(maps.Values(found))
	slices.SortFunc(list, func(a, b *detour) int {
		return cmp.Or(cmp.Compare(a.more, b.more), cmp.Compare(gain(b), gain(a)), slices.Compare(a.ports, b.ports),
			cmp.Compare(a.from, b.from))
	})
	return list
}

// walk finds the detours on all ways from a switch that visit no switch twice.
func (g *routes) walk(source int, found map[string]*detour) {
	visited := make([]bool, len(g.n.Switches))
	var ports, passed []int
	left := -1 // number of links before the first that leaves the shortest ways
	var visit func(s int)
	visit = func(s int) {
		if s == g.at {
			if left >= 0 {
				g.note(found, source, passed[left], ports[left:])
			}
			return
		}
		visited[s] = true
		passed = append(passed, s)
		for i, e := range g.n.Switches[s].Ports {
			if e.Host >= 0 || visited[e.Switch] || len(ports)+1+g.hops[e.Switch] > g.hops[source]+Detour {
				continue
			}
			leaves := left < 0 && g.hops[e.Switch] != g.hops[s]-1
			if leaves {
				left = len(ports)
			}
			ports = append(ports, i+1)
			visit(e.Switch)
			ports = ports[:len(ports)-1]
			if leaves {
				left = -1
			}
		}
		passed = passed[:len(passed)-1]
		visited[s] = false
	}
	visit(source)
}

func (g *routes) note(found map[string]*detour, source, from int, ports []int) {
	key := g.n.PlaceName(Place{from, 0}) + joinPorts(ports)
	d := found[key]
	if d == nil {
		d = &detour{from: from, ports: slices.Clone(ports), more: len(ports) + 1 - g.hops[from], gain: map[int]bool{}}
		found[key] = d
	}
	d.gain[source] = true
}

// addDetour adds the links of a way, if that makes no loop and no list too long.
func (g *routes) addDetour(d *detour) {
	was := make([][]int, len(g.ports))
	copy(was, g.ports)
	s := d.from
	for _, port := range d.ports {
		if !slices.Contains(g.ports[s], port) {
			g.ports[s] = append(slices.Clone(g.ports[s]), port)
		}
		if len(g.ports[s]) > g.longest {
			g.ports = was
			return
		}
		s = g.n.Switches[s].Ports[port-1].Switch
	}
	if g.loops() {
		g.ports = was
	}
}

func (g *routes) loops() bool {
	return findLoop(len(g.ports), func(s int) []edge {
		var list []edge
		for _, port := range g.ports[s] {
			if e := g.n.Switches[s].Ports[port-1]; e.Host < 0 {
				list = append(list, edge{to: e.Switch})
			}
		}
		return list
	}) != nil
}

// order sorts each list by the hops to the host over the links of the lists.
func (g *routes) order() {
	inside := map[int]int{g.at: 1}
	var hops func(s int) int
	hops = func(s int) int {
		if k, ok := inside[s]; ok {
			return k
		}
		best := len(g.ports) + 1
		for _, port := range g.ports[s] {
			best = min(best, 1+hops(g.n.Switches[s].Ports[port-1].Switch))
		}
		inside[s] = best
		return best
	}
	for s, ports := range g.ports {
		if s == g.at {
			continue
		}
		slices.SortFunc(ports, func(a, b int) int {
			to := func(port int) int { return hops(g.n.Switches[s].Ports[port-1].Switch) }
			return cmp.Or(cmp.Compare(to(a), to(b)), cmp.Compare(a, b))
		})
	}
}
