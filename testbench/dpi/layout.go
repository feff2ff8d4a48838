package dpi

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"culprit.example/culprit/testbench"
)

// wordBits are those of a word of a vector.
const wordBits = 32

// layout is where the ports are in a vector, the first one in the highest bits.
type layout struct {
	bits int
	at   []int // lowest bit of each port
}

func layoutOf(ports []testbench.ModelPort) layout {
	l := layout{at: make([]int, len(ports))}
	for i, p := range slices.Backward(ports) {
		l.at[i] = l.bits
		l.bits += p.Width
	}
	return l
}

// words is how many a vector has, at least one.
func (l layout) words() int { return max(1, (l.bits+wordBits-1)/wordBits) }

// get sets the words of a port to the width bits from bit at on of a vector, and returns them.
func get(words []uint64, from []uint32, at, width int) []uint64 {
	clear(words)
	for done := 0; done < width; {
		bit := at + done
		n := min(wordBits-bit%wordBits, 64-done%64, width-done)
		x := uint64(from[bit/wordBits]>>(bit%wordBits)) & (1<<n - 1)
		words[done/64] |= x << (done % 64)
		done += n
	}
	return words
}

// put sets the width bits from bit at on of a vector, which are 0, to the words of a port.
func put(to []uint32, words []uint64, at, width int) {
	for done := 0; done < width; {
		bit := at + done
		n := min(wordBits-bit%wordBits, 64-done%64, width-done)
		x := uint32(words[done/64]>>(done%64)) & uint32(1<<n-1)
		to[bit/wordBits] |= x << (bit % wordBits)
		done += n
	}
}

// writeParams are the parameters as text, in the order of their names.
func writeParams(given map[string]int) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(given)) {
		list = append(list, fmt.Sprintf("%s=%d", name, given[name]))
	}
	return strings.Join(list, ",")
}

// readParams reads what writeParams writes.
func readParams(text string) (map[string]int, error) {
	given := map[string]int{}
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		x, err := strconv.Atoi(value)
		if err != nil {
			return nil, fmt.Errorf("cannot read the parameter %q of a golden model: write name=value", part)
		}
		given[name] = x
	}
	return given, nil
}
