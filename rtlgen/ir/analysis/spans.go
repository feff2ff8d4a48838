package analysis

import (
	"cmp"
	"slices"
)

// Span is Width bits of a vector from Lo up.
type Span struct{ Lo, Width int }

func (s Span) end() int { return s.Lo + s.Width }

// Spans is a set of bits of a vector. Its size is that of its parts, not that of the
// vector.
type Spans struct {
	list   []Span
	sorted bool // and merged
}

// Add adds bits.
func (s *Spans) Add(lo, width int) {
	s.list = append(s.list, Span{lo, width})
	s.sorted = len(s.list) == 1
}

// addAll adds the bits of o, which is then not used any more.
func (s *Spans) addAll(o *Spans) {
	if len(s.list) < len(o.list) {
		*s, *o = *o, *s
	}
	for _, x := range o.list {
		s.Add(x.Lo, x.Width)
	}
}

// sort brings the spans into their order and merges neighbours.
func (s *Spans) sort() []Span {
	if s.sorted || len(s.list) == 0 {
		return s.list
	}
	slices.SortFunc(s.list, func(a, b Span) int { return cmp.Compare(a.Lo, b.Lo) })
	merged := s.list[:1]
	for _, x := range s.list[1:] {
		last := &merged[len(merged)-1]
		if x.Lo <= last.end() {
			last.Width = max(last.end(), x.end()) - last.Lo
		} else {
			merged = append(merged, x)
		}
	}
	s.list, s.sorted = merged, true
	return s.list
}

// Empty reports whether there are no bits.
func (s *Spans) Empty() bool { return s == nil || len(s.list) == 0 }

// Missing lists the bits of a vector of that width that are not in the set, the highest
// ones first.
func (s *Spans) Missing(width int) []Span {
	var list []Span
	from := 0
	if s != nil {
		for _, x := range s.sort() {
			if x.Lo > from {
				list = append(list, Span{from, x.Lo - from})
			}
			from = x.end()
		}
	}
	if from < width {
		list = append(list, Span{from, width - from})
	}
	slices.Reverse(list)
	return list
}

// common keeps the bits that are in both.
func (s *Spans) common(o *Spans) *Spans {
	both := &Spans{sorted: true}
	a, b := s.sort(), o.sort()
	for len(a) > 0 && len(b) > 0 {
		lo, end := max(a[0].Lo, b[0].Lo), min(a[0].end(), b[0].end())
		if lo < end {
			both.list = append(both.list, Span{lo, end - lo})
		}
		if a[0].end() < b[0].end() {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return both
}

// Overlap is the number of bits that are in the set, of those from lo up. It and
// Insert are for sets that are asked and added to in turns.
func (s *Spans) Overlap(lo, width int) int {
	n := 0
	for _, x := range s.sort()[s.after(lo):] {
		if x.Lo >= lo+width {
			break
		}
		n += min(x.end(), lo+width) - max(x.Lo, lo)
	}
	return n
}

// after is the number of spans that end at the bit or below it.
func (s *Spans) after(bit int) int {
	k, _ := slices.BinarySearchFunc(s.sort(), bit, func(x Span, bit int) int {
		if x.end() <= bit {
			return -1
		}
		return 1
	})
	return k
}

// Insert adds bits of which none is in the set.
func (s *Spans) Insert(lo, width int) {
	k := s.after(lo)
	below := k > 0 && s.list[k-1].end() == lo
	above := k < len(s.list) && s.list[k].Lo == lo+width
	switch {
	case below && above:
		s.list[k-1].Width += width + s.list[k].Width
		s.list = slices.Delete(s.list, k, k+1)
	case below:
		s.list[k-1].Width += width
	case above:
		s.list[k].Lo, s.list[k].Width = lo, s.list[k].Width+width
	default:
		s.list = slices.Insert(s.list, k, Span{lo, width})
	}
	s.sorted = true
}
