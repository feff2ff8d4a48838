package golden

import "slices"

// FinalHeads remembers the heads that the post-processing need not look at again.
// Queue 0 is the cold queue, queue 1+k is SAQ k.
type FinalHeads struct {
	final []bool
	lines []bool // valid lines in the cycle before
}

// NewFinalHeads makes the memory after reset: no head is final.
func NewFinalHeads(saqs int) FinalHeads {
	return FinalHeads{final: make([]bool, 1+saqs), lines: make([]bool, saqs)}
}

// Is tells whether the head of a queue is final.
func (f *FinalHeads) Is(queue int) bool { return f.final[queue] }

// Lines takes the valid lines of the cycle, once per cycle and before Found: with
// a line that was not there in the cycle before, no head is final any more.
func (f *FinalHeads) Lines(valid []bool) {
	for k, is := range valid {
		if is && !f.lines[k] {
			clear(f.final)
		}
	}
	f.lines = slices.Clone(valid)
}

// Found notes that an inspection left the head of a queue where it is.
func (f *FinalHeads) Found(queue int) { f.final[queue] = true }

// Left notes that a queue has lost its head.
func (f *FinalHeads) Left(queue int) { f.final[queue] = false }
