package mutant

import (
	"fmt"
	"math/big"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// StuckBit holds a bit at 0 or 1: of a register, wire or output; of all elements
// of a register array; of all words written to a memory; of an input port of an
// instance ("instance.port").
func StuckBit(target string, bit, value int) Mutation {
	return func(m *ir.Module) error {
		if value != 0 && value != 1 {
			return fmt.Errorf("a bit is stuck at 0 or 1, not at %d", value)
		}
		if s := variable(m, target); s != nil {
			return stuckSignal(m, s, bit, value)
		}
		width, values := wholeValues(m, target)
		if len(values) == 0 {
			return fmt.Errorf("no such node: nothing named %s is driven; driven are: %s", target, strings.Join(targets(m), ", "))
		}
		if err := bitFits(target, width, bit); err != nil {
			return err
		}
		for _, v := range values {
			*v = force(*v, bit, value)
		}
		for _, a := range m.Arrays {
			if a.Name == target {
				for i, x := range a.Reset {
					a.Reset[i] = new(big.Int).SetBit(x, bit, uint(value))
				}
			}
		}
		return nil
	}
}

// Stuck holds all bits at 0 or 1, as StuckBit does with one.
func Stuck(target string, value int) Mutation {
	return func(m *ir.Module) error {
		width, _ := wholeValues(m, target)
		if s := variable(m, target); s != nil {
			width = s.Width
		}
		for bit := range max(width, 1) { // without a target, the first reports it
			if err := StuckBit(target, bit, value)(m); err != nil {
				return err
			}
		}
		return nil
	}
}

func bitFits(target string, width, bit int) error {
	if bit < 0 || bit >= width {
		return fmt.Errorf("no such node: bit %d of %s, which has %d bits", bit, target, width)
	}
	return nil
}

// variable is the register, wire or output of that name.
func variable(m *ir.Module, name string) *ir.Signal {
	for _, list := range [][]*ir.Signal{m.Ports, m.Signals} {
		for _, s := range list {
			if s.Name == name && s.Kind != ir.Input {
				return s
			}
		}
	}
	return nil
}

// stuckSignal assigns the bit after all other assignments.
func stuckSignal(m *ir.Module, s *ir.Signal, bit, value int) error {
	if err := bitFits(s.Name, s.Width, bit); err != nil {
		return err
	}
	if s.Reset != nil {
		s.Reset = new(big.Int).SetBit(s.Reset, bit, uint(value))
	}
	m.Body = append(m.Body, &ir.Assign{Sig: s, Lo: bit, Value: constant(1, big.NewInt(int64(value)), s.Pos), Pos: s.Pos})
	return nil
}

// wholeValues are the places of the values that an array, a memory or an input
// port of an instance gets, and their width.
func wholeValues(m *ir.Module, target string) (width int, values []**ir.Node) {
	if inst, port, ok := strings.Cut(target, "."); ok {
		for _, r := range connection(m, inst, port) {
			values = append(values, r.at)
			width = (*r.at).Width
		}
		return width, values
	}
	ir.WalkStmts(m.Body, func(s ir.Stmt) {
		if a, ok := s.(*ir.Assign); ok && a.Arr != nil && a.Arr.Name == target {
			values = append(values, &a.Value)
			width = a.Arr.Width
		}
	})
	for _, mem := range m.Memories {
		if mem.Name == target {
			for _, w := range mem.Writes {
				values = append(values, &w.Data)
				width = mem.Width
			}
		}
	}
	return width, values
}

// force makes one bit of a value constant.
func force(n *ir.Node, bit, value int) *ir.Node {
	one := new(big.Int).Lsh(big.NewInt(1), uint(bit))
	if value == 1 {
		return &ir.Node{Op: ir.OpOr, Width: n.Width, Args: []*ir.Node{n, constant(n.Width, one, n.Pos)}, Pos: n.Pos}
	}
	mask := new(big.Int).Xor(ir.Ones(n.Width), one)
	return &ir.Node{Op: ir.OpAnd, Width: n.Width, Args: []*ir.Node{n, constant(n.Width, mask, n.Pos)}, Pos: n.Pos}
}

// ResetValue changes the reset value of a register, or of all elements of a
// register array.
func ResetValue(target string, value uint64) Mutation {
	return func(m *ir.Module) error {
		x := new(big.Int).SetUint64(value)
		for _, s := range m.Signals {
			if s.Name == target && s.NoReset {
				return fmt.Errorf("register %s has no reset value", target)
			}
			if s.Name == target && s.Kind == ir.Reg {
				return setReset(target, s.Width, x, []**big.Int{&s.Reset})
			}
		}
		for _, a := range m.Arrays {
			if a.Name == target && a.NoReset {
				return fmt.Errorf("register array %s has no reset values", target)
			}
			if a.Name == target {
				resets := make([]**big.Int, a.Depth)
				for i := range a.Reset {
					resets[i] = &a.Reset[i]
				}
				return setReset(target, a.Width, x, resets)
			}
		}
		return fmt.Errorf("no such node: no register or register array %s", target)
	}
}

func setReset(target string, width int, x *big.Int, resets []**big.Int) error {
	if x.BitLen() > width {
		return fmt.Errorf("reset value %s does not fit the %d bits of %s", x, width, target)
	}
	changed := false
	for _, r := range resets {
		changed = changed || (*r).Cmp(x) != 0
		*r = x
	}
	if !changed {
		return fmt.Errorf("the reset value of %s is %s already", target, x)
	}
	return nil
}

// Disconnect ties an input port of an instance ("instance.port") to 0.
func Disconnect(target string) Mutation {
	return func(m *ir.Module) error {
		inst, port, _ := strings.Cut(target, ".")
		list := connection(m, inst, port)
		if len(list) == 0 {
			return fmt.Errorf("no such node: no connection %s; driven are: %s", target, strings.Join(targets(m), ", "))
		}
		n := *list[0].at
		if n.Op == ir.OpConst && n.Const.Sign() == 0 {
			return fmt.Errorf("%s is 0 already", target)
		}
		*list[0].at = constant(n.Width, new(big.Int), n.Pos)
		return nil
	}
}
