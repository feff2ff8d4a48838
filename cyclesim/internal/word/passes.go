package word

import (
	"fmt"
	"slices"
)

// Pass is a transformation of a program that preserves its effects. ARCHITECTURE.md tells
// how to add one.
type Pass struct {
	Name string
	Doc  string // what it does, and what holds after it
	Run  func(*Program)
	// Single says that it is for programs without lanes only.
	Single bool
	// Optional says that a program can do without it.
	Optional bool
	// After names the passes that must have run before; Last says that it must run after
	// all others.
	After []string
	Last  bool
}

// The passes.
var (
	forward = Pass{Name: "store-forwarding", Run: ForwardStores,
		Doc: "a load of a place that was stored before takes the stored value: after that, loads read state, inputs and instances only"}
	fold = Pass{Name: "constant-folding", Run: FoldConstants,
		Doc: "operations on constants are computed, chains of them joined, and a constant is the right operand of what commutes"}
	share = Pass{Name: "common-subexpressions", Run: ShareSubexpressions,
		Doc:   "equal pure operations and loads exist once; registers that keep their value are not stored",
		After: []string{fold.Name}}
	gather = Pass{Name: "fields", Optional: true, Run: GatherFields,
		Doc:   "bits of a value that move by the same distance move together, copies of a bit are a mask of it",
		After: []string{fold.Name, share.Name}}
	// Store forwarding needs stores with complete values, and known bits drops masks that a
	// store makes unnecessary.
	known = Pass{Name: "known-bits", Run: UseKnownBits,
		Doc:   "masks that clear nothing, bits that nobody needs, and comparisons whose result is certain are left out",
		After: []string{forward.Name, fold.Name, share.Name}}
	tables = Pass{Name: "tables", Optional: true, Single: true, Run: UseTables,
		Doc:   "what depends on one value of few bits alone is an element of a table of constants",
		After: []string{fold.Name, share.Name}}
	choices = Pass{Name: "choices", Optional: true, Single: true, Run: JoinChoices,
		Doc:   "the OR of values that are 0 unless one of several conditions holds, of which no two hold, is a chain of selections",
		After: []string{fold.Name, share.Name}}
	zeros = Pass{Name: "zeros", Run: DropZeros,
		Doc:   "stores of 0 to places that nothing else writes are left out: memory is 0 at the start",
		After: []string{known.Name}}
	dead  = Pass{Name: "dead-code", Run: DeadCode, Doc: "what no effect depends on is left out"}
	hoist = Pass{Name: "early-edge", Run: HoistCommits,
		Doc: "a write of the clock edge stands where its value is known and the old state is not read any more", Last: true}
)

// last is a pass that must run after all others of its table.
func last(p Pass) Pass {
	p.Last = true
	return p
}

// FirstPasses run on every kernel.
func FirstPasses() []Pass { return []Pass{forward, last(dead)} }

// WirePasses drop the wires that no kernel reads; read are the places that this one or a
// later one loads from.
func WirePasses(read map[uint64]bool) []Pass {
	wires := Pass{Name: "unread-wires", Run: func(p *Program) { DropUnread(p, read) },
		Doc: "stores to wires that neither this kernel nor a later one reads are left out"}
	return []Pass{wires, last(dead)}
}

// Passes are the optimisations of a kernel, in the order in which they run. A pass occurs
// twice if one in between gives it new work.
func Passes() []Pass {
	return []Pass{forward, fold, share, known, fold, share, tables, gather, choices, known, fold, share, dead, zeros,
		last(dead)}
}

// ForLanes is the passes of a table that programs of lanes can do with.
func ForLanes(list []Pass) []Pass {
	return slices.DeleteFunc(slices.Clone(list), func(p Pass) bool { return p.Single })
}

// LatePasses give the program its final order, one kernel for itself: with Guard, which is
// for programs of lanes, HoistCommits runs after it.
func LatePasses(leastGuarded float64, lanes bool) []Pass {
	guard := Pass{Name: "guards", Optional: true, Run: func(p *Program) { Guard(p, leastGuarded) },
		Doc: "what is unobservable while one value is 0 stands in a part that is skipped then"}
	branch := Pass{Name: "branches", Optional: true, Single: true, Run: func(p *Program) { Branch(p, LeastBranched) },
		Doc: "the same in programs without lanes: a branch around more, with what its condition implies"}
	if !lanes {
		return []Pass{branch, hoist}
	}
	return []Pass{guard, hoist}
}

// CheckOrder reports the first pass in the wrong place.
func CheckOrder(list []Pass) error {
	done := map[string]bool{}
	for i, p := range list {
		for _, a := range p.After {
			if !done[a] {
				return fmt.Errorf("pass %q must run after %q", p.Name, a)
			}
		}
		if p.Last != (i == len(list)-1) {
			return fmt.Errorf("pass %q must be the last one if and only if it says so", p.Name)
		}
		done[p.Name] = true
	}
	return nil
}

// Optimise runs passes one after the other. If after is not nil, it is called after each
// of them.
func (p *Program) Optimise(passes []Pass, after func(Pass, *Program)) {
	for _, s := range passes {
		s.Run(p)
		if after != nil {
			after(s, p)
		}
	}
}

// rewriter builds a program anew, instruction by instruction.
type rewriter struct {
	out  []Instr
	to   []Ref // new values by old
	line int32 // of the instruction that is rewritten
}

// rewrite maps every instruction through f, which gets it with its arguments
// renamed. The result of f replaces the old value in later operands; it is None
// if there is no value.
func (p *Program) rewrite(w *rewriter, f func(i int, in Instr) Ref) {
	w.to = make([]Ref, len(p.Code))
	w.out = make([]Instr, 0, len(p.Code))
	for i, in := range p.Code {
		in.rename(w.to)
		w.line = in.Line
		w.to[i] = f(i, in)
	}
	p.Code = w.out
}

func (w *rewriter) add(in Instr) Ref {
	if in.Line == 0 {
		in.Line = w.line
	}
	w.out = append(w.out, in)
	return Ref(len(w.out) - 1)
}

func (w *rewriter) constant(k uint64) Ref {
	return w.add(Instr{Op: Const, A: None, B: None, C: None, K: k})
}

// constantOf is the value of r if r is a constant.
func (w *rewriter) constantOf(r Ref) (uint64, bool) {
	in := &w.out[r]
	return in.K, in.Op == Const
}
