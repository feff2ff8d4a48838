package ir

import "math/big"

// Op is the operation of a Node. Everything that all users need to know of it
// is in its row of the table ops; Doc is its meaning in words, Node.Apply its
// meaning in numbers.
type Op uint8

// The operations.
const (
	OpInvalid Op = iota

	// Leaves: no value of their own but that of a thing of the module. OpElem
	// has an argument, its index.
	OpConst
	OpSignal
	OpElem
	OpMemRead
	OpInstOut
	OpLoopVar

	// Bitwise.
	OpNot
	OpAnd
	OpOr
	OpXor

	// Arithmetic.
	OpAdd
	OpSub
	OpMul

	// Comparisons; OpS* take two's complement.
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

	// Shifts and rotations.
	OpShl
	OpShr
	OpSar
	OpRotL
	OpRotR

	// Wiring.
	OpConcat
	OpSlice
	OpLane
	OpReplicate
	OpZext
	OpSext

	// Reductions to 1 bit.
	OpRedAnd
	OpRedOr
	OpRedXor

	// Selection.
	OpMux
	OpOneHotMux

	// Whole-vector operations.
	OpPriority
	OpFirst
	OpLowestOne
	OpDecode
	OpPopCount
	OpTranspose

	numOps
)

// NumOps is one more than the largest Op: for tables indexed by Op.
const NumOps = int(numOps)

// opRow is what the table says of an operation.
type opRow struct {
	name string
	doc  string // w is the node's Width, a, b, c are its arguments
	args int    // number of arguments; variadic: one or more
	// extra is what a node says besides its arguments.
	extra extra
	// width is the Width that a node must have for its arguments and its extra;
	// 0 if these do not fit the operation. Nil for leaves.
	width func(n *Node) int
	// apply is the meaning: the value for the values of the arguments, not yet
	// cut to the node's width. Nil for leaves.
	apply func(n *Node, x []*big.Int) *big.Int
	// form chooses widths for a node, see Op.Form. Nil for leaves.
	form func(w int, pick func(int) int) Form
	// named are the arguments, bit i for argument i, that Verilog takes only as
	// a name, because it takes a part of them.
	named uint
}

const variadic = -1

// extra is what a node says besides its arguments.
type extra uint8

const (
	nothing extra = iota // the arguments give the width
	sized                // Width is free
	sliced               // Width and Lo
	rowed                // Rows
)

func (o Op) row() *opRow {
	if o < numOps {
		return &ops[o]
	}
	return &ops[OpInvalid]
}

// String is the name of the operation in the text of a netlist.
func (o Op) String() string {
	if o < numOps {
		return ops[o].name
	}
	return "op?"
}

// Doc is the meaning of the operation in words: w is the node's Width; a, b and
// c are its arguments.
func (o Op) Doc() string { return o.row().doc }

// IsLeaf reports whether the operation reads a thing of the module, or is a
// constant. Apply does not take it.
func (o Op) IsLeaf() bool { return o.row().apply == nil }

// NeedsName reports whether Verilog takes argument i only if it is a name, not an
// expression, because it takes a part of it.
func (o Op) NeedsName(i int) bool { return o.row().named>>uint(i)&1 == 1 }

// Operations lists all operations that are no leaves.
func Operations() []Op {
	var list []Op
	for o := OpInvalid + 1; o < numOps; o++ {
		if !o.IsLeaf() {
			list = append(list, o)
		}
	}
	return list
}

// opNamed finds an operation that is no leaf.
func opNamed(name string) (Op, bool) {
	for _, o := range Operations() {
		if ops[o].name == name {
			return o, true
		}
	}
	return OpInvalid, false
}

// Apply is the definition of the operations: the value of the node for the
// values of its arguments, which lie in [0, 2^width). It takes no leaf of the
// netlist (signals and the like have no value of their own). A lane beyond the
// end is 0 here; circuits get an arbitrary value.
//
// It is written to be read, and slow: engines and back ends are compared with it.
func (n *Node) Apply(x []*big.Int) *big.Int {
	switch row := n.Op.row(); {
	case n.Op == OpConst:
		return n.Const
	case row.apply == nil:
		panic("BUG: " + n.Op.String() + " has no value of its own")
	default:
		return cut(row.apply(n, x), n.Width)
	}
}

// Form is an operation with all widths: a Node that lacks its arguments.
type Form struct {
	Op              Op
	Width, Lo, Rows int
	Args            []Arg
}

// Arg is what a Form says of an argument.
type Arg struct {
	Width int
	// Below, if not 0, is a bound: from it on, the result is arbitrary.
	Below int
	// Turn, if not 0, is a value around which the result changes its nature (the
	// width, for the amount of a shift).
	Turn int
}

// Node is the node of that form with these arguments.
func (f Form) Node(args ...*Node) *Node {
	return &Node{Op: f.Op, Width: f.Width, Lo: f.Lo, Rows: f.Rows, Args: args}
}

// Form chooses widths for the operation: of the result, or of the arguments
// where these decide, about w bits. pick(n) is any number in [0, n): it decides
// what w leaves open. Tests and generators of netlists thus reach every
// operation without a list of their own. Leaves have no form.
func (o Op) Form(w int, pick func(n int) int) Form {
	f := o.row().form(w, pick)
	f.Op = o
	return f
}
