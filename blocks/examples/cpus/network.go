package cpus

import (
	"context"
	"fmt"

	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/yosys"
	"culprit.example/culprit/testbench/foreign"
)

// Nodes are the computers of the network; the adapter of the last one is a user's.
const Nodes = 16

// Params configures the network.
type Params struct {
	Levels int `param:"levels" default:"2" min:"1" max:"2" doc:"2: a tree of 8 switches with 8 ports, 1: one switch with 16 ports"`
}

// Defaults are the default parameters.
var Defaults = rtlgen.Default[Params]()

// Dims are the names that the tags of ports use.
func (p Params) Dims() rtlgen.Dims { return rtlgen.Dims{"nodes": Nodes} }

// fabric are the parameters of routes and switches, which have a queue per output.
func (p Params) fabric() fabric.Params {
	f, scheme := fabric.Defaults, voq.SwScheme()
	f.Levels, f.Ports, f.Slots = p.Levels, 8, slots
	if p.Levels == 1 {
		f.Ports = Nodes
	}
	f.Scheme, f.Schemes = scheme.Number, fabric.Schemes{scheme}
	return f
}

// Ports are the ports of Network.
type Ports struct {
	_       rtlgen.Unit `name:"cpu_network" doc:"CPUs that send each other packets and check them, and the switches between them" params:"levels"`
	Done    rtlgen.Out  `lanes:"nodes" doc:"the program of the node has come to its end"`
	Error   rtlgen.Out  `lanes:"nodes" doc:"it has found wrong packets, or its CPU has stopped"`
	Checked rtlgen.Out  `width:"16" doc:"packets that all nodes which are done have checked"`
	Digest  rtlgen.Out  `width:"32" doc:"sum of the nodes' digests of all that was delivered"`
	Cycles  rtlgen.Out  `width:"32" doc:"cycles since reset; it stands still when all nodes are done"`
}

// NIC reads an adapter from files of Verilog: a module with the ports of AdapterPorts, clk, and rst, which is
// high in reset. The error is of the files or of Yosys; Elaborate reports ports that do not fit.
func NIC(ctx context.Context, top string, files ...string) (*ir.Design, error) {
	return foreign.Part(ctx, foreign.Source{Files: files, Top: top, Reset: yosys.Reset{Input: "rst"}})
}

// Network is 16 computers with that CPU and that program, and the switches between them. The last node has nic
// as its adapter, the others Adapter. It has no inputs: it starts after reset. A node's result is in the outputs
// one cycle after it is in the node's.
func Network(p Params, cpu, nic *ir.Design, program []uint32) *rtlgen.Typed[Ports] {
	m, io := rtlgen.New[Ports](p)
	if m.Refused() {
		return m
	}
	f := p.fabric()
	n := &network{Ports: io, m: m.Module, topology: fabric.TreeTopology(f.Ports, f.Levels),
		computers: rtlgen.UseArray(m, "computer", Nodes, Computer(cpu, program)),
		switches:  rtlgen.UseArray(m, "sw", f.Switches(), f.Schemes[0].Switch(f)),
		routes:    rtlgen.UseArray(m, "route", Nodes, fabric.TreeRoute(f)),
	}
	ours := rtlgen.UseArray(m, "adapter", Nodes-1, Adapter(f))
	user := rtlgen.Use(m, "nic", rtlgen.Foreign[AdapterPorts](nic, f))
	for i := range Nodes - 1 {
		n.adapters = append(n.adapters, rtlgen.Copy(*ours, i))
	}
	n.adapters = append(n.adapters, *user)
	n.nodes()
	n.links()
	n.results()
	return m
}

type network struct {
	*Ports
	m        *rtlgen.Module
	topology fabric.Topology

	computers *ComputerPorts
	switches  *fabric.SwitchPorts
	routes    *fabric.TreeRoutePorts
	adapters  []AdapterPorts // of each node
}

// nodes joins the computers with their adapters.
func (n *network) nodes() {
	for i, a := range n.adapters {
		route := rtlgen.Copy(*n.routes, i)
		a.Node.Drive(i)
		rtlgen.Connect(a.Bus, rtlgen.Copy(n.computers.Bus, i))
		route.Node.Drive(i)
		route.Dst.Drive(a.Route.Dst)
		a.Route.Turns.Drive(route.Turns)
	}
}

// links joins adapters and switches. Nothing leaves the top of a tree.
func (n *network) links() {
	side := func(e fabric.End) (rx, tx any) {
		if e.Node {
			return n.adapters[e.Unit].Rx, n.adapters[e.Unit].Tx
		}
		return rtlgen.Lane(rtlgen.Copy(n.switches.Rx, e.Unit), e.Port),
			rtlgen.Lane(rtlgen.Copy(n.switches.Tx, e.Unit), e.Port)
	}
	n.topology.Wire(side)
	n.switches.Err.Clear.Drive(n.m.Zero(n.switches.Err.Clear.Width()))
	n.m.Unused("error_counts", n.switches.Err.Seen, n.switches.Err.Counts)
	for _, e := range n.topology.Open {
		rx, tx := side(e)
		for _, end := range []any{rx, tx} {
			for _, out := range rtlgen.Readable(end) {
				n.m.Unused(fmt.Sprintf("open_%d_%d_%s", e.Unit, e.Port, out.Name), out)
			}
		}
	}
}

// results adds up what the nodes say.
func (n *network) results() {
	var done, wrong, checked, digest []value
	for _, a := range n.adapters {
		done, wrong = append(done, a.Result.Done.Value), append(wrong, a.Result.Wrong.Value)
		checked, digest = append(checked, a.Result.Checked.Value), append(digest, a.Result.Digest.Value)
	}
	n.Done.Drive(n.m.Next("done_q", rtlgen.LanesOf(done), 0))
	n.Error.Drive(n.m.Next("error_q", rtlgen.LanesOf(wrong).Or(n.computers.Trap), 0))
	n.Checked.Drive(n.m.Next("checked_q", sum(checked), 0))
	n.Digest.Drive(n.m.Next("digest_q", sum(digest), 0))
	now := n.m.Reg("now_q", wordBits, 0)
	n.m.If(n.Done.All().Not(), func() { now.Set(now.Add(1)) })
	n.Cycles.Drive(now)
}

// sum adds values up, in a tree.
func sum(list []value) value {
	if len(list) == 1 {
		return list[0]
	}
	return sum(list[:len(list)/2]).Add(sum(list[len(list)/2:]))
}
