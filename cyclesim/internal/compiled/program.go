package compiled

import (
	"fmt"
	"strings"
)

// A program is straight-line code on 64-bit words: one kernel of a module.
// Instructions are in an order in which they can run; a value is named by the
// position of its instruction.
//
// Every place in memory that a program writes is written before it is read, or,
// at the clock edge, after all of its reads. So two loads of the same place
// always give the same value.
type program struct {
	code   []instr
	calls  []call
	checks []check
}

// ref names the value of an instruction; none is no value.
type ref int32

const none ref = -1

type op uint8

// The instructions. a, b, c are values, k is a number.
const (
	opConst op = iota // k

	// Pure.
	opAdd
	opSub
	opMul
	opAnd
	opOr
	opXor
	opShl  // a << b; only the low 6 bits of b count, also of a constant
	opShr  // a >> b; b as in opShl
	opSar  // the same with copies of bit 63
	opRotl // of all 64 bits
	opRem  // a modulo b, which is not 0
	opEq   // 1 or 0
	opNe
	opLt // unsigned
	opLe
	opCtz // 64 for 0
	opPopcnt
	opSelect    // a is 0 or 1: b if 1, c if 0
	opArbitrary // anything: a word that depends on the cycle and k

	// Reads, of size bytes, at k in the frame; with an a, at k+a.
	opLoad

	// Effects.
	opStore // b to the place; with a c, only if that is 1
	opCopy  // copies spread adjacent elements of size bytes from there to k
	opCall  // calls[k]
	opCheck // if a is 0, the property of checks[k] has failed
	opCover // if a is 1, the property of checks[k] is covered
	opIf    // the code up to opEnd is skipped if a is 0
	opEnd
	numOps
)

var opNames = [numOps]string{
	"const", "add", "sub", "mul", "and", "or", "xor", "shl", "shr", "sar", "rotl", "rem", "eq", "ne", "lt", "le",
	"ctz", "popcnt", "select", "arbitrary", "load", "store", "copy", "call", "check", "cover", "if", "end",
}

// instr is one instruction.
type instr struct {
	op      op
	size    uint8 // of a load or store: 1, 2, 4, 8
	a, b, c ref
	state   object // what a load reads or a store writes of the state
	k       uint64
	may     uint64 // of a load: the bits that may be 1
	// spread is the number of adjacent copies that a store writes; 0 means 1.
	spread uint8
	from   uint64 // of a copy
	// wire marks a store that settles a wire for other kernels: it can be dropped
	// if none reads the place.
	wire bool
}

// call runs a kernel on frames that lie side by side.
type call struct {
	kernel *kernel
	first  uint32 // frame, counted from the caller's
	count  int    // of frames; of groups, where they have lanes
	size   uint32 // of a frame, or of a group
	lanes  int    // of the frames; 1 also if the caller itself has lanes
}

// check is a property of the module or of an inlined instance.
type check struct {
	count uint32 // where its count lies
	id    uint32 // where the number of its instance lies
	index uint32 // among the properties of its module
}

// effect tells whether the instruction does more than produce a value.
func (o op) effect() bool { return o >= opStore }

// pure tells whether the value depends on the arguments alone.
func (o op) pure() bool { return o <= opSelect }

// args calls f on every argument.
func (in *instr) args(f func(ref)) {
	if in.a != none {
		f(in.a)
	}
	if in.b != none {
		f(in.b)
	}
	if in.c != none {
		f(in.c)
	}
}

// rename replaces the arguments.
func (in *instr) rename(to []ref) {
	for _, r := range []*ref{&in.a, &in.b, &in.c} {
		if *r != none {
			*r = to[*r]
		}
	}
}

func (p *program) add(in instr) ref {
	p.code = append(p.code, in)
	return ref(len(p.code) - 1)
}

// String prints the program, for tests and reports.
func (p *program) String() string {
	var b strings.Builder
	for i := range p.code {
		in := &p.code[i]
		fmt.Fprintf(&b, "v%d = %s", i, opNames[in.op])
		in.args(func(r ref) { fmt.Fprintf(&b, " v%d", r) })
		switch in.op {
		case opConst:
			fmt.Fprintf(&b, " %#x", in.k)
		case opLoad, opStore:
			fmt.Fprintf(&b, " @%d:%d", in.k, in.size)
		case opCheck, opCover, opArbitrary, opCall:
			fmt.Fprintf(&b, " #%d", in.k)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// verify panics if the program is not well-formed; tests run it after each pass.
func (p *program) verify() {
	edge := map[object]bool{}
	for i := range p.code {
		in := &p.code[i]
		bug := func(what string) {
			panic(fmt.Sprintf("BUG: instruction %d (%s) %s:\n%s", i, opNames[in.op], what, p))
		}
		in.args(func(r ref) {
			if int(r) >= i || r < 0 {
				bug("uses a value that comes later")
			}
			if p.code[r].op.effect() {
				bug("uses an instruction without a value")
			}
		})
		if want := arity[in.op]; (in.a != none) != (want&1 > 0) && want&8 == 0 ||
			(in.b != none) != (want&2 > 0) || (in.c != none) != (want&4 > 0) && want&16 == 0 {
			bug("has the wrong arguments")
		}
		if (in.op == opLoad || in.op == opStore) && in.size != 1 && in.size != 2 && in.size != 4 && in.size != 8 {
			bug("has a wrong size")
		}
		if in.op == opStore && in.state != 0 {
			edge[in.state] = true
		}
		if in.op == opLoad && edge[in.state] {
			bug("reads state after the edge")
		}
		if in.op == opLoad && in.size < 8 && in.may>>(8*in.size) != 0 {
			bug("loads more bits than it has")
		}
	}
}

// arity has the arguments of each operation: bit 0 a, 1 b, 2 c; bits 3 and 4 if a
// and c may be missing.
var arity = func() [numOps]int {
	var n [numOps]int
	for o := opAdd; o <= opLe; o++ {
		n[o] = 3
	}
	n[opCtz], n[opPopcnt], n[opSelect] = 1, 1, 7
	n[opLoad], n[opStore] = 1|8, 1|2|4|8|16
	n[opCheck], n[opCover], n[opIf] = 1, 1, 1
	return n
}()
