package library_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/internal/usercache"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// TestReaders has waveforms read by two programs that are not ours, which scripts/setup
// installs: pyvcd, and the reader of Surfer. Both must find all variables, and in every
// cycle the value that a sampler of the test saw.
func TestReaders(t *testing.T) {
	tiers.Tools(t, "python3")
	t.Parallel()
	dir := t.TempDir()
	args := []string{filepath.Join("testdata", "readwaves.py")}
	for _, c := range []struct {
		name    string
		design  *ir.Design
		options cyclesim.VCDOptions
	}{
		{"mixture", mixture(t), cyclesim.VCDOptions{Memories: true}},
		{"part", mixture(t), cyclesim.VCDOptions{Scopes: []string{"mixture.deep.leaf_1", "leaf_0"}, MaxElements: 3}},
		{"fifo", elaborated(t, "fifo", nil), cyclesim.VCDOptions{Memories: true}},
		{"recn_input_port", elaborated(t, "recn_input_port", map[string]int{"ports": 4, "saqs": 2}), cyclesim.VCDOptions{}},
		{"reqgrant_adapter", elaborated(t, "reqgrant_adapter", nil), cyclesim.VCDOptions{}},
	} {
		wave, values := filepath.Join(dir, c.name+".vcd"), filepath.Join(dir, c.name+".txt")
		assert.NilError(t, draw(c.design, c.options, wave, values), c.name)
		args = append(args, wave, values)
	}
	out, err := exec.Command(readersPython(t), args...).CombinedOutput()
	assert.NilError(t, err, "%s", out)
	assert.Equal(t, strings.Count(string(out), " 0 bad\n"), len(args)-1, "%s", out)
}

// TestWaveOfNothing: a waveform that is closed without a cycle is one without changes.
func TestWaveOfNothing(t *testing.T) {
	tiers.Tools(t, "python3")
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nothing.vcd")
	f, err := os.Create(path)
	assert.NilError(t, err)
	sim, err := cyclesim.New(mixture(t), cyclesim.Options{})
	assert.NilError(t, err)
	v, err := cyclesim.NewVCD(f, sim, cyclesim.VCDOptions{})
	assert.NilError(t, err)
	assert.NilError(t, v.Close())
	assert.NilError(t, f.Close())
	const program = "import sys, pywellen, vcd.reader as r\n" +
		"print(len(pywellen.Waveform(path=sys.argv[1]).all_vars()), sum(t.kind is r.TokenKind.VAR for t in r.tokenize(open(sys.argv[1], 'rb'))))\n"
	out, err := exec.Command(readersPython(t), "-c", program, path).CombinedOutput()
	assert.NilError(t, err, "%s", out)
	text, err := os.ReadFile(path)
	assert.NilError(t, err)
	assert.Equal(t, string(out), fmt.Sprintf("%d %d\n", strings.Count(string(text), "$var ")-4*3,
		strings.Count(string(text), "$var ")),
		"the 4 single bits of each leaf are a vector for the reader of Surfer")
}

// readersPython is the Python that has the readers.
func readersPython(t *testing.T) string {
	t.Helper()
	base, err := usercache.Base()
	assert.NilError(t, err)
	python := filepath.Join(base, "waves", "bin", "python3")
	if _, err := os.Stat(python); err != nil {
		t.Fatalf("the readers of waveforms are missing: %v; install them with: scripts/setup", err)
	}
	return python
}

func elaborated(t *testing.T, block string, given map[string]int) *ir.Design {
	t.Helper()
	d, err := library.Find(block).Elaborate(given)
	assert.NilError(t, err)
	return d
}

// mixture has hierarchy, arrays of instances, of registers and of bits, memories, and
// signals of many widths.
func mixture(t *testing.T) *ir.Design {
	t.Helper()
	leaf := rtlgen.NewModule("leaf")
	x := leaf.Input("x", 200)
	on := leaf.Input("on", 1)
	wide := leaf.Next("wide", x.RotL(1), 0)
	words := leaf.RegArray("words", 5, 65, 1)
	bits := leaf.RegArray("bits", 4, 1, 0)
	ram := leaf.Memory("ram", 8, 65, rtlgen.ReadOld)
	ram.Write(on, x.Low(3), x.Slice(69, 5))
	leaf.If(on, func() {
		words.At(x.Low(2)).Set(x.Slice(70, 6))
		bits.At(x.Low(2)).Set(x.Bit(9))
	})
	leaf.Output("y", rtlgen.Cat(ram.ReadSync("word", on.Not(), x.High(3)), words.At(0), bits.Flat(), wide.Value))
	two := func(m *rtlgen.Module) {
		u := m.InstanceArray("leaf", 2, leaf)
		u.In("x", m.Input("x", 400))
		u.Broadcast("on", m.Input("on", 1))
		m.Output("y", u.Out("y"))
	}
	mid := rtlgen.NewModule("mid")
	two(mid)
	top := rtlgen.NewModule("mixture")
	two(top)
	deep := top.Instance("deep", mid)
	deep.In("x", top.Input("z", 400))
	deep.In("on", top.Input("also", 1))
	top.Output("w", deep.Out("y"))
	d, err := rtlgen.Elaborate(top)
	assert.NilError(t, err)
	return d
}

// draw runs the design for some cycles with random inputs, resets and losses of power, and
// draws it but for a gap. The values are those that the variables must have.
func draw(d *ir.Design, o cyclesim.VCDOptions, wave, values string) error {
	sim, err := cyclesim.New(d, cyclesim.Options{Seed: 3})
	if err != nil {
		return err
	}
	f, err := os.Create(wave)
	if err != nil {
		return err
	}
	defer f.Close()
	v, err := cyclesim.NewVCD(f, sim, o)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewSource(5))
	given := newGiven(rng)
	if err := v.AddScope("golden", given.vars); err != nil {
		return err
	}
	w := newWatcher(sim, o, given)
	for cycle := range 60 {
		switch cycle {
		case 3, 40:
			sim.Attach(w)
			sim.Attach(v)
		case 25:
			sim.Detach(w)
			sim.Detach(v)
		}
		given.draw()
		for i, p := range d.Top.Inputs() {
			words := make([]uint64, (p.Width+63)/64)
			for k := range words {
				words[k] = rng.Uint64() & rng.Uint64() >> rng.Intn(64)
			}
			sim.SetInput(i, words)
		}
		switch {
		case cycle%19 == 7:
			sim.PowerUp(uint64(cycle))
			sim.ResetStep()
		case cycle%19 == 8:
			sim.ResetStep()
		default:
			err = errors.Join(err, sim.Run(context.Background(), 1))
		}
	}
	return errors.Join(err, w.err, v.Close(), f.Close(), os.WriteFile(values, []byte(w.text(59)), 0o666))
}

// given is a scope of the caller's, with values of which not all bits are known.
type given struct {
	rng    *rand.Rand
	vars   []cyclesim.VCDVar
	values [][]uint64
	known  [][]uint64
}

func newGiven(rng *rand.Rand) *given {
	g := &given{rng: rng}
	for i, width := range []int{1, 1, 3, 64, 65, 200} {
		words := (width + 63) / 64
		g.values, g.known = append(g.values, make([]uint64, words)), append(g.known, make([]uint64, words))
		x := cyclesim.VCDVar{Name: fmt.Sprintf("v%d", i), Width: width, Read: func(dst []uint64) { copy(dst, g.values[i]) }}
		switch i {
		case 0, 3:
			x.Name += ".#odd" // always known
		default:
			x.Known = func(dst []uint64) { copy(dst, g.known[i]) }
		}
		g.vars = append(g.vars, x)
	}
	return g
}

// draw makes values, also beyond the widths, in which runs of bits are alike.
func (g *given) draw() {
	for i := range g.values {
		for k := range g.values[i] {
			g.values[i][k] = g.rng.Uint64() & -(g.rng.Uint64() & 1) >> g.rng.Intn(64)
			g.known[i][k] = g.rng.Uint64() | -(g.rng.Uint64()&1)>>g.rng.Intn(64)
		}
	}
}

// watcher is a sampler that keeps what each variable must be.
type watcher struct {
	paths  []string
	widths []int
	read   []func() string
	values [][]string // of each variable, of each cycle
	err    error
}

func newWatcher(sim cyclesim.Engine, o cyclesim.VCDOptions, g *given) *watcher {
	w := &watcher{}
	top := sim.Design().Top
	w.add(top.Name+".clk", 1, func() string { return "1" })
	w.add(top.Name+".rst", 1, func() string {
		if sim.InReset() {
			return "1"
		}
		return "0"
	})
	w.module(sim, o, top, "", len(o.Scopes) == 0)
	for i, x := range g.vars {
		w.add("golden."+x.Name, x.Width, func() string {
			if x.Known == nil {
				return binary(g.values[i], nil, x.Width)
			}
			return binary(g.values[i], g.known[i], x.Width)
		})
	}
	return w
}

func (w *watcher) add(path string, width int, read func() string) {
	w.paths, w.widths, w.read, w.values = append(w.paths, path), append(w.widths, width), append(w.read, read),
		append(w.values, nil)
}

func (w *watcher) module(sim cyclesim.Engine, o cyclesim.VCDOptions, m *ir.Module, path string, whole bool) {
	top := sim.Design().Top.Name
	for _, s := range o.Scopes {
		whole = whole || s == path || s == top+"."+path
	}
	probe := func(name string) {
		if !whole {
			return
		}
		below := strings.TrimPrefix(path+"."+name, ".")
		p, err := sim.Probe(below)
		w.err = errors.Join(w.err, err)
		w.add(top+"."+below, p.Width, func() string { return binary(p.Value().Words, nil, p.Width) })
	}
	elements := func(name string, n int) {
		for i := range n {
			probe(fmt.Sprintf("%s[%d]", name, i))
		}
	}
	for _, list := range [][]*ir.Signal{m.Ports, m.Signals} {
		for _, s := range list {
			if !s.Unused {
				probe(s.Name)
			}
		}
	}
	for _, a := range m.Arrays {
		most := o.MaxElements
		if most == 0 {
			most = 64
		}
		elements(a.Name, min(a.Depth, most))
	}
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			probe(r.Name)
		}
		if o.Memories {
			elements(mem.Name, mem.Depth)
		}
	}
	for _, in := range m.Instances {
		for i := range in.Count {
			w.module(sim, o, in.Of, strings.TrimPrefix(path+"."+in.CopyName(i), "."), whole)
		}
	}
}

// Sample implements cyclesim.Sampler.
func (w *watcher) Sample(cycle uint64) {
	for i := range w.read {
		w.fill(i, int(cycle))
		w.values[i] = append(w.values[i], w.read[i]())
	}
}

// fill is unknown up to a cycle.
func (w *watcher) fill(i, cycle int) {
	for len(w.values[i]) < cycle {
		w.values[i] = append(w.values[i], strings.Repeat("x", w.widths[i]))
	}
}

// text is what the readers are compared with: up to cycle last.
func (w *watcher) text(last int) string {
	var b strings.Builder
	for i, path := range w.paths {
		w.fill(i, last+1)
		fmt.Fprintf(&b, "%s %d", path, w.widths[i])
		before := ""
		for _, v := range w.values[i] {
			if v == before {
				b.WriteString(" =")
			} else {
				b.WriteString(" " + v)
			}
			before = v
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// binary writes the bits of a value, x where they are not known.
func binary(words, known []uint64, width int) string {
	text := make([]byte, width)
	for i := range width {
		c := byte('0' + words[i/64]>>(i%64)&1)
		if known != nil && known[i/64]>>(i%64)&1 == 0 {
			c = 'x'
		}
		text[width-1-i] = c
	}
	return string(text)
}
