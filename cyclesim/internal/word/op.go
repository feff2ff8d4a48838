package word

import "fmt"

// Op is an operation.
type Op uint8

// The operations. A, B and C are the arguments of the instruction, K is its number.
const (
	Const Op = iota // K

	// Pure.
	Add
	Sub
	Mul
	And
	Or
	Xor
	Shl  // A << B; only the low 6 bits of B count, also of a constant
	Shr  // A >> B; B as in Shl
	Sar  // the same with copies of bit 63
	Rotl // of all 64 bits
	Rem  // A modulo B, which is not 0
	Eq   // 1 or 0
	Ne
	Lt // unsigned
	Le
	Ctz // 64 for 0
	Popcnt
	Select // A is 0 or 1: B if 1, C if 0
	Lookup // element A of Tables[K], which has as many as A can say; only in programs without lanes

	Arbitrary // anything: a word that depends on the cycle and K

	// Reads, of Size bytes, at K in the frame; with an A, at K+A.
	Load

	// Effects.
	Store   // B to the place; with a C, only if that is 1
	Copy    // copies Spread adjacent elements of Size bytes from From to K
	Permute // copies elements of Size bytes to Spread adjacent places from K on: from Sources[From]
	Call    // Calls[K]
	Check   // if A is 0, the property Checks[K] has failed
	Cover   // if A is 1, the property Checks[K] is covered
	If      // the code up to End is skipped if A is 0
	End
	Arrive  // tells other threads that this one has arrived at its next barrier: only in programs that Divide makes
	Barrier // waits until all threads have arrived at it
	NumOps
)

// ops has the name of each operation and what it takes: for A, B and C a letter if it is
// there, in parentheses if it may be missing.
var ops = [NumOps]struct{ name, args string }{
	Const: {"const", ""},
	Add:   {"add", "AB"}, Sub: {"sub", "AB"}, Mul: {"mul", "AB"}, And: {"and", "AB"}, Or: {"or", "AB"}, Xor: {"xor", "AB"},
	Shl: {"shl", "AB"}, Shr: {"shr", "AB"}, Sar: {"sar", "AB"}, Rotl: {"rotl", "AB"}, Rem: {"rem", "AB"},
	Eq: {"eq", "AB"}, Ne: {"ne", "AB"}, Lt: {"lt", "AB"}, Le: {"le", "AB"},
	Ctz: {"ctz", "A"}, Popcnt: {"popcnt", "A"}, Select: {"select", "ABC"},
	Lookup:    {"lookup", "A"},
	Arbitrary: {"arbitrary", ""}, Load: {"load", "(A)"},
	Store: {"store", "(A)B(C)"}, Copy: {"copy", ""}, Permute: {"permute", ""}, Call: {"call", ""}, Check: {"check", "A"},
	Cover: {"cover", "A"}, If: {"if", "A"}, End: {"end", ""}, Arrive: {"arrive", ""}, Barrier: {"barrier", ""},
}

// String is the name.
func (o Op) String() string {
	if o >= NumOps {
		return fmt.Sprintf("op%d", uint8(o))
	}
	return ops[o].name
}

// Effect reports whether the operation does more than produce a value. It produces none
// then.
func (o Op) Effect() bool { return o >= Store }

// Pure reports whether the value depends on the arguments alone.
func (o Op) Pure() bool { return o <= Lookup }

// commutes reports whether A and B may change places.
func (o Op) commutes() bool {
	switch o {
	case Add, Mul, And, Or, Xor, Eq, Ne:
		return true
	}
	return false
}
