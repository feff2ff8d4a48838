package testbench

import (
	"fmt"
	"maps"
	"strings"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/mutant"
)

// CheckMutants builds each mutant of the bench, runs it, and returns the names of the mutants
// that were not noticed. With a cycle-exact model it runs on the reference engine, and an
// output must differ; a loop answers the mutant on the fastest engine, and must see a breach.
// A mutant with which an assertion fails is noticed, too. The error is about a mutant that
// cannot be made, or about a loop that sees a breach without one.
func CheckMutants(b Bench, given map[string]int, o Options) (missed []string, err error) {
	o.Engines = []string{"reference"}
	r, _, err := newRun(b, given, o)
	if err != nil {
		return nil, err
	}
	if err := r.sound(); err != nil {
		return nil, err
	}
	for _, f := range b.Mutants {
		d, err := mutated(b, r.values, f)
		if err != nil {
			return nil, err
		}
		noticed, err := r.notices("reference", d)
		if err != nil {
			return nil, fmt.Errorf("block %s with mutant %s: %w", b.Block.Name, f.Name, err)
		}
		if !noticed {
			missed = append(missed, f.Name)
		}
	}
	return missed, nil
}

// WithMutant is the bench with a mutant in the place of its block: its
// verification must fail.
func WithMutant(b Bench, f Mutant) Bench {
	b.mutant = &f
	return b
}

// mutated builds the mutant.
func mutated(b Bench, v blocks.Values, f Mutant) (*ir.Design, error) {
	wrong := func(err error) error { return fmt.Errorf("block %s: mutant %s: %w", b.Block.Name, f.Name, err) }
	sound, err := b.Elaborate(v)
	if err != nil {
		return nil, err
	}
	v = maps.Clone(v)
	if f.Build != nil {
		f.Build(v)
		if check := b.Block.Check; check != nil {
			if err := check(v); err != nil {
				return nil, wrong(err)
			}
		}
	}
	d, err := b.Elaborate(v)
	if err != nil {
		return nil, wrong(err)
	}
	if err := change(d, f); err != nil {
		return nil, wrong(err)
	}
	if err := ir.Verify(d); err != nil {
		return nil, wrong(fmt.Errorf("the netlist is broken after it: %w", err))
	}
	if err := samePorts(sound.Top, d.Top); err != nil {
		return nil, wrong(err)
	}
	if ir.Text(sound) == ir.Text(d) {
		return nil, wrong(fmt.Errorf("it changes nothing"))
	}
	return d, nil
}

// change changes all modules that the mutant names.
func change(d *ir.Design, f Mutant) error {
	if f.Mutate == nil {
		if f.Build == nil {
			return fmt.Errorf("it has neither Mutate nor Build")
		}
		return nil
	}
	if f.Module == "" {
		return f.Mutate(d.Top)
	}
	return mutant.InModule(f.Module, f.Mutate)(d)
}

func samePorts(a, b *ir.Module) error {
	shape := func(m *ir.Module) string {
		var s strings.Builder
		for _, p := range m.Ports {
			fmt.Fprintf(&s, "%s %s %d\n", p.Kind, p.Name, p.Width)
		}
		return s.String()
	}
	if shape(a) != shape(b) {
		return fmt.Errorf("it changes the ports of the block")
	}
	return nil
}
