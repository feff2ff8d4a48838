package speed

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// Part is a netlist from elsewhere that is measured: copies of it side by side, whose inputs are held or
// random, and whose outputs go into the digest in each cycle.
type Part struct {
	Name    string            `json:"name"`
	Netlist string            `json:"netlist"` // as ir.Text writes it
	Copies  int               `json:"copies"`  // 1 or more
	Random  bool              `json:"random"`  // inputs that are not held are random, and not 0
	Held    map[string]uint64 `json:"held"`
}

// randomBits are those of a generator of random numbers.
const randomBits = 64

// Subject is the part as a design that can be measured. The error is of the netlist, of the number of copies or
// of an input.
func (p Part) Subject() (*Subject, error) {
	d, err := ir.Parse(p.Name, p.Netlist)
	if err != nil {
		return nil, err
	}
	if p.Copies < 1 || p.Copies > 4096 {
		return nil, fmt.Errorf("%d copies of %s cannot be measured: give 1 to 4096", p.Copies, p.Name)
	}
	for name, x := range p.Held {
		in := d.Top.Port(name)
		if in == nil || in.Kind != ir.Input {
			return nil, fmt.Errorf("%s has no input %s", p.Name, name)
		}
		if in.Width < 64 && x>>in.Width != 0 {
			return nil, fmt.Errorf("%d is too large for input %s of %s, which has a width of %d", x, name, p.Name, in.Width)
		}
	}
	s := &Subject{Name: p.Name, Doc: "from elsewhere", Switches: 1, Build: func() *rtlgen.Module { return p.build(d) },
		Inputs: func(float64) map[string]uint64 { return nil }}
	if part := d.Top.Part; part == nil || part.Source == nil || !part.Source.Begins {
		s.resets = resetCycles
	}
	if p.Copies > 1 {
		s.Shared = []string{"copy"}
	}
	return s, nil
}

// resetCycles are those for which main.cpp.tmpl is in reset.
const resetCycles = 3

// build makes the copies, the random numbers and the digest.
func (p Part) build(d *ir.Design) *rtlgen.Module {
	m := rtlgen.NewModule("bench_top")
	part := rtlgen.Imported(d)
	in := m.Instance
	if p.Copies > 1 {
		in = func(name string, c rtlgen.Circuit) *rtlgen.Instance { return m.InstanceArray(name, p.Copies, c) }
	}
	of := in("copy", part)
	numbers := 0
	for _, port := range d.Top.Inputs() {
		held, ok := p.Held[port.Name]
		switch {
		case ok || !p.Random:
			of.Broadcast(port.Name, m.Const(min(port.Width, 64), held).Zext(port.Width))
		default:
			var words []rtlgen.Value
			for w := port.Width * p.Copies; w > 0; w -= randomBits {
				words = append(words, random(m, numbers).Low(min(w, randomBits)))
				numbers++
			}
			of.In(port.Name, rtlgen.LanesOf(words))
		}
	}
	sum := m.Zero(randomBits)
	for _, port := range d.Top.Outputs() {
		v := of.Out(port.Name)
		for lo := 0; lo < v.Width(); lo += randomBits {
			word := v.Slice(min(lo+randomBits, v.Width())-1, lo).Zext(randomBits)
			sum = m.Let(fmt.Sprintf("sum_%d", numbers), rotated(sum).Xor(word))
			numbers++
		}
	}
	digest := m.Reg("digest_q", randomBits, 1)
	digest.Set(rotated(digest.Value).Xor(sum))
	cycles := m.Reg("cycles_q", 40, 0)
	cycles.Set(cycles.Add(1))
	m.Output("delivered", cycles)
	m.Output("digest", digest)
	m.Output("error", m.Zero(1))
	return m
}

// random is a generator of random numbers (Marsaglia's xorshift with 13, 7, 17), a register.
func random(m *rtlgen.Module, n int) rtlgen.Value {
	x := m.Reg(fmt.Sprintf("random_%d", n), randomBits, uint64(n+1)*0x9e3779b97f4a7c15)
	a := m.Let(fmt.Sprintf("random_%d_a", n), x.Xor(x.Shl(13)))
	b := m.Let(fmt.Sprintf("random_%d_b", n), a.Xor(a.Shr(7)))
	x.Set(b.Xor(b.Shl(17)))
	return x.Value
}

func rotated(v rtlgen.Value) rtlgen.Value {
	return rtlgen.Cat(v.Low(randomBits-1), v.High(1))
}
