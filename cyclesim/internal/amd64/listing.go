package amd64

import (
	"fmt"
	"regexp"
	"strconv"
)

// Line is an instruction of a listing, or a constant.
type Line struct {
	At   int // offset in the code
	Text string
}

// Record has the code keep a listing from here on.
func (a *Asm) Record() { a.recorded = true }

// note adds a line for what comes next.
func (a *Asm) note(format string, args ...any) {
	if a.recorded {
		a.lines = append(a.lines, Line{len(a.code), fmt.Sprintf(format, args...)})
	}
}

var labelled = regexp.MustCompile(`label(\d+)`)

// Listing is the instructions in their order, after Finish. Labels are offsets.
func (a *Asm) Listing() []Line {
	list := make([]Line, len(a.lines))
	for i, l := range a.lines {
		list[i] = Line{l.At, labelled.ReplaceAllStringFunc(l.Text, func(name string) string {
			n, err := strconv.Atoi(name[len("label"):])
			if err != nil {
				return name
			}
			return fmt.Sprintf("%#x", a.bound[n])
		})}
	}
	return list
}

// text is the name of a condition in an instruction.
func (c Cond) text() string {
	return map[Cond]string{Below: "b", NotBelow: "ae", Equal: "e", NotEqual: "ne", NotAbove: "be", Above: "a"}[c]
}
