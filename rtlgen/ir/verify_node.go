package ir

import "errors"

var errShape = errors.New("widths or number of arguments do not fit the operation")

func (v *verifier) node(n *Node) error {
	row := n.Op.row()
	switch {
	case n.Op == OpInvalid || n.Op >= numOps || n.Width < 1:
		return errShape
	case row.args == variadic && len(n.Args) == 0 || row.args != variadic && len(n.Args) != row.args:
		return errShape
	case n.Op.IsLeaf():
		return v.leaf(n)
	case row.width(n) != n.Width:
		return errShape
	}
	return nil
}

// constant reports whether n is a constant whose name, if it has one, names it.
func (v *verifier) constant(n *Node) bool {
	switch {
	case n.Op != OpConst || n.Const == nil || n.Const.Sign() < 0 || n.Const.BitLen() > n.Width:
		return false
	case n.Named == nil:
		return true
	}
	return v.constants[n.Named] && n.Named.Width == n.Width && n.Named.Value.Cmp(n.Const) == 0
}

func (v *verifier) leaf(n *Node) error {
	ok := false
	switch n.Op {
	case OpConst:
		ok = v.constant(n)
	case OpSignal:
		ok = v.signals[n.Sig] && n.Width == n.Sig.Width
	case OpElem:
		ok = v.arrays[n.Arr] && n.Width == n.Arr.Width
	case OpMemRead:
		ok = v.reads[n.Read] && n.Width == n.Mem.Width
	case OpInstOut:
		ok = v.insts[n.Inst] && v.outputs(n.Inst.Of)[n.Port] && n.Width == n.Port.Width*n.Inst.Count
	case OpLoopVar:
		ok = n.Loop != nil && n.Width == IndexBits(n.Loop.N)
	}
	if !ok {
		return errors.New("does not refer to anything of this module, or with the wrong width")
	}
	return nil
}

// outputs are the output ports of a module.
func (v *verifier) outputs(m *Module) map[*Signal]bool {
	if v.ports[m] == nil {
		v.ports[m] = map[*Signal]bool{}
		for _, p := range m.Outputs() {
			v.ports[m][p] = true
		}
	}
	return v.ports[m]
}
