package compiled

import (
	"slices"

	"culprit/cyclesim/internal/vector"
)

// vchunks cuts code on vectors into functions of bounded size, and says what they hand on.
type vchunks struct {
	v     *vector.Code
	uses  []int
	start []int              // first instruction of each function
	chunk []int              // the function of each instruction
	part  []int              // the innermost guarded part around it: its If, or -1
	slot  map[vector.Ref]int // values that go through memory from function to function
	// userPart is the part of the last user of a vector.
	userPart []int
}

// splitVectors cuts code where a function has so many instructions, but not within a guarded
// part or a gather.
func splitVectors(v *vector.Code, maxOps int) vchunks {
	n := len(v.Instrs)
	w := vchunks{v: v, uses: v.Live(), chunk: make([]int, n), part: make([]int, n), userPart: make([]int, n), slot: map[vector.Ref]int{}}
	ops, depth := maxOps, []int{-1}
	for i := range v.Instrs {
		in := &v.Instrs[i]
		if ops >= maxOps && len(depth) == 1 && in.Kind != vector.Part {
			w.start = append(w.start, i)
			ops = 0
		}
		w.chunk[i] = len(w.start) - 1
		w.part[i] = depth[len(depth)-1]
		switch {
		case in.Kind == vector.If:
			depth = append(depth, i)
		case in.Kind == vector.End:
			depth = depth[:len(depth)-1]
			w.part[i] = depth[len(depth)-1]
		case in.Kind == vector.Gather:
			ops += 40
		case w.uses[i] > 0 && in.Kind != vector.Const:
			ops++
		}
	}
	for i := range v.Instrs {
		if !w.counts(i) {
			continue
		}
		v.Args(&v.Instrs[i], func(r vector.Ref) {
			w.userPart[r] = w.part[i]
			if _, done := w.slot[r]; !done && w.chunk[r] != w.chunk[i] && v.Instrs[r].Kind != vector.Const {
				w.slot[r] = len(w.slot)
			}
		})
	}
	return w
}

// counts tells whether an instruction is needed.
func (w *vchunks) counts(i int) bool { return w.v.Instrs[i].Kind.Effect() || w.uses[i] > 0 }

func (w *vchunks) end(chunk int) int {
	if chunk+1 < len(w.start) {
		return w.start[chunk+1]
	}
	return len(w.v.Instrs)
}

// imported lists the vectors that earlier functions hand on to this one.
func (w *vchunks) imported(chunk int) []vector.Ref {
	var list []vector.Ref
	seen := map[vector.Ref]bool{}
	for i := w.start[chunk]; i < w.end(chunk); i++ {
		if !w.counts(i) {
			continue
		}
		w.v.Args(&w.v.Instrs[i], func(r vector.Ref) {
			if _, kept := w.slot[r]; kept && w.chunk[r] != chunk && !seen[r] {
				seen[r] = true
				list = append(list, r)
			}
		})
	}
	slices.Sort(list)
	return list
}
