package mutant

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// DropCondition makes the nth condition of the target always true: that of an if
// around its assignments, of a memory's write port, or of a synchronous read
// port. Everything that the condition controls changes with it.
func DropCondition(target string, nth int) Mutation {
	return onCondition(target, nth, func(n *ir.Node) (*ir.Node, error) {
		if n.Op == ir.OpConst && n.Const.Sign() > 0 {
			return nil, fmt.Errorf("it is always true already")
		}
		return constant(1, big.NewInt(1), n.Pos), nil
	})
}

// InvertCondition inverts the nth condition of the target, as in DropCondition.
func InvertCondition(target string, nth int) Mutation {
	return onCondition(target, nth, func(n *ir.Node) (*ir.Node, error) {
		return &ir.Node{Op: ir.OpNot, Width: 1, Args: []*ir.Node{n}, Pos: n.Pos}, nil
	})
}

// NeverCondition makes the nth condition of the target always false, as in
// DropCondition: what it controls never happens.
func NeverCondition(target string, nth int) Mutation {
	return onCondition(target, nth, func(n *ir.Node) (*ir.Node, error) {
		if n.Op == ir.OpConst && n.Const.Sign() == 0 {
			return nil, fmt.Errorf("it is never true already")
		}
		return constant(1, new(big.Int), n.Pos), nil
	})
}

func onCondition(target string, nth int, edit func(*ir.Node) (*ir.Node, error)) Mutation {
	return func(m *ir.Module) error {
		list, err := roots(m, target)
		if err != nil {
			return err
		}
		var conditions []root
		for _, r := range list {
			if r.condition {
				conditions = append(conditions, r)
			}
		}
		if nth < 0 || nth >= len(conditions) {
			return fmt.Errorf("no such node: condition %d of %s; it has %d of them in:\n%s", nth, target, len(conditions),
				shown(list))
		}
		c := conditions[nth]
		n, err := edit(*c.at)
		if err != nil {
			return fmt.Errorf("condition %d of %s: %w", nth, target, err)
		}
		*c.at = n
		return nil
	}
}

// DropAssign removes the nth assignment to a register or register array: a
// missing update.
func DropAssign(target string, nth int) Mutation {
	return func(m *ir.Module) error {
		var found []*ir.Assign
		ir.WalkStmts(m.Body, func(s ir.Stmt) {
			if a, ok := s.(*ir.Assign); ok && targetName(a) == target {
				found = append(found, a)
			}
		})
		if nth < 0 || nth >= len(found) {
			return fmt.Errorf("no such node: assignment %d of %s; it has %d of them", nth, target, len(found))
		}
		a := found[nth]
		if a.Sig != nil && a.Sig.Kind != ir.Reg {
			return fmt.Errorf("%s is no register: without an assignment it would have no value", target)
		}
		m.Body = without(m.Body, a)
		return nil
	}
}

// without removes an assignment from the tree.
func without(body []ir.Stmt, gone *ir.Assign) []ir.Stmt {
	var kept []ir.Stmt
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			if s == gone {
				continue
			}
		case *ir.If:
			s.Then, s.Else = without(s.Then, gone), without(s.Else, gone)
		case *ir.Switch:
			for i := range s.Cases {
				s.Cases[i].Body = without(s.Cases[i].Body, gone)
			}
			s.Default = without(s.Default, gone)
		case *ir.Loop:
			s.Body = without(s.Body, gone)
		}
		kept = append(kept, s)
	}
	return kept
}
