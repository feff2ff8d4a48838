package word

import "slices"

// HoistCommits moves every write of the clock edge up to where its value is known
// and the old state is no longer read, which shortens live ranges. Nothing moves
// into or out of a guarded part.
func HoistCommits(p *Program) {
	end := p.partEnds()
	ready := map[State]int{} // the last instruction that uses the old state
	edge := func(i int) bool { return p.Code[i].Op == Store && p.Code[i].State != 0 && end[i] == i }
	for i := range p.Code {
		in := &p.Code[i]
		if in.State != 0 && !edge(i) {
			ready[in.State] = i
		}
		if edge(i) {
			continue
		}
		in.Args(func(r Ref) {
			if u := &p.Code[r]; u.Op == Load && u.State != 0 {
				ready[u.State] = i
			}
		})
	}
	after := map[int][]int{}
	for i := range p.Code {
		if !edge(i) {
			continue
		}
		in := &p.Code[i]
		at := ready[in.State]
		in.Args(func(r Ref) { at = max(at, int(r)) })
		at = end[at]
		ready[in.State] = at // the order of writes to the same object stays
		after[at] = append(after[at], i)
	}
	to := make([]Ref, len(p.Code))
	code := make([]Instr, 0, len(p.Code))
	move := func(i int) {
		in := p.Code[i]
		in.rename(to)
		to[i] = Ref(len(code))
		code = append(code, in)
	}
	for i := range p.Code {
		if !edge(i) {
			move(i)
		}
		for _, c := range after[i] {
			move(c)
		}
	}
	p.Code = code
}

// partEnds gives, for an instruction of a guarded part, the end of the part; for
// others, the instruction itself.
func (p *Program) partEnds() []int {
	end := make([]int, len(p.Code))
	last := -1
	for i := len(p.Code) - 1; i >= 0; i-- {
		switch p.Code[i].Op {
		case End:
			last = i
		case If:
			end[i] = last
			last = -1
			continue
		}
		end[i] = i
		if last >= 0 {
			end[i] = last
		}
	}
	return end
}

// Chunks cuts a program into functions, and says what they hand on.
type Chunks struct {
	Start []int       // first instruction of each
	Of    []int       // the chunk of each instruction
	Uses  []int       // how often each value is used
	Spill map[Ref]int // values that go through memory: slot numbers
}

// remake reports whether a later function can recompute the value instead of
// getting it through memory. Old state that a write of the edge uses is handed
// on, and so is that of instances whose edge comes in between: the place may have
// changed.
func (p *Program) remake(kept []bool, r Ref) bool {
	in := &p.Code[r]
	return in.Op == Const || in.Op == Load && in.A == None && in.State != Foreign && !kept[r]
}

// Split cuts where a function has reached a number of instructions, but not inside of a guarded part.
func (p *Program) Split(maxOps int) Chunks {
	c := Chunks{Of: make([]int, len(p.Code)), Uses: make([]int, len(p.Code)), Spill: map[Ref]int{}}
	kept := make([]bool, len(p.Code))
	ops, inside := maxOps, false
	for i := range p.Code {
		in := &p.Code[i]
		if ops >= maxOps && !inside {
			c.Start = append(c.Start, i)
			ops = 0
		}
		inside = in.Op == If || inside && in.Op != End
		c.Of[i] = len(c.Start) - 1
		if in.Op != Const {
			ops++
		}
		in.Args(func(r Ref) {
			c.Uses[r]++
			if in.Op == Store && in.State != 0 {
				kept[r] = true
			}
		})
	}
	for i := range p.Code {
		p.Code[i].Args(func(r Ref) {
			if _, done := c.Spill[r]; !done && c.Of[r] != c.Of[i] && !p.remake(kept, r) {
				c.Spill[r] = len(c.Spill)
			}
		})
	}
	return c
}

// Imports lists the values of earlier chunks that a chunk needs.
func (c *Chunks) Imports(p *Program, chunk int) []Ref {
	var list []Ref
	seen := map[Ref]bool{}
	for i := c.Start[chunk]; i < c.End(p, chunk); i++ {
		p.Code[i].Args(func(r Ref) {
			if c.Of[r] != chunk && !seen[r] && p.Code[r].Op != Const {
				seen[r] = true
				list = append(list, r)
			}
		})
	}
	slices.Sort(list)
	return list
}

// End is the instruction after a chunk.
func (c *Chunks) End(p *Program, chunk int) int {
	if chunk+1 < len(c.Start) {
		return c.Start[chunk+1]
	}
	return len(p.Code)
}
