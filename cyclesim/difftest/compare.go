package difftest

import (
	"context"
	"fmt"
	"slices"

	"culprit.example/culprit/cyclesim"
)

// Difference is where two runs of a case first differ. The zero value is none.
type Difference struct {
	Cycle     int
	What      string // path of a signal, or what else differs
	Got, Want string
}

// Found reports whether there is a difference.
func (d Difference) Found() bool { return d.What != "" }

func (d Difference) String() string {
	if !d.Found() {
		return "no difference"
	}
	return fmt.Sprintf("cycle %d: %s is %s, expected %s", d.Cycle, d.What, d.Got, d.Want)
}

// CompareEngines runs the case on two of the built-in engines, performs its
// actions, and compares the outputs in all cycles, and everything that has a name
// in every n-th cycle (0: in none). At the end it compares the states, by
// restoring that of one engine in the other; then, after cycles with held inputs,
// the outputs, the failures of properties and the covers.
//
// A panic of an engine counts as a difference.
func CompareEngines(c *Case, engine, reference string, every int) (diff Difference, err error) {
	defer func() {
		if p := recover(); p != nil {
			diff, err = Difference{c.Cycles(), "a panic", fmt.Sprint(p), "none"}, nil
		}
	}()
	open := func(name string) (cyclesim.Engine, error) {
		return cyclesim.New(c.Design, cyclesim.Options{Engine: name, Seed: c.Seed, NoChecks: c.NoChecks})
	}
	got, err := open(engine)
	if err != nil {
		return Difference{}, err
	}
	want, err := open(reference)
	if err != nil {
		return Difference{}, err
	}
	p := &pair{got: got, want: want, names: Paths(c.Design), watched: map[string]bool{},
		gotProbes: map[string]cyclesim.Probe{}, wantProbes: map[string]cyclesim.Probe{}}
	for cycle := range c.Inputs {
		if d, err := p.cycle(c, cycle, every > 0 && cycle%every == every-1); d.Found() || err != nil {
			return d, err
		}
	}
	return p.end(c.Cycles())
}

const heldCycles = 9

// pair is two engines that run in lockstep.
type pair struct {
	got, want cyclesim.Engine
	names     []string // of everything
	watched   map[string]bool

	gotProbes, wantProbes map[string]cyclesim.Probe
	gotSaved, wantSaved   [savedStates]*cyclesim.State
}

// savedStates is the number of states that a case can keep.
const savedStates = 3

// cycle applies the inputs and actions of a cycle, compares, and makes the clock
// edge.
func (p *pair) cycle(c *Case, cycle int, look bool) (Difference, error) {
	for i, port := range c.Design.Top.Inputs() {
		words := toWords(c.Inputs[cycle][i], port.Width)
		p.got.SetInput(i, words)
		p.want.SetInput(i, words)
	}
	if cycle < len(c.Actions) {
		for _, a := range c.Actions[cycle] {
			if d, err := p.act(cycle, a); d.Found() || err != nil {
				return d, err
			}
		}
	}
	if d := p.outputs(cycle); d.Found() {
		return d, nil
	}
	if look {
		if d, err := p.paths(cycle, p.names); d.Found() || err != nil {
			return d, err
		}
	}
	for _, name := range p.names {
		if p.watched[name] {
			if d, err := p.probe(cycle, name); d.Found() || err != nil {
				return d, err
			}
		}
	}
	step(p.got, c.InReset(cycle))
	step(p.want, c.InReset(cycle))
	return Difference{}, nil
}

// step makes a clock edge, with reset on or off.
func step(e cyclesim.Engine, reset bool) {
	if reset {
		e.ResetStep()
		return
	}
	e.Step()
}

// end compares what shows only at the end.
func (p *pair) end(cycle int) (Difference, error) {
	if d, err := p.states(cycle); d.Found() || err != nil {
		return d, err
	}
	if err := p.hold(heldCycles); err != nil {
		return Difference{}, err
	}
	cycle += heldCycles
	if d := p.outputs(cycle); d.Found() {
		return d, nil
	}
	return p.properties(cycle), nil
}

// states restores the state of got in want and compares there, so that got itself
// is not looked into.
func (p *pair) states(cycle int) (Difference, error) {
	own := p.want.Save()
	values := make([]cyclesim.Value, len(p.names))
	for i, name := range p.names {
		v, err := p.want.Peek(name)
		if err != nil {
			return Difference{}, err
		}
		values[i] = v
	}
	if err := p.want.Restore(p.got.Save()); err != nil {
		return Difference{}, err
	}
	for i, name := range p.names {
		v, err := p.want.Peek(name)
		if err != nil {
			return Difference{}, err
		}
		if !v.Equal(values[i]) {
			return Difference{cycle, "in the saved state, " + name, v.String(), values[i].String()}, nil
		}
	}
	return Difference{}, p.want.Restore(own)
}

func (p *pair) hold(n int) error {
	for _, e := range []cyclesim.Engine{p.got, p.want} {
		if err := e.Run(context.Background(), n); err != nil {
			return err
		}
	}
	return nil
}

func (p *pair) outputs(cycle int) Difference {
	p.got.Eval()
	p.want.Eval()
	for i, port := range p.got.Design().Top.Outputs() {
		got := cyclesim.Value{Width: port.Width, Words: make([]uint64, (port.Width+63)/64)}
		want := cyclesim.Value{Width: port.Width, Words: make([]uint64, (port.Width+63)/64)}
		p.got.Output(i, got.Words)
		p.want.Output(i, want.Words)
		if !got.Equal(want) {
			return Difference{cycle, port.Name, got.String(), want.String()}
		}
	}
	return Difference{}
}

func (p *pair) paths(cycle int, paths []string) (Difference, error) {
	for _, path := range paths {
		got, err := p.got.Peek(path)
		if err != nil {
			return Difference{}, err
		}
		want, err := p.want.Peek(path)
		if err != nil {
			return Difference{}, err
		}
		if !got.Equal(want) {
			return Difference{cycle, path, got.String(), want.String()}, nil
		}
	}
	return Difference{}, nil
}

func (p *pair) properties(cycle int) Difference {
	for _, list := range []struct {
		what      string
		got, want any
		equal     bool
	}{
		{"the list of failed properties", p.got.Failures(), p.want.Failures(),
			slices.Equal(p.got.Failures(), p.want.Failures())},
		{"the list of covers", p.got.CoverCounts(), p.want.CoverCounts(),
			slices.Equal(p.got.CoverCounts(), p.want.CoverCounts())},
	} {
		if !list.equal {
			return Difference{cycle, list.what, fmt.Sprint(list.got), fmt.Sprint(list.want)}
		}
	}
	return Difference{}
}
