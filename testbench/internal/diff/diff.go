// Package diff compares texts line by line.
//
// What must not live here: what the lines mean.
package diff

import "strings"

// Lines returns what changes from the old text to the new one, as hunks of a
// unified diff with at most context equal lines before and after each change. A
// hunk starts with "@@", followed by the section that its first line lies in, if
// any, and has no line numbers: a change further up leaves it as it is. Lines that
// differ in white space only are equal, and shown as they are in the old text; equal
// texts give "".
//
// section returns the heading of the section that the line after the given ones
// lies in, "" for none.
func Lines(old, new string, context int, section func(before []string) string) string {
	a, b := split(old), split(new)
	steps := compare(a, b)
	var out strings.Builder
	for i := 0; i < len(steps); i++ {
		if steps[i].kind == same {
			continue
		}
		first, last := hunk(steps, i, context)
		out.WriteString(strings.TrimRight("@@ "+section(a[:steps[first].old]), " ") + "\n")
		for _, s := range steps[first : last+1] {
			out.WriteString(strings.TrimRight(string(s.kind)+s.line, " ") + "\n")
		}
		i = last
	}
	return out.String()
}

// hunk returns the first and last step of the hunk whose first change is step i.
// Changes whose surroundings touch are in one hunk.
func hunk(steps []step, i, context int) (first, last int) {
	first, last = max(0, i-context), i
	for j := i; j < len(steps) && j <= last+2*context+1; j++ {
		if steps[j].kind != same {
			last = j
		}
	}
	return first, min(len(steps)-1, last+context)
}

type kind byte

const (
	same    kind = ' '
	removed kind = '-'
	added   kind = '+'
)

// step is a line of the merged texts.
type step struct {
	kind kind
	line string
	old  int // lines of the old text before this one
}

// compare merges two texts along a longest common subsequence of their lines.
// Removed lines come before the added ones that take their place.
func compare(a, b []string) []step {
	wordsA, wordsB := words(a), words(b)
	head := 0
	for head < len(a) && head < len(b) && wordsA[head] == wordsB[head] {
		head++
	}
	endA, endB := len(a), len(b)
	for endA > head && endB > head && wordsA[endA-1] == wordsB[endB-1] {
		endA, endB = endA-1, endB-1
	}
	common := commonLengths(wordsA[head:endA], wordsB[head:endB])
	var steps []step
	for i := range head {
		steps = append(steps, step{same, a[i], i})
	}
	i, j := head, head
	for i < endA || j < endB {
		switch {
		case i < endA && j < endB && wordsA[i] == wordsB[j]:
			steps = append(steps, step{same, a[i], i})
			i, j = i+1, j+1
		case j == endB || i < endA && common[i+1-head][j-head] >= common[i-head][j+1-head]:
			steps = append(steps, step{removed, a[i], i})
			i++
		default:
			steps = append(steps, step{added, b[j], i})
			j++
		}
	}
	for i := endA; i < len(a); i++ {
		steps = append(steps, step{same, a[i], i})
	}
	return steps
}

// commonLengths has at [i][j] the length of the longest common subsequence of
// a[i:] and b[j:].
func commonLengths(a, b []string) [][]int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	return table
}

// words is what of each line is compared.
func words(lines []string) []string {
	list := make([]string, len(lines))
	for i, l := range lines {
		list[i] = strings.Join(strings.Fields(l), " ")
	}
	return list
}

func split(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
