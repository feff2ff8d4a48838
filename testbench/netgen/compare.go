package netgen

import (
	"context"
	"fmt"
	"slices"

	"culprit/cyclesim"
	"culprit/rtlgen/ir"
)

// Difference is where two ways of running a case part. The zero value is none.
type Difference struct {
	Cycle     int
	What      string // path of a signal, or what else differs
	Got, Want string
}

// Found tells whether there is a difference.
func (d Difference) Found() bool { return d.What != "" }

func (d Difference) String() string {
	if !d.Found() {
		return "no difference"
	}
	return fmt.Sprintf("cycle %d: %s is %s, expected %s", d.Cycle, d.What, d.Got, d.Want)
}

// CompareEngines runs the case on two of the built-in engines and compares the
// outputs in all cycles, and everything that has a name in every so many and at
// the end; then, after cycles with held inputs, the outputs, the failures of
// properties and the covers.
//
// An engine that panics differs.
func CompareEngines(c *Case, engine, reference string, every int) (diff Difference, err error) {
	defer func() {
		if p := recover(); p != nil {
			diff, err = Difference{c.Cycles(), "a panic", fmt.Sprint(p), "none"}, nil
		}
	}()
	open := func(name string) (cyclesim.Engine, error) {
		return cyclesim.New(c.Design, cyclesim.Options{Engine: name, Seed: c.Seed})
	}
	got, err := open(engine)
	if err != nil {
		return Difference{}, err
	}
	want, err := open(reference)
	if err != nil {
		return Difference{}, err
	}
	p := &pair{got: got, want: want}
	paths := Paths(c.Design)
	for cycle, row := range c.Inputs {
		for i, port := range c.Design.Top.Inputs() {
			words := toWords(row[i], port.Width)
			got.SetInput(i, words)
			want.SetInput(i, words)
		}
		if d := p.outputs(cycle); d.Found() {
			return d, nil
		}
		if cycle%every == every-1 || cycle == c.Cycles()-1 {
			if d, err := p.paths(cycle, paths); d.Found() || err != nil {
				return d, err
			}
		}
		got.Step()
		want.Step()
	}
	for _, e := range []cyclesim.Engine{got, want} {
		if err := e.Run(context.Background(), heldCycles); err != nil {
			return Difference{}, err
		}
	}
	cycle := c.Cycles() + heldCycles
	if d := p.outputs(cycle); d.Found() {
		return d, nil
	}
	return p.properties(cycle), nil
}

const heldCycles = 9

// pair is two engines beside each other.
type pair struct{ got, want cyclesim.Engine }

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
		{"the list of failed properties", p.got.Failures(), p.want.Failures(), slices.Equal(p.got.Failures(), p.want.Failures())},
		{"the list of covers", p.got.CoverCounts(), p.want.CoverCounts(), slices.Equal(p.got.CoverCounts(), p.want.CoverCounts())},
	} {
		if !list.equal {
			return Difference{cycle, list.what, fmt.Sprint(list.got), fmt.Sprint(list.want)}
		}
	}
	return Difference{}
}

// Paths lists everything in a design that can be looked at and is defined.
func Paths(d *ir.Design) []string {
	var list []string
	var walk func(prefix string, m *ir.Module)
	walk = func(prefix string, m *ir.Module) {
		for _, s := range slices.Concat(m.Ports, m.Signals) {
			list = append(list, prefix+s.Name)
		}
		for _, a := range m.Arrays {
			for i := range a.Depth {
				list = append(list, fmt.Sprintf("%s%s[%d]", prefix, a.Name, i))
			}
		}
		for _, mem := range m.Memories {
			for i := range mem.Depth {
				list = append(list, fmt.Sprintf("%s%s[%d]", prefix, mem.Name, i))
			}
			if mem.RDW == ir.ReadUndefined { // open while the memory is filled
				continue
			}
			for _, r := range mem.Reads {
				list = append(list, prefix+r.Name)
			}
		}
		for _, in := range m.Instances {
			for i := range in.Count {
				name := in.Name
				if in.Array {
					name = fmt.Sprintf("%s_%d", in.Name, i)
				}
				walk(prefix+name+".", in.Of)
			}
		}
	}
	walk("", d.Top)
	return list
}
