package ir

import "errors"

var errShape = errors.New("widths or number of arguments do not fit the operation")

// arity is the number of arguments of each operation, -1: one or more.
var arity = map[Op]int{
	OpConst: 0, OpSignal: 0, OpElem: 1, OpMemRead: 0, OpInstOut: 0, OpLoopVar: 0, OpNot: 1, OpAnd: 2, OpOr: 2,
	OpXor: 2, OpAdd: 2, OpSub: 2, OpMul: 2, OpEq: 2, OpNe: 2, OpLt: 2, OpLe: 2, OpGt: 2, OpGe: 2, OpSLt: 2,
	OpSLe: 2, OpSGt: 2, OpSGe: 2, OpShl: 2, OpShr: 2, OpSar: 2, OpRotL: 2, OpRotR: 2, OpConcat: -1, OpSlice: 1,
	OpLane: 2, OpReplicate: 1, OpZext: 1, OpSext: 1, OpRedAnd: 1, OpRedOr: 1, OpRedXor: 1, OpMux: 3,
	OpOneHotMux: 2, OpPriority: 1, OpLowestOne: 1, OpDecode: 1, OpPopCount: 1, OpTranspose: 1,
}

func (v *verifier) node(n *Node) error {
	want, known := arity[n.Op]
	if !known || n.Width < 1 || want >= 0 && len(n.Args) != want || want < 0 && len(n.Args) == 0 {
		return errShape
	}
	if want == 0 || n.Op == OpElem {
		return v.leaf(n)
	}
	if !shapeFits(n) {
		return errShape
	}
	return nil
}

func (v *verifier) leaf(n *Node) error {
	ok := false
	switch n.Op {
	case OpConst:
		ok = n.Const != nil && n.Const.Sign() >= 0 && n.Const.BitLen() <= n.Width && (n.Named == nil || n.Named.Width == n.Width && n.Named.Value.Cmp(n.Const) == 0)
	case OpSignal:
		ok = v.signals[n.Sig] && n.Width == n.Sig.Width
	case OpElem:
		ok = v.arrays[n.Arr] && n.Width == n.Arr.Width
	case OpMemRead:
		ok = v.reads[n.Read] && n.Width == n.Mem.Width
	case OpInstOut:
		ok = v.insts[n.Inst] && n.Inst.Of.Port(n.Port.Name) == n.Port && n.Port.Kind == Output && n.Width == n.Port.Width*n.Inst.Count
	case OpLoopVar:
		ok = n.Loop != nil && n.Width == IndexBits(n.Loop.N)
	}
	if !ok {
		return errors.New("does not refer to anything of this module, or with the wrong width")
	}
	return nil
}

// shapeFits checks the widths that the operation's comment demands.
func shapeFits(n *Node) bool {
	w := func(i int) int { return n.Args[i].Width }
	switch n.Op {
	case OpNot, OpLowestOne:
		return w(0) == n.Width
	case OpAnd, OpOr, OpXor, OpAdd, OpSub, OpMul:
		return w(0) == n.Width && w(1) == n.Width
	case OpEq, OpNe, OpLt, OpLe, OpGt, OpGe, OpSLt, OpSLe, OpSGt, OpSGe:
		return w(0) == w(1) && n.Width == 1
	case OpShl, OpShr, OpSar, OpRotL, OpRotR:
		return w(0) == n.Width
	case OpConcat:
		sum := 0
		for _, a := range n.Args {
			sum += a.Width
		}
		return sum == n.Width
	case OpSlice:
		return n.Lo >= 0 && n.Lo+n.Width <= w(0)
	case OpLane:
		return w(0)%n.Width == 0
	case OpReplicate:
		return n.Width%w(0) == 0
	case OpZext, OpSext:
		return n.Width >= w(0)
	case OpRedAnd, OpRedOr, OpRedXor:
		return n.Width == 1
	case OpMux:
		return w(0) == 1 && w(1) == n.Width && w(2) == n.Width
	case OpOneHotMux:
		return w(1) == w(0)*n.Width
	case OpPriority:
		return n.Width == IndexBits(w(0))
	case OpPopCount:
		return n.Width == CountBits(w(0))
	case OpTranspose:
		return n.Rows >= 1 && w(0) == n.Width && n.Width%n.Rows == 0
	}
	return true
}
