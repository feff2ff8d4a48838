package compiled

import "slices"

// maxOps bounds the instructions of one function: the time that back ends take
// grows faster than the length of a function.
var maxOps = 1200

// hoistCommits moves every write of the clock edge up to where its value is known
// and the old state is no longer read, which shortens live ranges. Nothing moves
// into or out of a guarded part.
func hoistCommits(p *program) {
	end := p.partEnds()
	ready := map[object]int{} // the last instruction that uses the old state
	edge := func(i int) bool { return p.code[i].op == opStore && p.code[i].state != 0 && end[i] == i }
	for i := range p.code {
		in := &p.code[i]
		if in.state != 0 && !edge(i) {
			ready[in.state] = i
		}
		if edge(i) {
			continue
		}
		in.args(func(r ref) {
			if u := &p.code[r]; u.op == opLoad && u.state != 0 {
				ready[u.state] = i
			}
		})
	}
	after := map[int][]int{}
	for i := range p.code {
		if !edge(i) {
			continue
		}
		in := &p.code[i]
		at := ready[in.state]
		in.args(func(r ref) { at = max(at, int(r)) })
		at = end[at]
		ready[in.state] = at // the order of writes to the same object stays
		after[at] = append(after[at], i)
	}
	to := make([]ref, len(p.code))
	code := make([]instr, 0, len(p.code))
	move := func(i int) {
		in := p.code[i]
		in.rename(to)
		to[i] = ref(len(code))
		code = append(code, in)
	}
	for i := range p.code {
		if !edge(i) {
			move(i)
		}
		for _, c := range after[i] {
			move(c)
		}
	}
	p.code = code
}

// partEnds gives, for an instruction of a guarded part, the end of the part; for
// others, the instruction itself.
func (p *program) partEnds() []int {
	end := make([]int, len(p.code))
	last := -1
	for i := len(p.code) - 1; i >= 0; i-- {
		switch p.code[i].op {
		case opEnd:
			last = i
		case opIf:
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

// chunks cuts a program into functions, and says what they hand on.
type chunks struct {
	start []int       // first instruction of each
	of    []int       // the chunk of each instruction
	uses  []int       // how often each value is used
	spill map[ref]int // values that go through memory: slot numbers
}

// remake tells whether a later function can recompute the value instead of
// getting it through memory. Old state that a write of the edge uses is handed
// on, and so is that of instances whose edge comes in between: the place may have
// changed.
func (p *program) remake(kept []bool, r ref) bool {
	in := &p.code[r]
	return in.op == opConst || in.op == opLoad && in.a == none && in.state != foreign && !kept[r]
}

// split cuts where a function has so many instructions.
func (p *program) split(maxOps int) chunks {
	c := chunks{of: make([]int, len(p.code)), uses: make([]int, len(p.code)), spill: map[ref]int{}}
	kept := make([]bool, len(p.code))
	ops := maxOps
	for i := range p.code {
		in := &p.code[i]
		if ops >= maxOps {
			c.start = append(c.start, i)
			ops = 0
		}
		c.of[i] = len(c.start) - 1
		if in.op != opConst {
			ops++
		}
		in.args(func(r ref) {
			c.uses[r]++
			if in.op == opStore && in.state != 0 {
				kept[r] = true
			}
		})
	}
	for i := range p.code {
		p.code[i].args(func(r ref) {
			if _, done := c.spill[r]; !done && c.of[r] != c.of[i] && !p.remake(kept, r) {
				c.spill[r] = len(c.spill)
			}
		})
	}
	return c
}

// imports lists the values of earlier chunks that a chunk needs.
func (c *chunks) imports(p *program, chunk int) []ref {
	var list []ref
	seen := map[ref]bool{}
	for i := c.start[chunk]; i < c.end(p, chunk); i++ {
		p.code[i].args(func(r ref) {
			if c.of[r] != chunk && !seen[r] && p.code[r].op != opConst {
				seen[r] = true
				list = append(list, r)
			}
		})
	}
	slices.Sort(list)
	return list
}

func (c *chunks) end(p *program, chunk int) int {
	if chunk+1 < len(c.start) {
		return c.start[chunk+1]
	}
	return len(p.code)
}
