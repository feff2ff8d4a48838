package library_test

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench"
)

// TestWavesShowNoDifference draws a run of every block, which passes, with power-ups and
// resets in it. Beside each output stands what the golden model expects: bits that are not
// x are the same, and those of a cycle with rst are all x.
func TestWavesShowNoDifference(t *testing.T) {
	tiers.Long(t, "waveforms of all blocks")
	t.Parallel()
	const cycles = 120
	for _, b := range library.Families().Benches() {
		t.Run(b.Title(), func(t *testing.T) {
			t.Parallel()
			r, w := io.Pipe()
			go func() {
				w.CloseWithError(testbench.WriteWave(w, b, b.Small, testbench.Options{Seed: 4, Cycles: cycles}))
			}()
			defer func() { _ = r.Close() }()
			wave, err := readWave(r)
			assert.NilError(t, err)
			inReset, compared := 0, 0
			assert.NilError(t, wave.each(func(cycle int) error {
				rst := wave.value(wave.top + ".rst")
				if rst == "1" {
					inReset++
				}
				n, err := wave.compare(rst == "1")
				compared += n
				return err
			}))
			assert.Assert(t, inReset > 0 && compared > 0, "%d cycles in reset, %d bits compared", inReset, compared)
		})
	}
}

// wave is a waveform of a bench, of which the scope of the block and that of the golden
// model are kept.
type wave struct {
	top    string
	scope  string            // of the golden model, or of what was recorded
	names  map[string]string // identifier code by path
	widths map[string]int
	known  []string // outputs of the golden model
	now    map[string]string
	lines  *bufio.Scanner
}

func readWave(r io.Reader) (*wave, error) {
	w := &wave{names: map[string]string{}, widths: map[string]int{}, now: map[string]string{}, lines: bufio.NewScanner(r)}
	w.lines.Buffer(nil, 1<<24)
	depth, scope := 0, ""
	for w.lines.Scan() {
		f := strings.Fields(w.lines.Text())
		switch f[0] {
		case "$scope":
			if depth++; depth == 1 {
				scope = f[2]
			}
			if w.top == "" {
				w.top = scope
			}
		case "$upscope":
			depth--
		case "$var":
			if depth > 1 {
				continue
			}
			path := scope + "." + f[4]
			w.names[path] = f[3]
			w.widths[path], _ = strconv.Atoi(f[2])
			if (scope == "golden" || scope == "recorded") && !strings.HasSuffix(f[4], "_known") {
				w.scope = scope
				w.known = append(w.known, f[4])
			}
		case "$enddefinitions":
			if len(w.known) == 0 {
				return w, fmt.Errorf("there are no outputs of the golden model")
			}
			return w, nil
		}
	}
	return w, fmt.Errorf("no end of the definitions: %w", w.lines.Err())
}

// each calls f at every rising edge of the clock, with the values of the cycle.
func (w *wave) each(f func(cycle int) error) error {
	cycle := -1
	for w.lines.Scan() {
		switch line := w.lines.Text(); line[0] {
		case '#':
			at, err := strconv.Atoi(line[1:])
			if err != nil {
				return err
			}
			if at%10 == 5 { // all changes of the cycle are behind us
				cycle++
				if err := f(cycle); err != nil {
					return fmt.Errorf("cycle %d: %w", cycle, err)
				}
			}
		case 'b':
			value, id, _ := strings.Cut(line[1:], " ")
			w.now[id] = value
		case '0', '1', 'x':
			w.now[line[1:]] = line[:1]
		}
	}
	return w.lines.Err()
}

// value is the present value, all bits of it.
func (w *wave) value(path string) string {
	v := w.now[w.names[path]]
	fill := "0"
	if strings.HasPrefix(v, "x") {
		fill = "x"
	}
	return strings.Repeat(fill, w.widths[path]-len(v)) + v
}

// compare counts the bits that are compared in this cycle.
func (w *wave) compare(reset bool) (int, error) {
	n := 0
	for _, name := range w.known {
		want, got := w.value(w.scope+"."+name), w.value(w.top+"."+name)
		if len(want) != len(got) {
			return n, fmt.Errorf("%s has %d bits, and golden.%s %d", name, len(got), name, len(want))
		}
		known := 0
		for i := range want {
			if want[i] == 'x' {
				continue
			}
			if known++; want[i] != got[i] {
				return n, fmt.Errorf("%s is %s, and golden.%s %s", name, got, name, want)
			}
		}
		mask := w.value(w.scope + "." + name + "_known")
		if lanes := strings.Count(mask, "1"); lanes*len(want) != known*len(mask) || reset && known > 0 {
			return n, fmt.Errorf("of %s %d bits are not x, golden.%s_known is %s, and rst %t", name, known, name, mask, reset)
		}
		n += known
	}
	return n, nil
}
