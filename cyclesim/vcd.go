package cyclesim

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"culprit/cyclesim/internal/machine"
	"culprit/rtlgen/ir"
)

// VCDOptions choose what a waveform holds.
type VCDOptions struct {
	// Scope is the instance to record with all below it; "" is the top.
	Scope string
	// MaxElements is how many elements of each register array are recorded, the
	// first ones; 0 means 64. Memories are not recorded.
	MaxElements int
}

// VCD writes a waveform in the value change dump format (IEEE 1364-2005, clause
// 18), for GTKWave, Surfer and the like. It is a Sampler: attach it, step, and
// Close it. It may be attached at any cycle, and be detached and attached again;
// the values in between are shown as unknown.
//
// A cycle is 10 ns long. All values of a cycle, inputs too, are drawn from its
// rising edge on. The text depends on the design and the values only.
type VCD struct {
	w       *bufio.Writer
	engine  Engine
	options VCDOptions
	extra   []extraScope

	err     error
	closed  bool
	started bool
	last    uint64 // the cycle sampled last
	vars    []vcdVar
	clock   string // identifier code, "" if the name clk is taken
}

// VCDVar is a variable that the caller gives: Read returns its value of the
// cycle that is being sampled.
type VCDVar struct {
	Name  string
	Width int
	Read  func(dst []uint64)
}

type extraScope struct {
	name string
	vars []VCDVar
}

// vcdVar is a variable in the file. now is what was written last.
type vcdVar struct {
	id    string
	width int
	read  func(dst []uint64)
	now   []uint64
	next  []uint64
}

var _ Sampler = (*VCD)(nil)

// NewVCD prepares a waveform of the engine's design. Nothing is written before
// the first cycle is sampled. It fails if the scope does not exist.
func NewVCD(w io.Writer, e Engine, o VCDOptions) (*VCD, error) {
	if o.MaxElements == 0 {
		o.MaxElements = 64
	}
	v := &VCD{w: bufio.NewWriter(w), engine: e, options: o}
	if _, err := v.root(); err != nil {
		return nil, err
	}
	return v, nil
}

// AddScope adds a scope beside the design's, such as the values that a golden
// model expects. It must be called before the first cycle is sampled.
func (v *VCD) AddScope(name string, vars []VCDVar) error {
	if v.started {
		return fmt.Errorf("scope %s comes too late for the waveform: add it before the first cycle", name)
	}
	for _, x := range vars {
		if x.Width < 1 || x.Read == nil {
			return fmt.Errorf("variable %s.%s of the waveform needs a width of at least 1 and a Read function", name, x.Name)
		}
	}
	v.extra = append(v.extra, extraScope{name, slices.Clone(vars)})
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
		v.err = fmt.Errorf("the waveform has cycle %d already and cannot go back to cycle %d: use a new one after Reset or Restore", v.last, cycle)
		return
	case !v.started:
		v.started = true
		v.header()
		v.time(cycle * vcdCycle)
		v.dumpAll("$dumpvars")
	case cycle > v.last+1:
		v.time((v.last + 1) * vcdCycle)
		v.dumpOff()
		v.time(cycle * vcdCycle)
		v.dumpAll("$dumpon")
	default:
		v.time(cycle * vcdCycle)
		v.setClock('1')
		v.changes()
	}
	v.time(cycle*vcdCycle + vcdFall)
	v.setClock('0')
	v.last = cycle
}

// Close completes the waveform and returns the first error met while writing
// it. It does not close the underlying writer.
func (v *VCD) Close() error {
	if !v.closed {
		v.closed = true
		if v.started {
			v.time((v.last + 1) * vcdCycle)
		}
		if err := v.w.Flush(); v.err == nil && err != nil {
			v.err = fmt.Errorf("writing the waveform: %w", err)
		}
	}
	return v.err
}

// print writes to the buffer, which remembers an error until Flush.
func (v *VCD) print(format string, args ...any) { fmt.Fprintf(v.w, format, args...) }

func (v *VCD) time(t uint64) { v.print("#%d\n", t) }

func (v *VCD) setClock(value byte) {
	if v.clock != "" {
		v.print("%c%s\n", value, v.clock)
	}
}

func (v *VCD) header() {
	v.print("$version culprit cyclesim $end\n$timescale 1 ns $end\n")
	m, err := v.root()
	if err != nil {
		panic("BUG: the scope of the waveform was there before: " + err.Error())
	}
	name := m.Name
	if v.options.Scope != "" {
		name = v.options.Scope[strings.LastIndexByte(v.options.Scope, '.')+1:]
	}
	v.print("$scope module %s $end\n", identifier(name))
	if !taken(m, "clk") {
		v.clock = vcdID(0)
		v.print("$var wire 1 %s clk $end\n", v.clock)
	}
	v.module(m, v.options.Scope)
	v.print("$upscope $end\n")
	for _, s := range v.extra {
		v.print("$scope module %s $end\n", identifier(s.name))
		for _, x := range s.vars {
			v.variable("wire", x.Name, x.Width, x.Read)
		}
		v.print("$upscope $end\n")
	}
	v.print("$enddefinitions $end\n")
}

// root is the module that the scope of the options names.
func (v *VCD) root() (*ir.Module, error) {
	m := v.engine.Design().Top
	if v.options.Scope == "" {
		return m, nil
	}
	for _, part := range strings.Split(v.options.Scope, ".") {
		next, names := childNamed(m, part)
		if next == nil {
			return nil, fmt.Errorf("no waveform of %q: module %s has no instance %q%s", v.options.Scope, m.Name, part, suggest(part, names))
		}
		m = next
	}
	return m, nil
}

// childNamed is the module of the instance of that name, and all such names.
func childNamed(m *ir.Module, name string) (*ir.Module, []string) {
	var found *ir.Module
	var names []string
	for _, in := range m.Instances {
		for i := 0; i < in.Count; i++ {
			n := in.CopyName(i)
			names = append(names, n)
			if n == name {
				found = in.Of
			}
		}
	}
	return found, names
}

func taken(m *ir.Module, name string) bool {
	n := newNames(m)
	_, ok := n.things[name]
	return ok || n.children[name]
}

// module declares what is in the instance of m at the path.
func (v *VCD) module(m *ir.Module, path string) {
	for _, s := range slices.Concat(m.Ports, m.Signals) {
		if s.Unused {
			continue
		}
		kind := "wire"
		if s.Kind == ir.Reg {
			kind = "reg"
		}
		v.probe(kind, path, s.Name)
	}
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			v.probe("wire", path, r.Name)
		}
	}
	for _, a := range m.Arrays {
		for i := 0; i < min(a.Depth, v.options.MaxElements); i++ {
			v.probe("reg", path, fmt.Sprintf("%s[%d]", a.Name, i))
		}
	}
	for _, in := range m.Instances {
		for i := 0; i < in.Count; i++ {
			name := in.CopyName(i)
			v.print("$scope module %s $end\n", identifier(name))
			v.module(in.Of, machine.Join(path, name))
			v.print("$upscope $end\n")
		}
	}
}

func (v *VCD) probe(kind, path, name string) {
	p, err := v.engine.Probe(machine.Join(path, name))
	if err != nil {
		if v.err == nil {
			v.err = err
		}
		return
	}
	v.variable(kind, name, p.Width, p.Read)
}

func (v *VCD) variable(kind, name string, width int, read func([]uint64)) {
	x := vcdVar{
		id:    vcdID(len(v.vars) + 1), // 0 is the clock
		width: width,
		read:  read,
		now:   make([]uint64, machine.Words(width)),
		next:  make([]uint64, machine.Words(width)),
	}
	v.vars = append(v.vars, x)
	bounds := ""
	if width > 1 {
		bounds = fmt.Sprintf(" [%d:0]", width-1)
	}
	v.print("$var %s %d %s %s%s $end\n", kind, width, x.id, identifier(name), bounds)
}

// dumpAll writes all values under the given keyword.
func (v *VCD) dumpAll(keyword string) {
	v.print("%s\n", keyword)
	v.setClock('1')
	for i := range v.vars {
		x := &v.vars[i]
		x.read(x.now)
		v.value(x)
	}
	v.print("$end\n")
}

func (v *VCD) dumpOff() {
	v.print("$dumpoff\n")
	v.setClock('x')
	for _, x := range v.vars {
		if x.width == 1 {
			v.print("x%s\n", x.id)
		} else {
			v.print("bx %s\n", x.id)
		}
	}
	v.print("$end\n")
}

func (v *VCD) changes() {
	for i := range v.vars {
		x := &v.vars[i]
		x.read(x.next)
		if !slices.Equal(x.now, x.next) {
			copy(x.now, x.next)
			v.value(x)
		}
	}
}

// value writes the present value of a variable. Readers extend a vector with
// zeros, so leading ones are left out.
func (v *VCD) value(x *vcdVar) {
	if x.width == 1 {
		v.w.WriteByte('0' + byte(x.now[0]&1))
	} else {
		v.w.WriteByte('b')
		top := len(x.now) - 1
		for top > 0 && x.now[top] == 0 {
			top--
		}
		for i := max(top*64+bits.Len64(x.now[top])-1, 0); i >= 0; i-- {
			v.w.WriteByte('0' + byte(x.now[i/64]>>(i%64)&1))
		}
		v.w.WriteByte(' ')
	}
	v.w.WriteString(x.id)
	v.w.WriteByte('\n')
}

// vcdID is the n-th identifier code: printable characters, short ones first.
func vcdID(n int) string {
	const first, count = '!', '~' - '!' + 1
	id := []byte{byte(first + n%count)}
	for n /= count; n > 0; n /= count {
		n--
		id = append(id, byte(first+n%count))
	}
	return string(id)
}

// identifier is a name as a Verilog identifier: escaped if it is not a simple one.
func identifier(name string) string {
	for i, c := range name {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c != '$' && (c < '0' || c > '9')) {
			return `\` + name
		}
	}
	return name
}
