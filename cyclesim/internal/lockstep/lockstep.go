// Package lockstep runs two machines beside each other and compares them. The
// tests of an engine use it against the reference engine; cyclesim/difftest
// compares them as users see them, with all that they can do to them.
package lockstep

import (
	"fmt"
	"math/big"
	"slices"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/rtlgen/ir"
)

// Run applies the inputs, one row for each cycle with a number for each input of
// the top, to both machines for the design, which have the same Config. It
// compares the outputs in all cycles, and everything that has a name in every so
// many (0: in none) and at the end. Now and then the machines make several edges
// with held inputs. The error names the first difference.
func Run(got, want machine.Machine, d *ir.Design, inputs [][]*big.Int, every int) error {
	p := pair{got, want}
	for cycle, row := range inputs {
		SetInputs(got, d, row)
		SetInputs(want, d, row)
		err := p.outputs(d.Top)
		if err == nil && every > 0 && cycle%every == every-1 {
			err = p.objects(d)
		}
		if err != nil {
			return fmt.Errorf("cycle %d: %w", cycle, err)
		}
		edges := 1
		if cycle%5 == 4 {
			edges = 3
		}
		got.Edges(edges)
		want.Edges(edges)
	}
	if err := Same(got, want, d); err != nil {
		return fmt.Errorf("at the end: %w", err)
	}
	return nil
}

// SetInputs applies a row of inputs: a number for each input of the top.
func SetInputs(m machine.Machine, d *ir.Design, row []*big.Int) {
	for i, port := range d.Top.Inputs() {
		m.SetInput(i, words(row[i], port.Width))
	}
}

// Outputs settles and compares the outputs.
func Outputs(got, want machine.Machine, d *ir.Design) error { return pair{got, want}.outputs(d.Top) }

// Same compares the outputs and everything that has a name.
func Same(got, want machine.Machine, d *ir.Design) error {
	p := pair{got, want}
	if err := p.outputs(d.Top); err != nil {
		return err
	}
	return p.objects(d)
}

type pair struct{ got, want machine.Machine }

// outputs settles and compares the outputs.
func (p pair) outputs(top *ir.Module) error {
	p.got.Settle()
	p.want.Settle()
	for i, port := range top.Outputs() {
		got, want := make([]uint64, machine.Words(port.Width)), make([]uint64, machine.Words(port.Width))
		p.got.Output(i, got)
		p.want.Output(i, want)
		if !slices.Equal(got, want) {
			return fmt.Errorf("%s is %x, expected %x", port.Name, got, want)
		}
	}
	return nil
}

// objects compares everything that has a name.
func (p pair) objects(d *ir.Design) error {
	for i, inst := range machine.Instances(d) {
		err := each(inst.Module, func(o machine.Object, depth, width int, name string) error {
			o.Inst = i
			got, want := make([]uint64, depth*machine.Words(width)), make([]uint64, depth*machine.Words(width))
			p.got.Load(o, 0, got)
			p.want.Load(o, 0, want)
			if !slices.Equal(got, want) {
				return fmt.Errorf("%s is %x, expected %x", machine.Join(inst.Path, name), got, want)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// each calls check on everything in a module that has a name.
func each(m *ir.Module, check func(o machine.Object, depth, width int, name string) error) error {
	for _, s := range slices.Concat(m.Ports, m.Signals) {
		if err := check(machine.Object{Sig: s}, 1, s.Width, s.Name); err != nil {
			return err
		}
	}
	for _, a := range m.Arrays {
		if err := check(machine.Object{Arr: a}, a.Depth, a.Width, a.Name); err != nil {
			return err
		}
	}
	for _, mem := range m.Memories {
		if err := check(machine.Object{Mem: mem}, mem.Depth, mem.Width, mem.Name); err != nil {
			return err
		}
		for _, port := range mem.Reads {
			if err := check(machine.Object{Read: port}, 1, mem.Width, port.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// CopyState gives a machine the registers, arrays, memories and the cycle of another one for the
// same design.
func CopyState(to, from machine.Machine, d *ir.Design) {
	for i, inst := range machine.Instances(d) {
		put := func(o machine.Object, depth, width int) {
			o.Inst = i
			x := make([]uint64, depth*machine.Words(width))
			from.Load(o, 0, x)
			to.Store(o, 0, x)
		}
		for _, s := range inst.Module.Signals {
			if s.Kind == ir.Reg {
				put(machine.Object{Sig: s}, 1, s.Width)
			}
		}
		for _, a := range inst.Module.Arrays {
			put(machine.Object{Arr: a}, a.Depth, a.Width)
		}
		for _, mem := range inst.Module.Memories {
			put(machine.Object{Mem: mem}, mem.Depth, mem.Width)
			for _, port := range mem.Reads {
				if port.Sync {
					put(machine.Object{Read: port}, 1, mem.Width)
				}
			}
		}
	}
	to.SetCycle(from.Cycle())
}

func words(x *big.Int, width int) []uint64 {
	list := make([]uint64, machine.Words(width))
	for i := range list {
		word := new(big.Int).Rsh(x, uint(64*i))
		list[i] = word.And(word, ir.Ones(64)).Uint64()
	}
	return list
}
