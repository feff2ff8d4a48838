package protect

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// The ports that a module with protected memories has, or with parts that have some. What has a bit per memory has
// them in the order of the list that Memories returns.
const (
	// Clear, an input of 1 bit, makes the bits of Corrected and Failed 0, but those with an error in this cycle.
	Clear = "mem_clear"
	// Inject, an input with a bit per memory: its next write, from the next cycle on, flips the bits of Mask.
	Inject = "mem_inject"
	// Mask, an input as wide as the widest stored word, is held until that write. It is 0 from power-on to the end
	// of the first reset, when a memory may be written and nobody knows whether it injects.
	Mask = "mem_inject_mask"
	// Corrected, an output with a bit per memory: a wrong bit was corrected since the last clear; with ECC only. These
	// are registers, 0 after reset, and 1 from the cycle after the error on.
	Corrected = "mem_corrected"
	// Failed is the same for words that were wrong and could not be corrected.
	Failed = "mem_failed"
)

const group = "errors of the memories"

// Memory is a protected memory of an instance.
type Memory struct {
	Bit    int        `json:"bit"`            // of Inject, Corrected and Failed at the top
	Path   string     `json:"path"`           // names of the instances and of the memory, with dots
	Code   string     `json:"code"`           // parity or ecc
	Words  int        `json:"words"`          // depth
	Width  int        `json:"width"`          // bits of a word
	Stored int        `json:"stored"`         // bits of a word with its check bits
	Parts  []Codeword `json:"code_words"`     // where its code words stand, the lowest one first
	At     string     `json:"from,omitempty"` // FILE:LINE where it is declared
}

// Memories gives the memories of a design a code, and its modules the ports; it changes the design, which a
// builder must have made: the text of a netlist does not have the marks (ir.Mark). What is protected are
// memories that are written and are no registers: block RAM and distributed RAM. ROMs, registers and black boxes
// stay as they are. A design without such memories stays as it is, and the list is empty.
//
// No cycle changes: encoders are in front of the write ports and decoders behind the read ports. At power-on each
// word is a code word, of 0 if the memory had no contents; so no read of a word that was never written counts
// as an error. A read counts while its port shows a word of the memory: not beyond the end, not before the first
// read of a synchronous port, not after a collision that leaves its word open.
//
// The error names a module that has a port of one of the names already.
func Memories(d *ir.Design, code Code) ([]Memory, error) {
	if code == None {
		return nil, errors.New("protection of memories needs a code: choose parity or ecc")
	}
	for _, m := range d.Modules {
		for _, name := range []string{Clear, Inject, Mask, Corrected, Failed} {
			if m.Port(name) != nil {
				return nil, fmt.Errorf("module %s has a port %s of its own: rename it", m.Name, name)
			}
		}
	}
	if err := refuseClocks(d); err != nil {
		return nil, err
	}
	p := &pass{code: code, own: map[*ir.Module][]Memory{}, count: map[*ir.Module]int{}, width: map[*ir.Module]int{}}
	for _, m := range d.Modules {
		if m.Part == nil {
			p.module(m)
		} else {
			p.model(m)
		}
	}
	if p.count[d.Top] == 0 {
		return nil, nil
	}
	return p.collect(d.Top, "", nil), ir.Verify(d)
}

// refuseClocks finds an instance of which the implicit clock is another one outside, and that has memories: its
// ports for errors would be of that clock.
func refuseClocks(d *ir.Design) error {
	has := map[*ir.Module]bool{}
	for _, m := range d.Modules {
		has[m] = slices.ContainsFunc(m.Memories, protects)
		for _, in := range m.Instances {
			has[m] = has[m] || has[in.Of]
			if has[in.Of] && in.Clock != "" {
				return fmt.Errorf("instance %s of module %s has memories of the clock %s, and their errors are of the implicit clock alone: protect module %s by itself",
					in.Name, m.Name, in.Clock, in.Of.Name)
			}
		}
	}
	return nil
}

type pass struct {
	code  Code
	own   map[*ir.Module][]Memory
	count map[*ir.Module]int // memories, with those of the parts
	width map[*ir.Module]int // of Mask
}

// module changes a module after those that it consists of.
func (p *pass) module(m *ir.Module) {
	var list []*ir.Memory
	for _, mem := range m.Memories {
		if protects(mem) {
			words, stored := p.code.layout(mem.Width, lane(mem))
			x := Memory{Path: mem.Name, Code: p.code.String(), Words: mem.Depth, Width: mem.Width, Stored: stored, Parts: words}
			if mem.Pos.File != "" {
				x.At = mem.Pos.String()
			}
			list, p.own[m] = append(list, mem), append(p.own[m], x)
			p.width[m] = max(p.width[m], stored)
		}
	}
	p.count[m] = len(list)
	for _, in := range m.Instances {
		p.count[m] += in.Count * p.count[in.Of]
		p.width[m] = max(p.width[m], p.width[in.Of])
	}
	if p.count[m] == 0 {
		return
	}
	c := &circuit{m: m, taken: m.NameSet(), code: p.code}
	p.circuit(c, list)
	c.checked()
}

// model ties the parts of the model of a black box, which has no ports for them.
func (p *pass) model(m *ir.Module) {
	for _, in := range m.Instances {
		if p.count[in.Of] == 0 {
			continue
		}
		for _, name := range []string{Clear, Inject, Mask} {
			port := in.Of.Port(name)
			in.Conns = append(in.Conns, ir.Conn{Port: port, Value: ir.Number(in.Count*port.Width, new(big.Int)), Pos: in.Pos})
		}
	}
}

// checked finds what only properties read still: a mark may read a signal that was so. What was not stays as it is.
func (c *circuit) checked() {
	live := analysis.Live(c.m)
	for _, s := range c.m.Signals {
		s.VerificationOnly = s.VerificationOnly && !live.Seen[s]
	}
	for _, a := range c.m.Arrays {
		a.VerificationOnly = a.VerificationOnly && !live.Seen[a]
	}
}

// circuit adds ports, codes, and the joints of the parts.
func (p *pass) circuit(c *circuit, list []*ir.Memory) {
	port := func(kind ir.SignalKind, name string, width int, doc string) *ir.Signal {
		s := &ir.Signal{Name: name, Kind: kind, Width: width, Group: group, Pos: c.m.Pos, Doc: doc}
		c.taken[name] = true
		c.m.Ports = append(c.m.Ports, s)
		return s
	}
	n := p.count[c.m]
	clear := ir.Read(port(ir.Input, Clear, 1, "makes all bits 0 but those with an error in this cycle"))
	inject := ir.Read(port(ir.Input, Inject, n, "a bit per memory: its next write, from the next cycle on, flips bits"))
	mask := ir.Read(port(ir.Input, Mask, p.width[c.m], "the bits of the stored word that it flips, held until that write"))
	var corrected, failed *ir.Signal
	if p.code == ECC {
		corrected = port(ir.Output, Corrected, n,
			"a bit per memory: a wrong bit was corrected since the last clear, registers")
	}
	failed = port(ir.Output, Failed, n, "a bit per memory: a word was wrong that could not be corrected, registers")

	reads := readers(c.m)
	var fixed, lost []*ir.Node
	for i, mem := range list {
		c.pos = mem.Pos
		in := inputs{clear, ir.Slice(inject, i, 1), mask}
		armed, flips := c.injected(mem, p.own[c.m][i].Stored, in)
		k := c.memory(mem, reads, flips)
		f, l := k.report(armed, in)
		fixed, lost = append(fixed, f), append(lost, l)
		for i, r := range mem.Reads {
			k.mark(i, r)
		}
	}
	at := len(list)
	for _, in := range c.m.Instances {
		each := p.count[in.Of]
		if each == 0 {
			continue
		}
		all := in.Count * each
		in.Conns = append(in.Conns, ir.Conn{Port: in.Of.Port(Clear), Value: clear, Broadcast: in.Array, Pos: in.Pos},
			ir.Conn{Port: in.Of.Port(Inject), Value: ir.Slice(inject, at, all), Pos: in.Pos},
			ir.Conn{Port: in.Of.Port(Mask), Value: ir.Slice(mask, 0, p.width[in.Of]), Broadcast: in.Array, Pos: in.Pos})
		of := func(name string) *ir.Node {
			return &ir.Node{Op: ir.OpInstOut, Width: all, Inst: in, Port: in.Of.Port(name), Pos: in.Pos}
		}
		if p.code == ECC {
			fixed = append(fixed, of(Corrected))
		}
		lost = append(lost, of(Failed))
		at += all
	}
	if p.code == ECC {
		c.do(set(corrected, ir.Concat(fixed...)))
	}
	c.do(set(failed, ir.Concat(lost...)))
}

// readers are the nodes that show the words of each read port.
func readers(m *ir.Module) map[*ir.ReadPort][]*ir.Node {
	reads := map[*ir.ReadPort][]*ir.Node{}
	seen := map[*ir.Node]bool{}
	note := func(n *ir.Node) {
		if n.Op == ir.OpMemRead {
			reads[n.Read] = append(reads[n.Read], n)
		}
	}
	m.RootNodes(func(root *ir.Node) { ir.WalkNodes(root, seen, note) })
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			r.Marks = slices.DeleteFunc(r.Marks, func(x ir.Mark) bool { return !seen[x.Value] }) // nothing reads the others
		}
	}
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			for _, x := range r.Marks {
				if x.First != nil {
					ir.WalkNodes(x.First, seen, note)
				}
			}
		}
	}
	return reads
}

// collect lists the memories of a module and of what is below it, bit by bit.
func (p *pass) collect(m *ir.Module, path string, list []Memory) []Memory {
	for _, x := range p.own[m] {
		x.Bit, x.Path = len(list), path+x.Path
		list = append(list, x)
	}
	for _, in := range m.Instances {
		if p.count[in.Of] == 0 {
			continue
		}
		for i := range in.Count {
			list = p.collect(in.Of, path+in.CopyName(i)+".", list)
		}
	}
	return list
}

// Tied is a protected design with the ports that it had before: nothing is injected or cleared, and assertions say
// that no memory reports an error. d stays as it is; the result has its modules.
func Tied(d *ir.Design) *ir.Design {
	top := &ir.Module{Name: d.Top.Name + "_tied", Pos: d.Top.Pos, Doc: "the block with nothing at the ports of its memories' errors"}
	in := &ir.Instance{Name: "protected_block", Of: d.Top, Count: 1, Pos: d.Top.Pos}
	for _, p := range d.Top.Ports {
		own := *p
		own.Enum = nil // which belongs to the module
		switch p.Name {
		case Clear, Inject, Mask:
			in.Conns = append(in.Conns, ir.Conn{Port: p, Value: ir.Number(p.Width, new(big.Int)), Pos: p.Pos})
			continue
		case Corrected, Failed:
			out := &ir.Node{Op: ir.OpInstOut, Width: p.Width, Inst: in, Port: p, Pos: p.Pos}
			top.Properties = append(top.Properties, &ir.Property{Name: "no_" + p.Name, Kind: ir.Assert,
				Cond: equal(out, new(big.Int)), Doc: "no word of a memory is wrong", Pos: p.Pos})
			continue
		}
		top.Ports = append(top.Ports, &own)
		if p.Kind == ir.Input {
			in.Conns = append(in.Conns, ir.Conn{Port: p, Value: ir.Read(&own), Pos: p.Pos})
			continue
		}
		out := &ir.Node{Op: ir.OpInstOut, Width: p.Width, Inst: in, Port: p, Pos: p.Pos}
		top.Body = append(top.Body, set(&own, out))
	}
	top.Instances = []*ir.Instance{in}
	return &ir.Design{Top: top, Modules: append(append([]*ir.Module{}, d.Modules...), top)}
}
