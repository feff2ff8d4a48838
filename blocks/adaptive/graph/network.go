package graph

import (
	"fmt"
	"slices"
	"strings"
)

// Network is switches, hosts, the links between them, and the routes.
type Network struct {
	Name     string
	Switches []Switch // in the order of their names, S2 before S10
	Hosts    []Host   // in the order of the file; the index is the host's address

	// NonContending and Contending are the flows of the hot phases.
	NonContending, Contending []Flow
	// Hot are the output queues at which flows meet.
	Hot []Place

	// Routes[host][switch] are the ports to the host, the default first.
	Routes [][][]int
}

// Switch is a switch with what each of its ports leads to.
type Switch struct {
	Name  string
	Ports []End // Ports[0] is port 1
}

// End is what a port of a switch leads to.
type End struct {
	Host   int // -1: a switch
	Switch int
	Port   int // of that switch, from 1
}

// Host is a host with its place.
type Host struct {
	Name string
	At   Place
}

// Place is a port of a switch. Ports count from 1.
type Place struct {
	Switch, Port int
}

// Flow is a pair of hosts.
type Flow struct {
	Src, Dst int
}

// Hops are the switches on the ways from each switch to the host: 1 at the host's
// own. The way is a shortest one over all links; 0: there is none.
func (n *Network) Hops(host int) []int {
	hops := make([]int, len(n.Switches))
	next := []int{n.Hosts[host].At.Switch}
	hops[next[0]] = 1
	for len(next) > 0 {
		s := next[0]
		next = next[1:]
		for _, e := range n.Switches[s].Ports {
			if e.Host < 0 && hops[e.Switch] == 0 {
				hops[e.Switch] = hops[s] + 1
				next = append(next, e.Switch)
			}
		}
	}
	return hops
}

// Longest is the length of the longest list of ports.
func (n *Network) Longest() int {
	k := 0
	for _, lists := range n.Routes {
		for _, ports := range lists {
			k = max(k, len(ports))
		}
	}
	return k
}

// MostPorts is the number of ports of the largest switch.
func (n *Network) MostPorts() int {
	k := 0
	for _, s := range n.Switches {
		k = max(k, len(s.Ports))
	}
	return k
}

// PlaceName is the place as the file writes it.
func (n *Network) PlaceName(p Place) string {
	return fmt.Sprintf("%s:%d", n.Switches[p.Switch].Name, p.Port)
}

// linkName is the directed link that leaves a switch by a port.
func (n *Network) linkName(s, port int) string {
	e := n.Switches[s].Ports[port-1]
	if e.Host >= 0 {
		return fmt.Sprintf("%s:%d->%s", n.Switches[s].Name, port, n.Hosts[e.Host].Name)
	}
	return fmt.Sprintf("%s:%d->%s", n.Switches[s].Name, port, n.Switches[e.Switch].Name)
}

// String writes the network in the form that Parse reads.
func (n *Network) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "network %s\n", n.Name)
	for s, sw := range n.Switches {
		for i, e := range sw.Ports {
			if e.Host < 0 && (e.Switch > s || e.Switch == s && e.Port > i+1) {
				fmt.Fprintf(&b, "link %s %s\n", n.PlaceName(Place{s, i + 1}), n.PlaceName(Place{e.Switch, e.Port}))
			}
		}
	}
	for _, h := range n.Hosts {
		fmt.Fprintf(&b, "host %s %s\n", h.Name, n.PlaceName(h.At))
	}
	for _, list := range []struct {
		what  string
		flows []Flow
	}{{"noncontending", n.NonContending}, {"contending", n.Contending}} {
		if len(list.flows) == 0 {
			continue
		}
		b.WriteString(list.what)
		for _, f := range list.flows {
			fmt.Fprintf(&b, " %s>%s", n.Hosts[f.Src].Name, n.Hosts[f.Dst].Name)
		}
		b.WriteString("\n")
	}
	if len(n.Hot) > 0 {
		b.WriteString("hot")
		for _, p := range n.Hot {
			b.WriteString(" " + n.PlaceName(p))
		}
		b.WriteString("\n")
	}
	for h, lists := range n.Routes {
		fmt.Fprintf(&b, "route %s", n.Hosts[h].Name)
		for s, ports := range lists {
			fmt.Fprintf(&b, " %s=%s", n.Switches[s].Name, joinPorts(ports))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func joinPorts(ports []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(ports), " ", ","), "[]")
}

// Clone is a copy that can be changed.
func (n *Network) Clone() *Network {
	c := *n
	c.Switches = slices.Clone(n.Switches)
	for i := range c.Switches {
		c.Switches[i].Ports = slices.Clone(c.Switches[i].Ports)
	}
	c.Routes = make([][][]int, len(n.Routes))
	for h := range n.Routes {
		for _, ports := range n.Routes[h] {
			c.Routes[h] = append(c.Routes[h], slices.Clone(ports))
		}
	}
	return &c
}
