package ir

import "math/big"

// Op is the operation of a Node.
type Op uint8

// The operations. w is the node's Width, a, b, ... its Args.
const (
	OpInvalid Op = iota

	// Leaves.
	OpConst   // Const
	OpSignal  // value of Sig (any kind)
	OpElem    // Arr[a], index unsigned
	OpMemRead // data of read port Read of Mem
	OpInstOut // output port Port of Inst: Port.Width*Inst.Count bits
	OpLoopVar // index of the enclosing Loop

	// Bitwise; equal widths.
	OpNot
	OpAnd
	OpOr
	OpXor

	// Arithmetic modulo 2^w; equal widths.
	OpAdd
	OpSub
	OpMul

	// Comparisons of equal widths; w is 1. OpS* take two's complement.
	OpEq
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpSLt
	OpSLe
	OpSGt
	OpSGe

	// Shifts of a by b (unsigned, any width); w is a's width. Bits that leave
	// are lost; zeros come in, for OpSar copies of the sign bit.
	OpShl
	OpShr
	OpSar

	// Rotations of a by b (unsigned, any width) modulo a's width.
	OpRotL
	OpRotR

	// Wiring.
	OpConcat    // args side by side, the first one most significant
	OpSlice     // w bits of a from bit Lo up
	OpLane      // w bits of a from bit b*w up; a's width is a multiple of w
	OpReplicate // a, w/width(a) times
	OpZext      // a with zeros above
	OpSext      // a with copies of its sign bit above

	// Reductions to 1 bit.
	OpRedAnd
	OpRedOr
	OpRedXor

	// Selection.
	OpMux       // a is 1 bit: b if 1, c if 0
	OpOneHotMux // a has n bits, b has n lanes of w bits: OR of the lanes whose bit is 1

	// Whole-vector operations.
	OpPriority  // index of the lowest 1 of a, 0 if there is none; w is IndexBits(width(a))
	OpLowestOne // a with only its lowest 1 kept
	OpDecode    // bit a set, in w bits; 0 if a >= w
	OpPopCount  // number of ones of a; w is CountBits(width(a))
	OpTranspose // a is Rows rows of w/Rows bits, row 0 lowest; the result has bit c*Rows+r = bit r*(w/Rows)+c of a

	numOps
)

var opNames = [numOps]string{
	OpInvalid: "invalid", OpConst: "const", OpSignal: "signal", OpElem: "elem", OpMemRead: "memread",
	OpInstOut: "instout", OpLoopVar: "loopvar", OpNot: "not", OpAnd: "and", OpOr: "or", OpXor: "xor",
	OpAdd: "add", OpSub: "sub", OpMul: "mul", OpEq: "eq", OpNe: "ne", OpLt: "lt", OpLe: "le", OpGt: "gt",
	OpGe: "ge", OpSLt: "slt", OpSLe: "sle", OpSGt: "sgt", OpSGe: "sge", OpShl: "shl", OpShr: "shr",
	OpSar: "sar", OpRotL: "rotl", OpRotR: "rotr", OpConcat: "concat", OpSlice: "slice", OpLane: "lane",
	OpReplicate: "replicate", OpZext: "zext", OpSext: "sext", OpRedAnd: "redand", OpRedOr: "redor",
	OpRedXor: "redxor", OpMux: "mux", OpOneHotMux: "onehotmux", OpPriority: "priority",
	OpLowestOne: "lowestone", OpDecode: "decode", OpPopCount: "popcount", OpTranspose: "transpose",
}

func (o Op) String() string {
	if o < numOps {
		return opNames[o]
	}
	return "op?"
}

// NumOps is one more than the largest Op: for tables indexed by Op.
const NumOps = int(numOps)

// Node is one expression. Which payload fields count is told at its Op.
type Node struct {
	Op    Op
	Width int
	Args  []*Node

	Const *big.Int  // OpConst, never negative
	Named *Constant // OpConst: the name of its value, nil if it has none
	Sig   *Signal   // OpSignal
	Arr   *Array    // OpElem
	Mem   *Memory   // OpMemRead
	Read  *ReadPort // OpMemRead
	Inst  *Instance // OpInstOut
	Port  *Signal   // OpInstOut
	Loop  *Loop     // OpLoopVar
	Lo    int       // OpSlice
	Rows  int       // OpTranspose

	Pos Pos
}

// Stmt is one of *Assign, *If, *Switch, *Loop.
type Stmt interface{ stmt() }

// Assign gives Value to a signal, a lane or slice of a signal, or an element
// of an array.
type Assign struct {
	Sig *Signal // Output, Reg or Wire; nil if Arr is set
	Arr *Array
	// Index selects the element of Arr, or the lane of Sig: bits
	// [Index*w, Index*w+w) where w is Value's width. Nil: the slice from Lo up,
	// as wide as Value (the whole signal if Value has its width).
	Index *Node
	Lo    int
	Value *Node
	Pos   Pos
}

// If executes Then if Cond (1 bit) is 1, else Else.
type If struct {
	Cond *Node
	Then []Stmt
	Else []Stmt // an else-if is an Else of just one *If
	Pos  Pos
}

// Switch executes the Case that has the subject's value, or Default.
type Switch struct {
	Subject *Node
	Cases   []Case
	Default []Stmt
	Pos     Pos
}

// Case is one branch of a Switch. No value occurs twice in a Switch.
type Case struct {
	Values []*big.Int
	Labels []*Constant // names of the values, see Label; may be shorter
	Body   []Stmt
	Pos    Pos
}

// Loop executes Body N times, for index values 0, 1, .. N-1 in this order.
type Loop struct {
	Var  string // name of the index, unique in the module among nested loops
	N    int
	Body []Stmt
	Pos  Pos
}

func (*Assign) stmt() {}
func (*If) stmt()     {}
func (*Switch) stmt() {}
func (*Loop) stmt()   {}

// WalkStmts calls f on every statement of the tree, parents first.
func WalkStmts(body []Stmt, f func(Stmt)) {
	for _, s := range body {
		f(s)
		switch s := s.(type) {
		case *If:
			WalkStmts(s.Then, f)
			WalkStmts(s.Else, f)
		case *Switch:
			for _, c := range s.Cases {
				WalkStmts(c.Body, f)
			}
			WalkStmts(s.Default, f)
		case *Loop:
			WalkStmts(s.Body, f)
		}
	}
}

// WalkAssigns calls f on every assignment of the tree with the conditions and
// subjects under which it is executed, outermost first.
func WalkAssigns(body []Stmt, f func(a *Assign, conds []*Node)) { walkAssigns(body, nil, f) }

func walkAssigns(body []Stmt, conds []*Node, f func(*Assign, []*Node)) {
	under := func(c *Node) []*Node { return append(conds[:len(conds):len(conds)], c) }
	for _, s := range body {
		switch s := s.(type) {
		case *Assign:
			f(s, conds)
		case *If:
			walkAssigns(s.Then, under(s.Cond), f)
			walkAssigns(s.Else, under(s.Cond), f)
		case *Switch:
			for _, k := range s.Cases {
				walkAssigns(k.Body, under(s.Subject), f)
			}
			walkAssigns(s.Default, under(s.Subject), f)
		case *Loop:
			walkAssigns(s.Body, conds, f)
		}
	}
}

// StmtNodes calls f on the expressions that a statement itself holds, not on
// those of the statements inside it.
func StmtNodes(s Stmt, f func(*Node)) {
	switch s := s.(type) {
	case *Assign:
		if s.Index != nil {
			f(s.Index)
		}
		f(s.Value)
	case *If:
		f(s.Cond)
	case *Switch:
		f(s.Subject)
	}
}

// RootNodes calls f on every expression root of the module: statements,
// connections, memory ports, properties; in a fixed order.
func (m *Module) RootNodes(f func(*Node)) {
	WalkStmts(m.Body, func(s Stmt) { StmtNodes(s, f) })
	for _, mem := range m.Memories {
		for _, w := range mem.Writes {
			f(w.Enable)
			f(w.Addr)
			f(w.Data)
		}
		for _, r := range mem.Reads {
			if r.Enable != nil {
				f(r.Enable)
			}
			f(r.Addr)
		}
	}
	for _, in := range m.Instances {
		for _, c := range in.Conns {
			f(c.Value)
		}
	}
	for _, p := range m.Properties {
		f(p.Cond)
	}
}

// WalkNodes calls f once on every node of the DAGs under the given roots,
// arguments before users. seen carries over between calls; it must not be nil.
func WalkNodes(root *Node, seen map[*Node]bool, f func(*Node)) {
	if seen[root] {
		return
	}
	seen[root] = true
	for _, a := range root.Args {
		WalkNodes(a, seen, f)
	}
	f(root)
}
