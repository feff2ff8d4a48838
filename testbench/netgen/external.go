package netgen

import (
	"context"
	"fmt"

	"culprit/cyclesim"
	"culprit/testbench/extsim"
	"culprit/testbench/internal/vectors"
)

// CompareExternal runs the emitted Verilog in an external simulator ("icarus",
// "verilator") against what an engine gives, all outputs in all cycles.
func CompareExternal(c *Case, simulator, engine string) (Difference, error) {
	sim := extsim.Find(simulator)
	if sim == nil {
		return Difference{}, fmt.Errorf("no external simulator %q", simulator)
	}
	set, err := record(c, engine)
	if err != nil {
		return Difference{}, err
	}
	r, err := sim.Run(context.Background(), c.Design, set, c.Seed)
	if err != nil {
		return Difference{}, err
	}
	if len(r.Mismatches) == 0 {
		return Difference{}, nil
	}
	m := r.Mismatches[0]
	for i, p := range c.Design.Top.Outputs() {
		if p.Name == m.Port {
			want := cyclesim.Value{Width: p.Width, Words: set.Expected(m.Cycle, i)}
			return Difference{m.Cycle, m.Port, m.Got, want.String()}, nil
		}
	}
	return Difference{}, fmt.Errorf("engine %s reports the port %s, which the design does not have", simulator, m.Port)
}

// record runs the case on an engine.
func record(c *Case, engine string) (*vectors.Set, error) {
	sim, err := cyclesim.New(c.Design, cyclesim.Options{Engine: engine, Seed: c.Seed})
	if err != nil {
		return nil, err
	}
	var in, out []vectors.Port
	for _, p := range c.Design.Top.Inputs() {
		in = append(in, vectors.Port{Name: p.Name, Width: p.Width})
	}
	for _, p := range c.Design.Top.Outputs() {
		out = append(out, vectors.Port{Name: p.Name, Width: p.Width})
	}
	set := vectors.New(in, out, c.Cycles())
	for cycle, row := range c.Inputs {
		for i, p := range in {
			copy(set.Input(cycle, i), toWords(row[i], p.Width))
			sim.SetInput(i, set.Input(cycle, i))
		}
		sim.Eval()
		for i := range out {
			sim.Output(i, set.Expected(cycle, i))
		}
		sim.Step()
	}
	return set, nil
}
