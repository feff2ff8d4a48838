package emitamd64

import (
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/avx"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// The listing of the machine code: offset, bytes and instruction, and where an instruction of the program
// begins, that of the vector or word program that it is of, with the line in the Go code.

// listed is a function.
type listed struct {
	kernel   translate.Named
	lanes    int
	from, to int
}

// cause is what the code from an offset on is for.
type cause struct {
	at         int
	text, line string
}

// list notes that the code since an offset is that of a kernel.
func (g *Emitter) list(k translate.Named, lanes, from int) {
	if g.options.Trace != nil {
		g.listed = append(g.listed, listed{k, lanes, from, g.asm.Len()})
	}
}

// because notes what the code that follows is for.
func (g *Emitter) because(text func() (text string, line int32)) {
	if g.options.Trace != nil {
		what, line := text()
		g.causes = append(g.causes, cause{g.asm.Len(), what, g.design.Line(line)})
	}
}

// becauseOf is that for an instruction of a vector program, or two of a pair.
func (w *amdVectors) becauseOf(in *avx.Instr) {
	w.because(func() (string, int32) {
		var list []string
		for _, r := range in.From {
			if r != vector.None {
				list = append(list, w.vectors.Text(r))
			}
		}
		return strings.Join(list, ", "), w.vectors.Instrs[in.From[0]].Line
	})
}

// showListing shows the code of each function, when all addresses in it are known.
func (g *Emitter) showListing(code []byte) {
	lines := g.asm.Listing()
	bytesOf := func(i int) []byte {
		end := len(code)
		if i+1 < len(lines) {
			end = lines[i+1].At
		}
		return code[lines[i].At:end]
	}
	for _, f := range g.listed {
		g.options.Show(f.kernel, f.lanes, encodingStep.Name, func() string {
			first, _ := slices.BinarySearchFunc(lines, f.from, func(l amd64.Line, at int) int { return l.At - at })
			var b strings.Builder
			for i := first; i < len(lines) && lines[i].At < f.to; i++ {
				text, line := g.causeOf(lines[i].At, lines[i].At+len(bytesOf(i)))
				row := fmt.Sprintf("%6x  %-32s %-44s", lines[i].At, fmt.Sprintf("% x", bytesOf(i)), lines[i].Text)
				if text != "" {
					row += fmt.Sprintf(" ; %-40s %s", text, line)
				}
				b.WriteString(strings.TrimRight(row, " ") + "\n")
			}
			return b.String()
		})
	}
}

// causeOf is what the instruction between two offsets begins.
func (g *Emitter) causeOf(from, to int) (text, line string) {
	at, _ := slices.BinarySearchFunc(g.causes, from, func(c cause, at int) int { return c.at - at })
	for ; at < len(g.causes) && g.causes[at].at < to; at++ {
		// Of several that begin here, as loads do that make no instruction, it is the last one.
		text, line = g.causes[at].text, g.causes[at].line
	}
	return text, line
}
