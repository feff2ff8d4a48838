package vectortest

import (
	"fmt"
	"strings"

	"culprit.example/culprit/cyclesim/internal/vector"
)

// Operation is an operation on the three vectors at the start of a frame.
type Operation struct {
	Op vector.Op
	K  uint64
}

// Operations are all operations, shifts by several distances.
func Operations() []Operation {
	var list []Operation
	for _, o := range vector.Ops() {
		distances := []uint64{0}
		for _, size := range []uint64{16, 32, 64} {
			if o.Shift() && strings.HasSuffix(o.String(), fmt.Sprint(size)) {
				distances = []uint64{1, 2, 7, size/2 - 1, size - 1}
			}
		}
		for _, k := range distances {
			list = append(list, Operation{o, k})
		}
	}
	return list
}

// OperationsProgram is a kernel that stores the results of all cases behind the operands.
func OperationsProgram(list []Operation) *vector.Code {
	c := vector.New(16)
	var args [3]vector.Ref
	for i := range args {
		args[i] = c.Add(vector.Instr{Kind: vector.Load, K: 16 * uint64(i)})
	}
	for i, t := range list {
		in := vector.Instr{Kind: vector.Apply, Op: t.Op, K: t.K}
		switch {
		case t.Op.Shift():
			in.Kind = vector.Shift
		case t.Op.Serial():
			in.Kind = vector.Serial
		}
		for n, r := range [3]*vector.Ref{&in.A, &in.B, &in.C} {
			if n < t.Op.Args() {
				*r = args[n]
			}
		}
		c.Add(vector.Instr{Kind: vector.Store, B: c.Add(in), K: 16 * uint64(3+i)})
	}
	return c
}
