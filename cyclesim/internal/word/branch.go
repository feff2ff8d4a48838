package word

// Branches. In a program for one instance, skipping a part takes a branch, which costs some cycles if the processor
// has expected the other way. So parts are larger than those for lanes; but what is in a part may count on its
// condition: a selection by it is gone, and so is the old value of a register that is written under it.

// LeastBranched is the least that skipping a part has to save on average, in instructions, to be worth a
// branch.
const LeastBranched = 20

// branchBlock is the least number of instructions that a block of such a part has.
const branchBlock = 8

// Branch puts the parts of a program without lanes that can be skipped between If and End, if that saves least
// instructions on average.
func Branch(p *Program, least float64) {
	g := &guarding{p: p, least: least, cost: p.instructions(), block: branchBlock, single: true,
		facts: p.facts()}
	g.run()
	if len(g.parts) > 0 {
		p.foldParts()
		DeadCode(p)
		p.dropEmptyParts()
	}
}

// instructions estimates how many machine instructions each instruction takes.
func (p *Program) instructions() []int {
	cost := make([]int, len(p.Code))
	for i := range p.Code {
		in := &p.Code[i]
		switch in.Op {
		case Const:
		case Select, Eq, Ne, Lt, Le:
			cost[i] = 3
		case Lookup, Rotl:
			cost[i] = 2
		case Rem:
			cost[i] = 20
		case Arbitrary:
			cost[i] = 6
		case Load:
			cost[i] = 1
		case Store:
			if cost[i] = 1; in.C != None {
				cost[i] = 4
			}
		default:
			if !in.Op.Effect() {
				cost[i] = 1
			}
		}
	}
	return cost
}

// implied lists what values are, as constants, where v is not 0.
func (g *guarding) implied(v Ref) map[Ref]uint64 {
	is := map[Ref]uint64{}
	for _, u := range g.restsOf(v) {
		in := &g.p.Code[u]
		if g.facts[u].May == 1 {
			is[u] = 1
		}
		if in.B == None {
			continue
		}
		k, ok := g.p.ConstantOf(in.B)
		switch {
		case !ok:
		case in.Op == Eq:
			is[in.A] = k
		case in.Op == Xor && k == 1 && g.facts[in.A].May == 1:
			is[in.A] = 0
		}
	}
	return is
}

// foldParts is FoldConstants for a program with parts. What is used behind a part must be made in it, so that it is 0
// if the part is skipped; and nothing behind a part may count on how it was made there.
func (p *Program) foldParts() {
	parts := p.Parts()
	f := &folder{tables: p.Tables}
	hidden := map[int]Op{}
	start := 0 // of the part, in the new program
	p.rewrite(&f.rewriter, func(i int, in Instr) Ref {
		switch in.Op {
		case If:
			start = len(f.out)
		case End:
			for k := start + 1; k < len(f.out); k++ {
				if o := f.out[k].Op; !o.Effect() && o != Const {
					hidden[k], f.out[k].Op = o, Arbitrary
				}
			}
		}
		r := f.fold(in)
		if parts.Escapes[i] && (int(r) < start || f.out[r].Op == Const) {
			return f.add(Instr{Op: Or, A: r, B: f.constant(0), C: None})
		}
		return r
	})
	for k, o := range hidden {
		p.Code[k].Op = o
	}
}

// dropEmptyParts removes parts that have become empty.
func (p *Program) dropEmptyParts() {
	empty := make([]bool, len(p.Code)+1)
	last := -1 // the If of a part that has nothing so far
	for i := range p.Code {
		switch p.Code[i].Op {
		case If:
			last = i
		case End:
			if last >= 0 {
				empty[last], empty[i] = true, true
			}
			last = -1
		case Const:
		default:
			last = -1
		}
	}
	p.Keep(func(i int) bool { return !empty[i] })
	DeadCode(p)
}
