package cyclesim_test

import (
	"context"
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// voqPort is an input port with a queue per output, written to be of the size
// of a real one: pointers, occupancies and ages of all queues are registers.
func voqPort(ports int) *rtlgen.Module {
	const depthBits, width = 5, 64
	m := rtlgen.NewModule("voq_port")
	portBits := rtlgen.IndexBits(ports)
	valid, dest, data := m.Input("valid", 1), m.Input("dest", portBits), m.Input("data", width)
	grant := m.Input("grant", ports)
	mem := m.Memory("mem", ports<<depthBits, width, rtlgen.ReadOld)

	var requests, heads, tails []rtlgen.Value
	for q := range ports {
		name := func(s string) string { return fmt.Sprintf("%s_%d", s, q) }
		head, tail := m.Reg(name("head"), depthBits, 0), m.Reg(name("tail"), depthBits, 0)
		count, age := m.Reg(name("count"), depthBits+1, 0), m.Reg(name("age"), 12, 0)
		push := m.Let(name("push"), valid.And(dest.Eq(q)).And(count.Ne(1<<depthBits)))
		pop := m.Let(name("pop"), grant.Bit(q).And(count.Ne(0)))
		m.If(push, func() { tail.Set(tail.Add(1)) })
		m.If(pop, func() { head.Set(head.Add(1)); age.Set(0) }).
			ElseIf(count.Ne(0).And(age.Ne(4095)), func() { age.Set(age.Add(1)) })
		m.If(push.And(pop.Not()), func() { count.Set(count.Add(1)) }).
			ElseIf(pop.And(push.Not()), func() { count.Set(count.Sub(1)) })
		// A signature of the queue's recent past, to have some arithmetic.
		mixed := m.Reg(name("mixed"), 32, q)
		x := mixed.Value
		for round := range 24 {
			mix := x.Xor(x.Shl(13)).Add(age.Zext(32)).RotL(round).Xor(rtlgen.Mux(push, x.Shr(7), tail.Zext(32)))
			x = m.Let(fmt.Sprintf("mix_%d_%d", q, round), mix)
		}
		mixed.Set(x)
		requests = append(requests, count.Ne(0).And(rtlgen.Mux(age.Gt(100), m.Ones(1), x.Parity())))
		heads, tails = append(heads, head.Value), append(tails, tail.Value)
	}
	to := m.Let("to", dest.Decode(ports))
	mem.Write(valid, rtlgen.Cat(dest, rtlgen.OneHotMux(to, rtlgen.LanesOf(tails))), data)
	addr := m.Let("addr", rtlgen.Cat(grant.Priority(), rtlgen.OneHotMux(grant, rtlgen.LanesOf(heads))))
	m.Output("request", rtlgen.LanesOf(requests))
	m.Output("out", mem.ReadSync("word", grant.Any(), addr))
	return m
}

// voqPortPins are the ports of voqPort.
type voqPortPins struct {
	Valid, Dest, Data, Grant rtlgen.In
	Request, Out             rtlgen.Out
}

// benchPins are the ports of benchSwitch.
type benchPins struct {
	Valid, Dest, Data rtlgen.In
	Out, Match        rtlgen.Out
}

// benchSwitch is an input-queued switch with a round-robin matching of two
// iterations.
func benchSwitch(ports int) *rtlgen.Module {
	m := rtlgen.NewModule("bench_switch")
	in := rtlgen.UseArray(m, "port", ports, rtlgen.As[voqPortPins](voqPort(ports), nil))
	in.Valid.Drive(m.Input("valid", ports))
	in.Dest.Drive(m.Input("dest", ports*rtlgen.IndexBits(ports)))
	in.Data.Drive(m.Input("data", ports*64))
	turn := m.Reg("turn", rtlgen.IndexBits(ports), 0)
	turn.Set(turn.Add(1))
	byOutput := m.Let("by_output", in.Request.Transpose(ports))
	grants, busy := make([]rtlgen.Value, ports), m.Zero(ports)
	for o := range ports {
		free := byOutput.Lane(o, ports).AndNot(busy)
		grants[o] = m.Let(fmt.Sprintf("grant_%d", o), free.RotR(turn).LowestOne().RotL(turn))
		if o+1 < ports {
			busy = m.Let(fmt.Sprintf("busy_%d", o), busy.Or(grants[o]))
		}
	}
	grant := m.Let("grant", rtlgen.LanesOf(grants).Transpose(ports))
	in.Grant.Drive(grant)
	m.Output("out", in.Out)
	m.Output("match", grant)
	return m
}

// nodesPerCycle is the number of operations (not leaves) in the whole hierarchy.
func nodesPerCycle(m *ir.Module) int {
	count := 0
	seen := map[*ir.Node]bool{}
	m.RootNodes(func(root *ir.Node) {
		ir.WalkNodes(root, seen, func(n *ir.Node) {
			if len(n.Args) > 0 {
				count++
			}
		})
	})
	for _, in := range m.Instances {
		count += in.Count * nodesPerCycle(in.Of)
	}
	return count
}

// BenchmarkSwitch runs switches under load. Compare engines by nodes/s.
func BenchmarkSwitch(b *testing.B) {
	for _, ports := range []int{8, 16} {
		for _, name := range cyclesim.Engines() {
			b.Run(fmt.Sprintf("%d_ports/%s", ports, name), func(b *testing.B) { runSwitch(b, ports, name) })
		}
	}
}

func runSwitch(b *testing.B, ports int, engine string) {
	d, err := rtlgen.Elaborate(benchSwitch(ports))
	assert.NilError(b, err)
	sim, err := cyclesim.New(d, cyclesim.Options{Engine: engine, Seed: 1})
	assert.NilError(b, err)
	sim.SetInput(0, []uint64{0xffff})
	sim.SetInput(1, []uint64{0xfedcba9876543210})
	b.ResetTimer()
	assert.NilError(b, sim.Run(context.Background(), b.N))
	b.StopTimer()
	nodes := float64(nodesPerCycle(d.Top))
	b.ReportMetric(nodes, "nodes/cycle")
	b.ReportMetric(nodes*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cycles/s")
}

// BenchmarkCopies runs switches side by side, without traffic. Compare the time per
// switch with that of one.
func BenchmarkCopies(b *testing.B) {
	for _, copies := range []int{1, 16, 48, 256} {
		m := rtlgen.NewModule("copies")
		sw := rtlgen.UseArray(m, "sw", copies, rtlgen.As[benchPins](benchSwitch(8), nil))
		sw.Valid.Drive(m.Input("valid", copies*8))
		sw.Dest.Drive(m.Input("dest", copies*8*3))
		sw.Data.Drive(m.Input("data", copies*8*64))
		m.Output("out", sw.Out)
		m.Output("match", sw.Match)
		d, err := rtlgen.Elaborate(m)
		assert.NilError(b, err)
		b.Run(fmt.Sprint(copies), func(b *testing.B) {
			sim, err := cyclesim.New(d, cyclesim.Options{Engine: "compiled", Seed: 1, NoChecks: true})
			assert.NilError(b, err)
			b.ResetTimer()
			assert.NilError(b, sim.Run(context.Background(), b.N))
			b.StopTimer()
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(copies), "ns/switch")
		})
	}
}

// BenchmarkCompile is the time from a design to an engine in reset.
func BenchmarkCompile(b *testing.B) {
	d, err := rtlgen.Elaborate(benchSwitch(16))
	assert.NilError(b, err)
	for b.Loop() {
		_, err := cyclesim.New(d, cyclesim.Options{})
		assert.NilError(b, err)
	}
}
