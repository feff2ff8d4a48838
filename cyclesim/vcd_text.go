package cyclesim

import (
	"fmt"
	"math/bits"
	"slices"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/rtlgen/ir"
)

// vcdVar is a variable in the file. now is what was written last. Bits that are not known
// are 0 in the values. mask is nil for a value that is always known.
type vcdVar struct {
	id    string
	width int
	read  func(dst []uint64)
	mask  func(dst []uint64)
	now   vcdValue
	next  vcdValue
}

type vcdValue struct {
	words []uint64
	known []uint64
}

// sample reads the present value.
func (x *vcdVar) sample(v *vcdValue) {
	clear(v.words)
	x.read(v.words)
	top := len(v.words) - 1
	v.words[top] &= machine.TopMask(x.width)
	if x.mask == nil {
		return
	}
	clear(v.known)
	x.mask(v.known)
	v.known[top] &= machine.TopMask(x.width)
	for i, k := range v.known {
		v.words[i] &= k
	}
}

// bit is the character of a bit.
func (v vcdValue) bit(i int) byte {
	if v.known != nil && v.known[i/64]>>(i%64)&1 == 0 {
		return 'x'
	}
	return '0' + byte(v.words[i/64]>>(i%64)&1)
}

func (v *VCD) header() {
	v.print("$version culprit cyclesim $end\n$timescale 1 ns $end\n")
	v.print("$scope module %s $end\n", identifier(v.plan.top.Name))
	v.clock, v.reset = vcdID(0), vcdID(1)
	v.print("$var wire 1 %s %s $end\n", v.clock, freeName(v.plan.top, "clk"))
	v.print("$var wire 1 %s %s $end\n", v.reset, freeName(v.plan.top, "rst"))
	v.module(v.plan.top, "", false)
	v.print("$upscope $end\n")
	for _, s := range v.extra {
		v.print("$scope module %s $end\n", identifier(s.name))
		for _, x := range s.vars {
			v.variable("wire", x.Name, x)
		}
		v.print("$upscope $end\n")
	}
	v.print("$enddefinitions $end\n")
}

// freeName is a name that nothing in the module has.
func freeName(m *ir.Module, name string) string {
	n := newNames(m)
	for {
		if _, taken := n.things[name]; !taken && !n.children[name] {
			return name
		}
		name += "_sim"
	}
}

// module declares what is in the instance of m at the path, if whole or the plan says that
// all of it is shown, and the instances below.
func (v *VCD) module(m *ir.Module, path string, whole bool) {
	whole = whole || v.plan.whole[path]
	if whole {
		v.things(m, path)
	}
	v.plan.below(path, m, whole, func(name, inner string, of *ir.Module) {
		v.print("$scope module %s $end\n", identifier(name))
		v.module(of, inner, whole)
		v.print("$upscope $end\n")
	})
}

// things declares the signals, arrays and memories of the instance of m at the path.
func (v *VCD) things(m *ir.Module, path string) {
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
		v.elements(path, a.Name, min(a.Depth, v.plan.options.MaxElements))
	}
	if v.plan.options.Memories {
		for _, mem := range m.Memories {
			v.elements(path, mem.Name, mem.Depth)
		}
	}
}

func (v *VCD) elements(path, name string, n int) {
	for i := range n {
		v.probe("reg", path, fmt.Sprintf("%s[%d]", name, i))
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
	v.variable(kind, name, VCDVar{Width: p.Width, Read: p.Read})
}

func (v *VCD) variable(kind, name string, from VCDVar) {
	words := machine.Words(from.Width)
	// 0 and 1 are clock and reset
	x := vcdVar{id: vcdID(len(v.vars) + 2), width: from.Width, read: from.Read, mask: from.Known}
	for _, value := range []*vcdValue{&x.now, &x.next} {
		value.words = make([]uint64, words)
		if x.mask != nil {
			value.known = make([]uint64, words)
		}
	}
	v.vars = append(v.vars, x)
	bounds := ""
	if x.width > 1 {
		bounds = fmt.Sprintf(" [%d:0]", x.width-1)
	}
	v.print("$var %s %d %s %s%s $end\n", kind, x.width, x.id, identifier(name), bounds)
}

// dumpAll writes all values under the given keyword.
func (v *VCD) dumpAll(keyword string) {
	v.print("%s\n", keyword)
	v.bit(v.clock, '1')
	v.inReset = v.engine.InReset()
	v.bit(v.reset, bitText(v.inReset))
	for i := range v.vars {
		x := &v.vars[i]
		x.sample(&x.now)
		v.value(x)
	}
	v.print("$end\n")
}

func (v *VCD) dumpOff() {
	v.print("$dumpoff\n")
	v.bit(v.clock, 'x')
	v.bit(v.reset, 'x')
	for _, x := range v.vars {
		if x.width == 1 {
			v.bit(x.id, 'x')
		} else {
			v.print("bx %s\n", x.id)
		}
	}
	v.print("$end\n")
}

func (v *VCD) changes() {
	if on := v.engine.InReset(); on != v.inReset {
		v.inReset = on
		v.bit(v.reset, bitText(on))
	}
	for i := range v.vars {
		x := &v.vars[i]
		x.sample(&x.next)
		if !slices.Equal(x.now.words, x.next.words) || !slices.Equal(x.now.known, x.next.known) {
			x.now, x.next = x.next, x.now
			v.value(x)
		}
	}
}

func bitText(on bool) byte {
	if on {
		return '1'
	}
	return '0'
}

// bit writes a value of a single bit.
func (v *VCD) bit(id string, value byte) {
	v.w.WriteByte(value)
	v.w.WriteString(id)
	v.w.WriteByte('\n')
}

// value writes the present value of a variable. Readers extend a vector with its leading
// x, otherwise with zeros: what they add is left out.
func (v *VCD) value(x *vcdVar) {
	if x.width == 1 {
		v.bit(x.id, x.now.bit(0))
		return
	}
	v.w.WriteByte('b')
	for i := x.now.top(x.width); i >= 0; i-- {
		v.w.WriteByte(x.now.bit(i))
	}
	v.w.WriteByte(' ')
	v.w.WriteString(x.id)
	v.w.WriteByte('\n')
}

// top is the first bit of a value to be written: the last one of its leading x, or the
// first 1, with a zero in front of an x.
func (v vcdValue) top(width int) int {
	top := len(v.words) - 1
	if v.known == nil {
		for top > 0 && v.words[top] == 0 {
			top--
		}
		return max(top*64+bits.Len64(v.words[top])-1, 0)
	}
	i := width - 1
	first := v.bit(i)
	for first != '1' && i > 0 && v.bit(i-1) == first {
		i--
	}
	if first == '0' && i > 0 && v.bit(i-1) == '1' {
		i--
	}
	return i
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
