package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/go-multierror"
)

// Check proves of a network that
//
//   - every switch has a list for every host, of at most longest ports that exist,
//     none of them twice;
//   - for every host the links of all lists together have no loop, and every way
//     ends at the host: whatever a switch chooses, no frame visits a switch twice;
//   - the channel dependencies of all hosts together have no loop: buffers cannot
//     wait for each other in a circle, so PAUSE cannot deadlock.
//
// The messages name the links.
func (n *Network) Check(longest int) error {
	var errs *multierror.Error
	wrong := func(format string, args ...any) {
		errs = multierror.Append(errs, fmt.Errorf("network %s: %s", n.Name, fmt.Sprintf(format, args...)))
	}
	switch {
	case len(n.Hosts) < 2:
		wrong("it has %d hosts: give at least two", len(n.Hosts))
	case len(n.Routes) == 0:
		wrong("it has no routes: write route lines, or have them made from the links")
	default:
		n.checkLists(longest, wrong)
	}
	if errs != nil {
		return mistakes(errs)
	}
	for h := range n.Hosts {
		if loop := n.loop(h); loop != nil {
			wrong("the routes to host %s have a loop: %s", n.Hosts[h].Name, strings.Join(loop, " "))
		}
	}
	if errs == nil {
		if loop := n.channelLoop(); loop != nil {
			wrong("channels wait for each other in a circle: %s: write route lines in which one of these links is not in a list",
				strings.Join(loop, " "))
		}
	}
	return mistakes(errs)
}

func (n *Network) checkLists(longest int, wrong func(string, ...any)) {
	for h, host := range n.Hosts {
		hops := n.Hops(h)
		for s, sw := range n.Switches {
			ports := n.Routes[h][s]
			switch {
			case hops[s] == 0:
				wrong("no links lead from switch %s to host %s", sw.Name, host.Name)
				continue
			case len(ports) == 0:
				wrong("switch %s has no list of ports to host %s", sw.Name, host.Name)
				continue
			case len(ports) > longest:
				wrong("switch %s lists %d ports to host %s, and the switches are built for %d", sw.Name, len(ports), host.Name,
					longest)
			}
			for i, port := range ports {
				switch {
				case port < 1 || port > len(sw.Ports):
					wrong("switch %s lists port %d to host %s, and has ports 1 to %d", sw.Name, port, host.Name, len(sw.Ports))
				case slices.Contains(ports[:i], port):
					wrong("switch %s lists port %d to host %s twice", sw.Name, port, host.Name)
				case sw.Ports[port-1].Host >= 0 && sw.Ports[port-1].Host != h:
					wrong("switch %s lists port %d to host %s, but %s is there", sw.Name, port, host.Name,
						n.Hosts[sw.Ports[port-1].Host].Name)
				}
			}
		}
	}
}

// loop are the links of a loop in the routes to a host, nil if there is none. A
// graph without a loop in which every switch has a list leads to the host.
func (n *Network) loop(host int) []string {
	return findLoop(len(n.Switches), func(s int) []edge {
		var list []edge
		for _, port := range n.Routes[host][s] {
			if e := n.Switches[s].Ports[port-1]; e.Host < 0 {
				list = append(list, edge{e.Switch, n.linkName(s, port)})
			}
		}
		return list
	})
}

// channelLoop are the links of a loop in the dependencies between channels: a frame
// that holds a buffer behind one link may wait for a buffer behind the next.
func (n *Network) channelLoop() []string {
	first := make([]int, len(n.Switches)+1) // channel of port 1 of each switch
	for s, sw := range n.Switches {
		first[s+1] = first[s] + len(sw.Ports)
	}
	owner := func(channel int) (s, port int) {
		for first[s+1] <= channel {
			s++
		}
		return s, channel - first[s] + 1
	}
	return findLoop(first[len(n.Switches)], func(channel int) []edge {
		s, port := owner(channel)
		e := n.Switches[s].Ports[port-1]
		if e.Host >= 0 {
			return nil
		}
		var list []edge
		for h := range n.Hosts {
			if !slices.Contains(n.Routes[h][s], port) {
				continue
			}
			for _, next := range n.Routes[h][e.Switch] {
				list = append(list, edge{first[e.Switch] + next - 1, n.linkName(s, port)})
			}
		}
		return list
	})
}

// edge leads to a node of a graph.
type edge struct {
	to   int
	name string
}

// findLoop are the names of the edges of a loop in a directed graph, nil if it has
// none.
func findLoop(nodes int, from func(int) []edge) []string {
	const (
		fresh = iota
		open
		done
	)
	state := make([]int, nodes)
	type step struct {
		node int
		name string
	}
	var way []step // to the node being looked at, each with the edge that leaves it
	var visit func(int) []string
	visit = func(node int) []string {
		state[node] = open
		for _, e := range from(node) {
			way = append(way, step{node, e.name})
			switch state[e.to] {
			case open:
				i := slices.IndexFunc(way, func(s step) bool { return s.node == e.to })
				var names []string
				for _, s := range way[i:] {
					names = append(names, s.name)
				}
				return names
			case fresh:
				if loop := visit(e.to); loop != nil {
					return loop
				}
			}
			way = way[:len(way)-1]
		}
		state[node] = done
		return nil
	}
	for node := range nodes {
		if state[node] == fresh {
			if loop := visit(node); loop != nil {
				return loop
			}
		}
	}
	return nil
}
