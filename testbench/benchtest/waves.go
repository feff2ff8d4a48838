package benchtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// CheckWaves runs the timing diagrams in a folder, NAME.json each: WaveDrom source
// with the keys "block" and, for what differs from the defaults, "params". A column
// is a clock cycle, the first one follows reset. Every input must have a wave, or a
// number under "held" if it is always the same and not drawn; every other wave is an
// output or a path below the top, and the block must show what it says. Values are
// 0, 1, or data: numbers, or names of numbers under "values". x is unknown, or an
// input that does not matter.
//
// NAME.svg must have been rendered from that source (make waves). With -update it is
// marked as such, and the symbols that it does not use are removed.
func CheckWaves(t *testing.T, dir string, list []*blocks.Block) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	assert.NilError(t, err)
	assert.Assert(t, len(files) > 0, "there is no timing diagram in %s", dir)
	for _, file := range files {
		source, err := os.ReadFile(file)
		assert.NilError(t, err)
		if err := checkWave(source, list); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		svg := strings.TrimSuffix(file, ".json") + ".svg"
		picture, err := os.ReadFile(svg)
		assert.NilError(t, err, "run make waves")
		mark := fmt.Sprintf("<!-- sha256 of the source: %x -->\n", sha256.Sum256(source))
		if golden.FlagUpdate() {
			if !bytes.Contains(picture, []byte("<!--")) {
				assert.NilError(t, os.WriteFile(svg, []byte(usedSymbols(string(picture))+"\n"+mark), 0o666))
			}
			continue
		}
		if !strings.HasSuffix(string(picture), mark) {
			t.Errorf("%s was rendered from another source: run make waves", svg)
		}
	}
}

var (
	symbols = regexp.MustCompile(`(?s)<defs>.*?</defs>`)
	symbol  = regexp.MustCompile(`(?s)<g id="([^"]*)">.*?</g>`)
)

// usedSymbols removes the definitions of symbols that a picture does not refer to.
func usedSymbols(picture string) string {
	return symbols.ReplaceAllStringFunc(picture, func(defs string) string {
		return symbol.ReplaceAllStringFunc(defs, func(s string) string {
			if strings.Contains(picture, `"#`+symbol.FindStringSubmatch(s)[1]+`"`) {
				return s
			}
			return ""
		})
	})
}

// wave is a line of a timing diagram.
type wave struct {
	Name string   `json:"name"`
	Wave string   `json:"wave"`
	Data []string `json:"data"`
}

// diagram is the source of a timing diagram.
type diagram struct {
	Block  string            `json:"block"`
	Params map[string]int    `json:"params"`
	Held   map[string]string `json:"held"`   // inputs that are not drawn
	Values map[string]string `json:"values"` // numbers that are too long to be drawn
	Signal []wave            `json:"signal"`
}

// number is what a datum stands for.
func (d *diagram) number(datum string) (uint64, error) {
	if long, ok := d.Values[datum]; ok {
		datum = long
	}
	x, err := strconv.ParseUint(datum, 0, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is no number, and has none under \"values\"", datum)
	}
	return x, nil
}

// level is what a wave shows in a cycle.
type level struct {
	known bool
	value uint64
}

// checkWave runs a timing diagram twice: inputs that do not matter are all zeros,
// then all ones.
func checkWave(source []byte, list []*blocks.Block) error {
	var d diagram
	if err := json.Unmarshal(source, &d); err != nil {
		return err
	}
	for _, b := range list {
		if b.Name != d.Block {
			continue
		}
		design, err := b.Elaborate(d.Params)
		if err != nil {
			return err
		}
		for _, filler := range []uint64{0, ^uint64(0)} {
			engine, err := cyclesim.New(design, cyclesim.Options{Seed: 1})
			if err != nil {
				return err
			}
			if err := runWave(engine, &d, filler); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("there is no block %q", d.Block)
}

func runWave(engine cyclesim.Engine, d *diagram, filler uint64) error {
	lanes, err := lanesOf(engine.Design().Top, d)
	if err != nil {
		return err
	}
	for cycle := range lanes[0].levels {
		for _, l := range lanes {
			if x := l.levels[cycle]; l.input >= 0 && x.known {
				engine.SetInput(l.input, []uint64{x.value})
			} else if l.input >= 0 {
				engine.SetInput(l.input, []uint64{filler})
			}
		}
		for _, l := range lanes {
			is, err := engine.Peek(l.name)
			if err != nil {
				return err
			}
			if want := l.levels[cycle]; want.known && is.Words[0] != want.value {
				return fmt.Errorf("cycle %d: %s is %#x, and the diagram has %#x", cycle, l.name, is.Words[0], want.value)
			}
		}
		engine.Step()
	}
	if f := engine.Failures(); len(f) > 0 {
		return fmt.Errorf("%s", f[0])
	}
	return nil
}

// lane is a wave with its values.
type lane struct {
	name   string
	input  int // number of the input that it drives, -1: none
	levels []level
}

// lanesOf reads the waves of a block, all of one length, at least one, and adds its
// inputs that are held.
func lanesOf(top *ir.Module, d *diagram) ([]lane, error) {
	inputs := map[string]int{}
	for i, p := range top.Inputs() {
		inputs[p.Name] = i
	}
	var lanes []lane
	for _, w := range d.Signal {
		if w.Name == "" || strings.HasPrefix(w.Wave, "p") {
			continue // an empty line, the clock
		}
		levels, err := w.levels(d)
		if err != nil {
			return nil, err
		}
		input, ok := inputs[w.Name]
		if !ok {
			input = -1
		}
		delete(inputs, w.Name)
		lanes = append(lanes, lane{w.Name, input, levels})
		if len(levels) != len(lanes[0].levels) {
			return nil, fmt.Errorf("%s has %d cycles, and %s has %d", w.Name, len(levels), lanes[0].name, len(lanes[0].levels))
		}
	}
	held, err := d.heldInputs(top, inputs)
	switch {
	case err != nil:
		return nil, err
	case len(lanes) == 0:
		return nil, fmt.Errorf("there is no wave")
	}
	for _, l := range held {
		l.levels = slices.Repeat(l.levels, len(lanes[0].levels))
		lanes = append(lanes, l)
	}
	return lanes, nil
}

// heldInputs are the inputs that have no wave, with their number, one level each.
func (d *diagram) heldInputs(top *ir.Module, without map[string]int) ([]lane, error) {
	var lanes []lane
	for _, p := range top.Inputs() {
		input, ok := without[p.Name]
		if !ok {
			continue
		}
		x, err := d.heldAt(p.Name)
		if err != nil {
			return nil, err
		}
		lanes = append(lanes, lane{p.Name, input, []level{x}})
	}
	for _, name := range slices.Sorted(maps.Keys(d.Held)) {
		if _, ok := without[name]; !ok {
			return nil, fmt.Errorf("%s is held, and is no input, or has a wave", name)
		}
	}
	return lanes, nil
}

// heldAt is the value of an input without a wave.
func (d *diagram) heldAt(input string) (level, error) {
	datum, ok := d.Held[input]
	switch {
	case !ok:
		return level{}, fmt.Errorf("input %s has no wave, and no value under \"held\"", input)
	case datum == "x":
		return level{}, nil
	}
	x, err := d.number(datum)
	if err != nil {
		return level{}, fmt.Errorf("%s: %w", input, err)
	}
	return level{true, x}, nil
}

// levels are what the wave shows in each cycle.
func (w wave) levels(d *diagram) ([]level, error) {
	var list []level
	data := w.Data
	for cycle, c := range w.Wave {
		switch {
		case c == '0' || c == '1':
			list = append(list, level{true, uint64(c - '0')})
		case c == 'x':
			list = append(list, level{})
		case c == '.' && cycle > 0:
			list = append(list, list[cycle-1])
		case (c == '=' || '2' <= c && c <= '9') && len(data) > 0:
			x, err := d.number(data[0])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", w.Name, err)
			}
			list, data = append(list, level{true, x}), data[1:]
		default:
			return nil, fmt.Errorf("%s: %q in cycle %d means nothing here, or data are missing", w.Name, c, cycle)
		}
	}
	return list, nil
}
