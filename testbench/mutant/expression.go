package mutant

import (
	"fmt"
	"math/big"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// FlipOp replaces operation from by operation to in the nth such node below the
// target.
func FlipOp(target string, from, to ir.Op, nth int) Mutation {
	return func(m *ir.Module) error {
		return change(m, target, from.String(), nth, func(n *ir.Node) bool { return n.Op == from }, func(n *ir.Node) error {
			n.Op = to
			return nil
		})
	}
}

// SwapMux exchanges the two values of the nth multiplexer below the target.
func SwapMux(target string, nth int) Mutation {
	return func(m *ir.Module) error {
		return change(m, target, "mux", nth, func(n *ir.Node) bool { return n.Op == ir.OpMux }, func(n *ir.Node) error {
			n.Args[1], n.Args[2] = n.Args[2], n.Args[1]
			return nil
		})
	}
}

// SwapArgs exchanges the two operands of the nth node of operation op below the
// target, such as a subtraction or a comparison.
func SwapArgs(target string, op ir.Op, nth int) Mutation {
	return func(m *ir.Module) error {
		return change(m, target, op.String(), nth, func(n *ir.Node) bool { return n.Op == op }, func(n *ir.Node) error {
			if len(n.Args) != 2 {
				return fmt.Errorf("%s has %d operands, not 2", op, len(n.Args))
			}
			n.Args[0], n.Args[1] = n.Args[1], n.Args[0]
			return nil
		})
	}
}

// AddConst adds delta to the nth constant below the target, modulo its width.
func AddConst(target string, nth, delta int) Mutation {
	return func(m *ir.Module) error {
		return change(m, target, "constant", nth, func(n *ir.Node) bool { return n.Op == ir.OpConst },
			func(n *ir.Node) error {
				old := n.Const
				n.Named = nil
				n.Const = new(big.Int).Add(old, big.NewInt(int64(delta)))
				n.Const.And(n.Const, ir.Ones(n.Width))
				if n.Const.Cmp(old) == 0 {
					return fmt.Errorf("adding %d to a constant of %d bits changes nothing", delta, n.Width)
				}
				return nil
			})
	}
}

// DropTerm removes the second operand of the nth one-bit AND or OR below the
// target: a missing condition. DropFirstTerm removes the first one.
func DropTerm(target string, nth int) Mutation { return dropTerm(target, nth, 0) }

// DropFirstTerm is DropTerm for the first operand.
func DropFirstTerm(target string, nth int) Mutation { return dropTerm(target, nth, 1) }

func dropTerm(target string, nth, keep int) Mutation {
	return func(m *ir.Module) error {
		n, list, err := find(m, target, "and/or", nth, func(n *ir.Node) bool { return n.Op == ir.OpAnd || n.Op == ir.OpOr })
		if err != nil {
			return err
		}
		replace(list, n, n.Args[keep])
		return nil
	}
}

// MoveSlice takes the bits of the nth slice below the target from the given number of places
// higher, or lower for by below 0.
func MoveSlice(target string, nth, by int) Mutation {
	return func(m *ir.Module) error {
		return change(m, target, ir.OpSlice.String(), nth, func(n *ir.Node) bool { return n.Op == ir.OpSlice },
			func(n *ir.Node) error {
				if lo := n.Lo + by; by == 0 || lo < 0 || lo+n.Width > n.Args[0].Width {
					return fmt.Errorf("a slice of %d bits from bit %d of %d cannot move by %d", n.Width, n.Lo, n.Args[0].Width, by)
				}
				n.Lo += by
				return nil
			})
	}
}

// OneMore adds 1 to every value that the target is assigned, modulo its width.
func OneMore(target string) Mutation {
	return func(m *ir.Module) error {
		var values []**ir.Node
		ir.WalkStmts(m.Body, func(s ir.Stmt) {
			if a, ok := s.(*ir.Assign); ok && targetName(a) == target {
				values = append(values, &a.Value)
			}
		})
		if len(values) == 0 {
			return fmt.Errorf("no such node: nothing assigns %s; driven are: %s", target, strings.Join(targets(m), ", "))
		}
		for _, v := range values {
			n := *v
			*v = &ir.Node{Op: ir.OpAdd, Width: n.Width, Args: []*ir.Node{n, constant(n.Width, big.NewInt(1), n.Pos)}, Pos: n.Pos}
		}
		return nil
	}
}

// Rewrite replaces the first node below the target with that text (ir.NodeText), such as
// "q" or "sub(a, b)", by another expression of its width: by makes it from the old
// one and from reads of the module's signals and memories.
func Rewrite(target, text string, by func(old *ir.Node, read func(name string) *ir.Node) *ir.Node) Mutation {
	return func(m *ir.Module) error {
		n, list, err := find(m, target, text, 0, func(n *ir.Node) bool { return ir.NodeText(n) == text })
		if err != nil {
			return err
		}
		missing := ""
		expression := by(copyNode(n), func(name string) *ir.Node {
			r := named(m, name, n.Pos)
			if r == nil {
				missing, r = name, n
			}
			return r
		})
		switch {
		case missing != "":
			return fmt.Errorf("no such node: nothing is called %s, for %s of %s", missing, text, target)
		case expression.Width != n.Width:
			return fmt.Errorf("%s of %s has %d bits, not %d", text, target, n.Width, expression.Width)
		}
		replace(list, n, expression)
		return nil
	}
}

// named is a read of the signal or of the memory's read port of that name; nil if there
// is none.
func named(m *ir.Module, name string, pos ir.Pos) *ir.Node {
	for _, s := range m.Signals {
		if s.Name == name {
			return &ir.Node{Op: ir.OpSignal, Width: s.Width, Sig: s, Pos: pos}
		}
	}
	for _, p := range m.Ports {
		if p.Name == name {
			return &ir.Node{Op: ir.OpSignal, Width: p.Width, Sig: p, Pos: pos}
		}
	}
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			if r.Name == name {
				return &ir.Node{Op: ir.OpMemRead, Width: mem.Width, Mem: mem, Read: r, Pos: pos}
			}
		}
	}
	return nil
}

// change replaces the nth matching node below the target by an edited copy.
func change(m *ir.Module, target, what string, nth int, fits func(*ir.Node) bool, edit func(*ir.Node) error) error {
	n, list, err := find(m, target, what, nth, fits)
	if err != nil {
		return err
	}
	c := copyNode(n)
	if err := edit(c); err != nil {
		return fmt.Errorf("%s %d of %s: %w", what, nth, target, err)
	}
	replace(list, n, c)
	return nil
}

func constant(width int, x *big.Int, pos ir.Pos) *ir.Node {
	return &ir.Node{Op: ir.OpConst, Width: width, Const: x, Pos: pos}
}
