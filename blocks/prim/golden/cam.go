package golden

import "math/bits"

// CAMIn holds the inputs of cam. All masks are prefixes: ones from the top.
type CAMIn struct {
	SetValid   bool
	SetLine    int
	SetValue   uint64
	SetMask    uint64
	ClearValid bool
	ClearLine  int
	Key        uint64
	AfterMask  uint64
	ExactValue uint64
	ExactMask  uint64
}

// CAMOut holds the outputs of cam. A line index is 0 where nothing was found.
type CAMOut struct {
	Hit          []bool
	LongestFound bool
	LongestLine  int
	NextFound    bool
	NextLine     int
	ExactFound   bool
	ExactLine    int
	FreeFound    bool
	FreeLine     int
	LineValid    []bool
}

// camLine is a line of a CAM. Two masks are compared by their lengths.
type camLine struct {
	valid bool
	value uint64
	mask  uint64
}

// matches reports whether the line is valid and the key equals it under its mask.
func (l camLine) matches(key uint64) bool {
	return l.valid && l.value&l.mask == key&l.mask
}

func (l camLine) length() int { return bits.OnesCount64(l.mask) }

// CAM is the model of cam.
type CAM struct {
	lines []camLine
}

// NewCAM makes a CAM with all lines invalid.
func NewCAM(lines int) *CAM { return &CAM{lines: make([]camLine, lines)} }

// Line is the content of a line.
func (m *CAM) Line(i int) (valid bool, value, mask uint64) {
	l := m.lines[i]
	return l.valid, l.value, l.mask
}

// Step is one clock cycle.
func (m *CAM) Step(in CAMIn) CAMOut {
	out := CAMOut{Hit: make([]bool, len(m.lines)), LineValid: make([]bool, len(m.lines))}
	for i, l := range m.lines {
		out.Hit[i], out.LineValid[i] = l.matches(in.Key), l.valid
	}
	hit := func(l camLine) bool { return l.matches(in.Key) }
	after := camLine{mask: in.AfterMask}.length()

	out.LongestFound, out.LongestLine = m.find(hit, longer)
	out.NextFound, out.NextLine = m.find(func(l camLine) bool { return hit(l) && l.length() > after }, shorter)
	out.ExactFound, out.ExactLine = m.find(func(l camLine) bool {
		return l.mask == in.ExactMask && l.matches(in.ExactValue)
	}, noBetter)
	out.FreeFound, out.FreeLine = m.find(func(l camLine) bool { return !l.valid }, noBetter)

	if in.ClearValid {
		m.lines[in.ClearLine].valid = false
	}
	if in.SetValid {
		m.lines[in.SetLine] = camLine{true, in.SetValue, in.SetMask}
	}
	return out
}

// find is the best line that is wanted, the lowest one among equals.
func (m *CAM) find(wanted func(camLine) bool, better func(a, b camLine) bool) (found bool, line int) {
	for i, l := range m.lines {
		if wanted(l) && (!found || better(l, m.lines[line])) {
			found, line = true, i
		}
	}
	return found, line
}

func longer(a, b camLine) bool   { return a.length() > b.length() }
func shorter(a, b camLine) bool  { return a.length() < b.length() }
func noBetter(_, _ camLine) bool { return false }
