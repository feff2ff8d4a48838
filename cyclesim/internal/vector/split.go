package vector

import "slices"

// Chunks cuts code on vectors into functions of bounded size, and says what they hand on.
type Chunks struct {
	Parts
	Code  *Code
	Uses  []int
	Start []int       // first instruction of each function
	chunk []int       // the function of each instruction
	Slot  map[Ref]int // values that go through memory from function to function
	// UserPart is the part of the last user of a vector.
	UserPart []int
}

// Split cuts code where a function has reached a number of instructions, but not within a guarded
// part or a gather.
func Split(v *Code, maxOps int) Chunks {
	n := len(v.Instrs)
	w := Chunks{Code: v, Uses: v.Live(), Parts: FindParts(n, func(i int) Kind { return v.Instrs[i].Kind }),
		chunk: make([]int, n), UserPart: make([]int, n), Slot: map[Ref]int{}}
	ops := maxOps
	for i := range v.Instrs {
		in := &v.Instrs[i]
		if ops >= maxOps && w.Part[i] == -1 && in.Kind != Part && in.Kind != End {
			w.Start = append(w.Start, i)
			ops = 0
		}
		w.chunk[i] = len(w.Start) - 1
		switch {
		case in.Kind == Gather:
			ops += 40
		case w.Uses[i] > 0 && in.Kind != Const:
			ops++
		}
	}
	for i := range v.Instrs {
		if !w.Counts(i) {
			continue
		}
		v.Args(&v.Instrs[i], func(r Ref) {
			w.UserPart[r] = w.Part[i]
			if _, done := w.Slot[r]; !done && w.chunk[r] != w.chunk[i] && v.Instrs[r].Kind != Const {
				w.Slot[r] = len(w.Slot)
			}
		})
	}
	return w
}

// Counts reports whether an instruction is needed.
func (w *Chunks) Counts(i int) bool { return w.Code.Instrs[i].Kind.Effect() || w.Uses[i] > 0 }

// End is the instruction after a function.
func (w *Chunks) End(chunk int) int {
	if chunk+1 < len(w.Start) {
		return w.Start[chunk+1]
	}
	return len(w.Code.Instrs)
}

// Imported lists the vectors that earlier functions hand on to this one.
func (w *Chunks) Imported(chunk int) []Ref {
	var list []Ref
	seen := map[Ref]bool{}
	for i := w.Start[chunk]; i < w.End(chunk); i++ {
		if !w.Counts(i) {
			continue
		}
		w.Code.Args(&w.Code.Instrs[i], func(r Ref) {
			if _, kept := w.Slot[r]; kept && w.chunk[r] != chunk && !seen[r] {
				seen[r] = true
				list = append(list, r)
			}
		})
	}
	slices.Sort(list)
	return list
}
