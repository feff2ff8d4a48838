package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Member is the place of a port in the Go struct that declares it. It is documentation, like Field, and no part of
// the circuit: a SystemVerilog wrapper makes structs and packed arrays of it.
type Member struct {
	Path  []string // names of the structs around the port and its own, outermost first, lower_snake
	Lanes []Lane   // of the fields on the path, outermost first
}

// Lane says that a field consists of equal lanes.
type Lane struct {
	Of    int // the field is Path[Of]
	Count int
	// Split lanes are ports of their own, this one with the number Index; the others are side by side in one port.
	Split bool
	Index int
}

// Packed are the numbers of lanes that are side by side in the port, outermost first.
func (m *Member) Packed() (counts []int) {
	for _, l := range m.Lanes {
		if !l.Split {
			counts = append(counts, l.Count)
		}
	}
	return counts
}

// LanesOf are the numbers of lanes of the field Path[i], split ones included, outermost first.
func (m *Member) LanesOf(i int) (counts []int) {
	for _, l := range m.Lanes {
		if l.Of == i {
			counts = append(counts, l.Count)
		}
	}
	return counts
}

// String is the text of the member: names with dots between them, behind a field with lanes :8, and behind one whose
// lanes are split the number of the lane, too, as in :3/8. Of nil it is empty.
func (m *Member) String() string {
	if m == nil {
		return ""
	}
	var b strings.Builder
	for i, name := range m.Path {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(name)
		for _, l := range m.Lanes {
			switch {
			case l.Of != i:
			case l.Split:
				fmt.Fprintf(&b, ":%d/%d", l.Index, l.Count)
			default:
				fmt.Fprintf(&b, ":%d", l.Count)
			}
		}
	}
	return b.String()
}

// parseMember reads what String writes.
func parseMember(text string) (*Member, bool) {
	m := new(Member)
	for i, field := range strings.Split(text, ".") {
		parts := strings.Split(field, ":")
		m.Path = append(m.Path, parts[0])
		for _, lane := range parts[1:] {
			l := Lane{Of: i}
			index, count, split := strings.Cut(lane, "/")
			if !split {
				count, index = index, "0"
			}
			var err, err2 error
			l.Count, err = strconv.Atoi(count)
			l.Index, err2 = strconv.Atoi(index)
			if l.Split = split; err != nil || err2 != nil {
				return nil, false
			}
			m.Lanes = append(m.Lanes, l)
		}
	}
	return m, true
}

// member reads the place of a port.
func (p *parser) member(s *Signal) {
	const wanted = `the member that the port is, in quotes, as in "rx:8.data"`
	text := p.detail(2, "member", wanted)
	if text == "" {
		return
	}
	m, ok := parseMember(text)
	if !ok || !m.fits(s) {
		p.expected(wanted, text)
	}
	s.Member = m
}

// fits reports whether m can be the place of a port of that width.
func (m *Member) fits(s *Signal) bool {
	width := 1
	for _, l := range m.Lanes {
		if l.Count < 1 || l.Index < 0 || l.Index >= l.Count {
			return false
		}
		if !l.Split {
			width = min(width*l.Count, s.Width+1)
		}
	}
	return s.Width%width == 0 && !slices.ContainsFunc(m.Path, func(name string) bool {
		return name == "" || isDigit(rune(name[0])) || strings.ContainsFunc(name, func(c rune) bool { return !isNameRune(c) })
	})
}
