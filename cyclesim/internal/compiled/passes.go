package compiled

import "fmt"

// pass is a transformation of a program that preserves its effects.
type pass struct {
	name string
	run  func(*program)
	// after names the passes that must have run before; last, the pass that must
	// run behind all others.
	after []string
	last  bool
}

// passes run in this order. A pass may occur twice, if an earlier one gives it
// new work.
var passes = []pass{
	{name: "store forwarding", run: forwardStores},
	{name: "constant folding", run: constantFolding},
	{name: "common subexpressions", run: commonSubexpressions, after: []string{"constant folding"}},
	// Store forwarding needs stores with complete values, and known bits drops
	// masks that a store makes unnecessary.
	{name: "known bits", run: knownBits, after: []string{"store forwarding", "constant folding", "common subexpressions"}},
	{name: "constant folding", run: constantFolding},
	{name: "common subexpressions", run: commonSubexpressions},
	{name: "known bits", run: knownBits},
	{name: "constant folding", run: constantFolding},
	{name: "common subexpressions", run: commonSubexpressions},
	{name: "dead code", run: deadCode, after: []string{"common subexpressions", "known bits"}, last: true},
}

func init() {
	if err := checkOrder(passes); err != nil {
		panic("BUG: " + err.Error())
	}
}

// checkOrder reports the first pass in the wrong place.
func checkOrder(list []pass) error {
	done := map[string]bool{}
	for i, p := range list {
		for _, a := range p.after {
			if !done[a] {
				return fmt.Errorf("pass %q must run after %q", p.name, a)
			}
		}
		if p.last != (i == len(list)-1) {
			return fmt.Errorf("pass %q must be the last one if and only if it says so", p.name)
		}
		done[p.name] = true
	}
	return nil
}

// checkPrograms makes every pass verify its result; tests turn it on.
var checkPrograms = false

func (p *program) optimise(passes []pass) {
	for _, s := range passes {
		s.run(p)
		if checkPrograms {
			p.verify()
		}
	}
}

// rewriter builds a program anew, instruction by instruction.
type rewriter struct {
	out []instr
	to  []ref // new values by old
}

// rewrite maps every instruction through f, which gets it with its arguments
// renamed. The result of f replaces the old value in later operands; it is none
// if there is no value.
func (p *program) rewrite(w *rewriter, f func(i int, in instr) ref) {
	w.to = make([]ref, len(p.code))
	w.out = make([]instr, 0, len(p.code))
	for i, in := range p.code {
		in.rename(w.to)
		w.to[i] = f(i, in)
	}
	p.code = w.out
}

func (w *rewriter) add(in instr) ref {
	w.out = append(w.out, in)
	return ref(len(w.out) - 1)
}

func (w *rewriter) constant(k uint64) ref {
	return w.add(instr{op: opConst, a: none, b: none, c: none, k: k})
}

// constantOf is the value of r if r is a constant.
func (w *rewriter) constantOf(r ref) (uint64, bool) {
	in := &w.out[r]
	return in.k, in.op == opConst
}
