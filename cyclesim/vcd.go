package cyclesim

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/ir"
)

// VCDOptions choose what a waveform holds.
type VCDOptions struct {
	// Scope is the instance to record with all below it; "" is the top. Paths are
	// those of Peek, "in_port_0.cam", or as the waveform shows them, with the name
	// of the top in front: "recn_switch.in_port_0.cam".
	Scope string
	// Scopes are more such instances.
	Scopes []string
	// MaxElements is how many elements of each register array are recorded, the
	// first ones; 0 means 64.
	MaxElements int
	// Memories records the words of all memories in the scopes, too. Word 5 of
	// the memory ram is the variable ram[5].
	Memories bool
	// MaxWords is how many words the recorded memories may have together; 0 means
	// 65,536. NewVCD refuses more.
	MaxWords int
}

// Limits of a waveform; the first two if VCDOptions have no other.
const (
	vcdElements = 64      // of an array
	vcdWords    = 1 << 16 // of all memories
	vcdWidth    = 1 << 20
)

// VCD writes a waveform in the value change dump format (IEEE 1364-2005, clause
// 18), for GTKWave, Surfer and the like. It is a Sampler: attach it, step, and
// Close it. It may be attached at any cycle, and be detached and attached again;
// the values in between are shown as unknown. Closed without a cycle it is a
// waveform without changes.
//
// A cycle is 10 ns long. All values of a cycle, inputs too, are drawn from its
// rising edge on. In the scope of the top stand clk and rst, which is high in the
// cycles of ResetStep; a design with things of these names has clk_sim and rst_sim.
// The text depends on the design and the values only.
//
// An error of the writer ends Engine.Run in the cycle in which the writer returns it;
// a program that steps by itself asks Err.
type VCD struct {
	w      *bufio.Writer
	engine Engine
	plan   vcdPlan
	extra  []extraScope

	err     error
	closed  bool
	started bool
	last    uint64 // the cycle sampled last
	vars    []vcdVar
	clock   string // identifier codes
	reset   string
	inReset bool // as written last
}

// VCDVar is a variable that the caller gives.
type VCDVar struct {
	// Name is 1 or more printable ASCII characters without blanks, and unlike all
	// others of its scope. It neither begins with $, \ or a bracket nor contains
	// $end: readers take these for something else.
	Name  string
	Width int // 1 to 2^20 bits
	// Read writes the value in the cycle that is being sampled to dst,
	// (Width+63)/64 words, which are 0 before. Bits above Width are cut off.
	Read func(dst []uint64)
	// Known, if set, writes ones where the bits of the value are known; the others
	// are drawn as x. dst is 0 before.
	Known func(dst []uint64)
}

type extraScope struct {
	name string
	vars []VCDVar
}

var _ Sampler = (*VCD)(nil)

// NewVCD prepares a waveform of the engine's design. Nothing is written before
// the first cycle is sampled. It fails if a scope does not exist, if its memories
// are too large, or if the design has a name that no reader takes.
func NewVCD(w io.Writer, e Engine, o VCDOptions) (*VCD, error) {
	switch {
	case w == nil:
		return nil, caller.Errorf("a waveform needs a writer, and NewVCD has nil")
	case isNil(e):
		return nil, caller.Errorf("a waveform needs an engine, and NewVCD has nil: give one that New has made")
	}
	plan, err := planVCD(e.Design().Top, o)
	if err != nil {
		return nil, err
	}
	return &VCD{w: bufio.NewWriter(w), engine: e, plan: plan}, nil
}

// Check is the error that NewVCD will return for a design.
func (o VCDOptions) Check(d *ir.Design) error {
	if d == nil || d.Top == nil {
		return caller.Errorf("VCDOptions.Check has no design")
	}
	_, err := planVCD(d.Top, o)
	return err
}

// AddScope adds a scope beside the design's, such as the values that a golden
// model expects. It must be called before the first cycle is sampled. It fails if
// a name or a width is none that all readers take (see VCDVar), or is there already.
func (v *VCD) AddScope(name string, vars []VCDVar) error {
	if v.started || v.closed {
		return fmt.Errorf("scope %s comes too late for the waveform: add it before the first cycle", name)
	}
	if err := checkVCDName(name); err != nil {
		return fmt.Errorf("scope %q of the waveform: %w", name, err)
	}
	taken := name == v.engine.Design().Top.Name
	for _, s := range v.extra {
		taken = taken || name == s.name
	}
	if taken {
		return fmt.Errorf("the waveform has a scope %s already: choose another name", name)
	}
	list := make([]VCDVar, len(vars))
	seen := map[string]bool{}
	for i, x := range vars {
		if err := x.check(); err != nil {
			return fmt.Errorf("variable %q in scope %s of the waveform: %w", x.Name, name, err)
		}
		if seen[x.Name] {
			return fmt.Errorf("scope %s of the waveform has two variables %s: choose another name", name, x.Name)
		}
		seen[x.Name] = true
		list[i] = x
	}
	v.extra = append(v.extra, extraScope{name, list})
	return nil
}

func (x VCDVar) check() error {
	if err := checkVCDName(x.Name); err != nil {
		return err
	}
	switch {
	case x.Width < 1 || x.Width > vcdWidth:
		return fmt.Errorf("its width is %d: it must be 1 to %d", x.Width, vcdWidth)
	case x.Read == nil:
		return errors.New("it has no function Read: give one")
	}
	return nil
}

// Times of a cycle in nanoseconds.
const (
	vcdCycle = 10
	vcdFall  = 5 // of the clock
)

// Sample implements Sampler.
func (v *VCD) Sample(cycle uint64) {
	switch {
	case v.err != nil || v.closed:
		return
	case v.started && cycle <= v.last:
		v.err = fmt.Errorf("the waveform has cycle %d already and cannot go back to cycle %d: use a new one after Reset or Restore",
			v.last,
			cycle)
		return
	case !v.started:
		v.start()
		v.time(cycle * vcdCycle)
		v.dumpAll("$dumpvars")
	case cycle > v.last+1:
		v.time((v.last + 1) * vcdCycle)
		v.dumpOff()
		v.time(cycle * vcdCycle)
		v.dumpAll("$dumpon")
	default:
		v.time(cycle * vcdCycle)
		v.bit(v.clock, '1')
		v.changes()
	}
	v.time(cycle*vcdCycle + vcdFall)
	v.bit(v.clock, '0')
	v.last = cycle
	v.written(nil)
}

// Err is the first error so far: of the writer, of the order of the cycles.
func (v *VCD) Err() error { return v.err }

// Close completes the waveform and returns the first error met while writing
// it. It does not close the underlying writer.
func (v *VCD) Close() error {
	if !v.closed {
		v.closed = true
		if v.started {
			v.time((v.last + 1) * vcdCycle)
		} else {
			v.start()
		}
		v.written(v.w.Flush())
	}
	return v.err
}

// start writes the declarations.
func (v *VCD) start() {
	v.started = true
	v.header()
}

// written keeps an error of the writer: the buffer remembers it.
func (v *VCD) written(err error) {
	if err == nil {
		_, err = v.w.Write(nil)
	}
	if err != nil && v.err == nil {
		v.err = fmt.Errorf("writing the waveform: %w", err)
	}
}

// print writes to the buffer, which remembers an error until Flush.
func (v *VCD) print(format string, args ...any) { fmt.Fprintf(v.w, format, args...) }

func (v *VCD) time(t uint64) { v.print("#%d\n", t) }
