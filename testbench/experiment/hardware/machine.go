package hardware

import (
	"context"
	"fmt"

	"culprit/cyclesim"
	"culprit/rtlgen/ir"
	"culprit/testbench/experiment"
)

// machine simulates networks. It keeps the last one, since the next point is
// often of the same network.
type machine struct {
	lab     *Lab
	network experiment.Network
	engine  cyclesim.Engine
	inputs  map[string]int // port numbers
	outputs map[string]int
}

const packetTime = experiment.CyclesPerPacket

// Run measures a point: reset, then the cycles in which the route tables are
// loaded, then the run with a window in which the counters count.
func (m *machine) Run(ctx context.Context, p experiment.Point, progress func(part float64)) (experiment.Result, error) {
	var r experiment.Result
	if err := m.open(p.Network); err != nil {
		return r, err
	}
	m.configure(p)
	if err := m.engine.Run(ctx, p.Nodes); err != nil {
		return r, err
	}
	if m.output("ready") != 1 {
		return r, fmt.Errorf("the network is not ready %d cycles after reset, as its contract says", p.Nodes)
	}
	if err := m.window(ctx, p, &r, progress); err != nil {
		return r, err
	}
	r.Failed = m.output("error") != 0
	r.Digest = uint32(m.output("digest"))
	err := m.readOut(ctx, p, &r)
	return r, err
}

// open puts a network into reset.
func (m *machine) open(n experiment.Network) error {
	if m.engine != nil && m.network == n {
		m.engine.Reset()
		return nil
	}
	m.engine = nil // give its memory back first
	d := m.lab.design(n)
	if d.err != nil {
		return d.err
	}
	// The seed of the engine decides what memories contain at the start. It is
	// the same for all points, so that a result does not depend on which machine
	// ran which points before.
	engine, err := cyclesim.New(d.netlist, cyclesim.Options{Engine: "compiled", NoChecks: true, Seed: 1})
	if err != nil {
		return err
	}
	m.engine, m.network = engine, n
	m.inputs, m.outputs = ports(d.netlist.Top.Inputs()), ports(d.netlist.Top.Outputs())
	return nil
}

func ports(list []*ir.Signal) map[string]int {
	numbers := map[string]int{}
	for i, p := range list {
		numbers[p.Name] = i
	}
	return numbers
}

func (m *machine) input(name string, x uint64) {
	port, ok := m.inputs[name]
	if !ok {
		panic("BUG: the network has no input " + name)
	}
	m.engine.SetInput(port, []uint64{x})
}

func (m *machine) output(name string) uint64 {
	port, ok := m.outputs[name]
	if !ok {
		panic("BUG: the network has no output " + name)
	}
	m.engine.Eval()
	var word [1]uint64
	m.engine.Output(port, word[:])
	return word[0]
}

// certain is probability 1 on the ports of load and hot_rate.
const certain = 1 << 16

// configure sets the inputs that are held during a run.
func (m *machine) configure(p experiment.Point) {
	m.input("seed", uint64(p.Seed))
	m.input("load", uint64(p.Load*certain+0.5))
	m.input("pattern", 0)
	m.input("hot_rate", uint64(p.Hot.Percent/100*certain+0.5))
	m.input("hot_node", uint64(p.Hot.Node))
	m.input("hot_start", 0)
	m.input("hot_end", uint64(p.Hot.Cycles))
	m.input("enable", 1)
	m.input("measure", 0)
	m.input("clear", 0)
	m.input("read_unit", 0)
	m.input("read_address", 0)
}

// chunk is how much is simulated between two calls of progress, packet times.
const chunk = 250

// window runs the point from time 0 to its end. It stops where the window of the
// counters begins and ends, and at the end of every interval of the trace.
func (m *machine) window(ctx context.Context, p experiment.Point, r *experiment.Result, progress func(part float64)) error {
	for now := 0; ; {
		switch now {
		case p.Warmup:
			m.input("measure", 1)
		case p.Warmup + p.Measure:
			m.input("measure", 0)
		}
		if p.Interval > 0 && now > 0 && now%p.Interval == 0 {
			r.Delivered = append(r.Delivered, m.output("delivered"))
		}
		if now == p.Total {
			return nil
		}
		next := min(p.Total, now+chunk)
		for _, stop := range []int{p.Warmup, p.Warmup + p.Measure} {
			if stop > now {
				next = min(next, stop)
			}
		}
		if p.Interval > 0 {
			next = min(next, (now/p.Interval+1)*p.Interval)
		}
		if err := m.engine.Run(ctx, (next-now)*packetTime); err != nil {
			return err
		}
		now = next
		progress(float64(now) / float64(p.Total))
	}
}
