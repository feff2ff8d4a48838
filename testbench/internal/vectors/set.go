package vectors

import "math/big"

// Port is an input or output port of the block.
type Port struct {
	Name  string
	Width int
	// Groups is into how many equal parts, lowest first, the port is cut to say
	// whether its value is known: 0 if it always is, 1 for the whole port, else
	// the number of lanes. Inputs have 0.
	Groups int
}

// Words is the number of 64-bit words of the port's value.
func (p Port) Words() int { return (p.Width + 63) / 64 }

// Set is the recorded run. Values are little-endian 64-bit words. Its cycles are
// numbered from -Lead to Cycles-1: cycle 0 is the first one after the first reset.
type Set struct {
	Inputs  []Port
	Outputs []Port
	Lead    int // cycles of the first reset
	Cycles  int // from cycle 0 on, with those of later resets

	layout
	data []uint64 // Lead + Cycles rows
}

// layout is where things are in a row.
type layout struct {
	row     int   // words
	input   []int // word where an input begins
	output  []int // word where an output begins
	known   int   // word where the known bits begin; the first one is 1 in reset
	group   []int // number of the first known bit of an output
	nGroups int
}

func newLayout(inputs, outputs []Port) layout {
	l := layout{nGroups: 1} // group 0 is the reset
	for _, p := range inputs {
		l.input = append(l.input, l.row)
		l.row += p.Words()
	}
	for _, p := range outputs {
		l.output = append(l.output, l.row)
		l.row += p.Words()
		l.group = append(l.group, l.nGroups)
		l.nGroups += p.Groups
	}
	l.known = l.row
	l.row += (l.nGroups + 63) / 64
	return l
}

// RowBytes is the memory that one cycle takes.
func RowBytes(inputs, outputs []Port) int { return 8 * newLayout(inputs, outputs).row }

// New makes an empty set: all values 0, whatever may be unknown is; in reset are
// the cycles before cycle 0.
func New(inputs, outputs []Port, lead, cycles int) *Set {
	s := &Set{Inputs: inputs, Outputs: outputs, Lead: lead, Cycles: cycles, layout: newLayout(inputs, outputs)}
	s.data = make([]uint64, (lead+cycles)*s.row)
	for cycle := range lead {
		s.SetReset(cycle - lead)
	}
	return s
}

// Add adds a cycle at the end.
func (s *Set) Add() {
	s.Cycles++
	s.data = append(s.data, make([]uint64, s.row)...)
}

// Cut leaves out all cycles from the given one on.
func (s *Set) Cut(cycle int) {
	s.Cycles = cycle
	s.data = s.data[:(s.Lead+cycle)*s.row]
}

// ClearOutputs makes the outputs of a cycle those of an empty set. The cycle is not in reset then.
func (s *Set) ClearOutputs(cycle int) {
	from := s.known
	if len(s.output) > 0 {
		from = s.output[0]
	}
	clear(s.data[s.at(cycle, from):s.at(cycle, s.row)])
}

// at is the number of a word in the row of a cycle.
func (s *Set) at(cycle, word int) int { return (cycle+s.Lead)*s.row + word }

// SetReset says that reset is on in a cycle. Nothing is expected of outputs then.
func (s *Set) SetReset(cycle int) { s.data[s.at(cycle, s.known)] |= 1 }

// InReset reports whether reset is on in a cycle.
func (s *Set) InReset(cycle int) bool { return s.data[s.at(cycle, s.known)]&1 == 1 }

// Input is the value of input i, to read or to fill in.
func (s *Set) Input(cycle, i int) []uint64 {
	at := s.at(cycle, s.input[i])
	return s.data[at : at+s.Inputs[i].Words()]
}

// Expected is the value of output i, to read or to fill in.
func (s *Set) Expected(cycle, i int) []uint64 {
	at := s.at(cycle, s.output[i])
	return s.data[at : at+s.Outputs[i].Words()]
}

// SetKnown says that a group of output i is known.
func (s *Set) SetKnown(cycle, i, group int) {
	bit := s.group[i] + group
	s.data[s.at(cycle, s.known+bit/64)] |= 1 << (bit % 64)
}

// Known reports whether a group of output i is known: in reset it is not, with
// Groups 0 it always is else.
func (s *Set) Known(cycle, i, group int) bool {
	if s.InReset(cycle) {
		return false
	}
	if s.Outputs[i].Groups == 0 {
		return true
	}
	bit := s.group[i] + group
	return s.data[s.at(cycle, s.known+bit/64)]>>(bit%64)&1 == 1
}

// KnownBits counts the bits of output i that are known.
func (s *Set) KnownBits(cycle, i int) int {
	p := s.Outputs[i]
	if p.Groups == 0 && !s.InReset(cycle) {
		return p.Width
	}
	n := 0
	for g := 0; g < p.Groups; g++ {
		if s.Known(cycle, i, g) {
			n += p.Width / p.Groups
		}
	}
	return n
}

// Mask has ones where output i is known.
func (s *Set) Mask(cycle, i int) []uint64 {
	mask := make([]uint64, s.Outputs[i].Words())
	s.FillMask(cycle, i, mask)
	return mask
}

// FillMask sets the bits of mask where output i is known.
func (s *Set) FillMask(cycle, i int, mask []uint64) {
	p := s.Outputs[i]
	lane := p.Width / max(p.Groups, 1)
	for g := 0; g < max(p.Groups, 1); g++ {
		if !s.Known(cycle, i, g) {
			continue
		}
		for b := g * lane; b < (g+1)*lane; b++ {
			mask[b/64] |= 1 << (b % 64)
		}
	}
}

// Differs reports whether got is not what is expected of output i, where known.
func (s *Set) Differs(cycle, i int, got []uint64) bool {
	want := s.Expected(cycle, i)
	if s.InReset(cycle) {
		return false
	}
	same := true
	for k, w := range want {
		same = same && got[k] == w
	}
	switch {
	case same:
		return false
	case s.Outputs[i].Groups <= 1:
		return s.Known(cycle, i, 0)
	}
	for k, mask := range s.Mask(cycle, i) {
		if (got[k]^want[k])&mask != 0 {
			return true
		}
	}
	return false
}

// Number is the value of words as a number.
func Number(words []uint64) *big.Int {
	x := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(words[i]))
	}
	return x
}
