package coverage

import (
	"fmt"
	"math/bits"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
)

// Coverage counts the transitions of all bits of a design.
type Coverage struct {
	design  *ir.Design
	signals []*signal
}

// signal is a port, a register or an element of an array, of one instance.
type signal struct {
	module  *ir.Module
	path    string // of the instance, as cyclesim has it; "" is the top
	verilog string // of the instance, as external simulators have it
	name    string // in the netlist
	element int    // of an array, else -1
	width   int
	pos     ir.Pos
	rises   []uint64 // by bit: how often it went from 0 to 1
	falls   []uint64
}

// own is the name of the signal in its instance: "count_q", "head_q[3]".
func (s *signal) own() string {
	if s.element < 0 {
		return s.name
	}
	return fmt.Sprintf("%s[%d]", s.name, s.element)
}

// probe is the path for cyclesim.
func (s *signal) probe() string {
	if s.path == "" {
		return s.own()
	}
	return s.path + "." + s.own()
}

// New makes the points of a design; none has been reached.
func New(d *ir.Design) *Coverage {
	c := &Coverage{design: d}
	c.add(d.Top, "", d.Top.Name)
	return c
}

// add adds an instance with all below it.
func (c *Coverage) add(m *ir.Module, path, verilog string) {
	if m.Part != nil {
		return
	}
	signal := func(name string, element, width int, pos ir.Pos) {
		c.signals = append(c.signals, &signal{m, path, verilog, name, element, width, pos, make([]uint64, width),
			make([]uint64, width)})
	}
	for _, p := range m.Ports {
		if !p.IsClock {
			signal(p.Name, -1, p.Width, p.Pos)
		}
	}
	for _, s := range m.Signals {
		if s.Kind == ir.Reg && !s.VerificationOnly {
			signal(s.Name, -1, s.Width, s.Pos)
		}
	}
	for _, a := range m.Arrays {
		for i := 0; i < a.Depth && !a.VerificationOnly; i++ {
			signal(a.Name, i, a.Width, a.Pos)
		}
	}
	for _, in := range m.Instances {
		for i := range in.Count {
			inner, name := in.CopyName(i), in.Name
			if in.Array {
				name = fmt.Sprintf("%s[%d].u", in.Name, i)
			}
			if path != "" {
				inner = path + "." + inner
			}
			c.add(in.Of, inner, verilog+"."+name)
		}
	}
}

// Watch has the coverage count what happens on an engine of the design, from now on: it is
// testbench.Options.Watch.
func (c *Coverage) Watch(e cyclesim.Engine) (cyclesim.Sampler, error) {
	w := &watcher{c: c, engine: e}
	for _, s := range c.signals {
		p, err := e.Probe(s.probe())
		if err != nil {
			return nil, fmt.Errorf("coverage of %s: %w", c.design.Top.Name, err)
		}
		words := (s.width + 63) / 64
		w.probes = append(w.probes, p)
		w.before, w.now = append(w.before, make([]uint64, words)), append(w.now, make([]uint64, words))
	}
	return w, nil
}

// watcher is a Sampler that counts.
type watcher struct {
	c           *Coverage
	engine      cyclesim.Engine
	probes      []cyclesim.Probe
	before, now [][]uint64 // values in the cycle before and in this one
	going       bool       // the cycle before was outside reset
}

// Sample counts what has changed since the cycle before.
func (w *watcher) Sample(uint64) {
	if w.engine.InReset() {
		w.going = false
		return
	}
	for i, p := range w.probes {
		p.Read(w.now[i])
	}
	if w.going {
		for i, s := range w.c.signals {
			for k, x := range w.now[i] {
				if moved := x ^ w.before[i][k]; moved != 0 {
					s.count(64*k, moved&x, moved&^x)
				}
			}
		}
	}
	w.before, w.now, w.going = w.now, w.before, true
}

// count counts the bits of a word, the first of which is bit at, that went up and down.
func (s *signal) count(at int, up, down uint64) {
	for ; up != 0; up &= up - 1 {
		s.rises[at+bits.TrailingZeros64(up)]++
	}
	for ; down != 0; down &= down - 1 {
		s.falls[at+bits.TrailingZeros64(down)]++
	}
}
