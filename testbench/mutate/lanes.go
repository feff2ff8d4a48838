package mutate

import (
	"fmt"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// Lanes returns a design with an array of copies of one that Select has made, all with the
// same inputs, each with its own selector, and each compared with the same expected outputs.
//
// known has for each output of the block in how many parts of equal width it is known or
// not, lowest first; 0 if it always is.
//
// The inputs of its top are those of the block; then for each output its expected value
// and, unless it is always known, a bit for each part, 1 if that is known; then the
// selectors, copy 0 lowest. Its outputs are a bit for each copy, copy 0 lowest: 1 if
// any known bit of an output differs in this cycle; then the same for each output by itself,
// output 0 in the lowest bits of a copy.
func Lanes(d *ir.Design, copies int, known []int) *ir.Design {
	return lanes(d, newLane(d.Top, known, true), copies, func(_ *ir.Signal, last bool) bool { return !last })
}

// Apart is as Lanes for any design: each copy has inputs and expected outputs of its own, copy 0 lowest, and there are
// no selectors.
func Apart(d *ir.Design, copies int, known []int) *ir.Design {
	return lanes(d, newLane(d.Top, known, false), copies, func(*ir.Signal, bool) bool { return false })
}

// Copies returns a design with an array, lane, of copies of any design, with the same values at those inputs that
// shared names. All other inputs, and the outputs, are those of each copy, copy 0 lowest.
func Copies(d *ir.Design, copies int, shared func(input string) bool) *ir.Design {
	return lanes(d, d.Top, copies, func(p *ir.Signal, _ bool) bool { return shared(p.Name) })
}

// lanes is an array of a module, whose inputs are those of all copies where shared says so.
func lanes(d *ir.Design, lane *ir.Module, copies int, shared func(p *ir.Signal, last bool) bool) *ir.Design {
	in := &ir.Instance{Name: "lane", Of: lane, Count: copies, Array: true}
	top := &ir.Module{Name: d.Top.Name + "_lanes", Instances: []*ir.Instance{in}}
	for i, p := range lane.Inputs() {
		width, all := p.Width, shared(p, i == len(lane.Inputs())-1)
		if !all {
			width *= copies
		}
		s := &ir.Signal{Name: p.Name, Kind: ir.Input, Width: width}
		top.Ports = append(top.Ports, s)
		in.Conns = append(in.Conns, ir.Conn{Port: p, Value: ir.Read(s), Broadcast: all})
	}
	for _, p := range lane.Outputs() {
		s := &ir.Signal{Name: p.Name, Kind: ir.Output, Width: p.Width * copies}
		top.Ports = append(top.Ports, s)
		out := &ir.Node{Op: ir.OpInstOut, Width: s.Width, Inst: in, Port: p}
		top.Body = append(top.Body, &ir.Assign{Sig: s, Value: out})
	}
	modules := slices.Clone(d.Modules)
	if lane != d.Top {
		modules = append(modules, lane)
	}
	return &ir.Design{Top: top, Modules: append(modules, top)}
}

// newLane is a module with the block and the comparison of its outputs. The last input of the block may be a selector.
func newLane(block *ir.Module, known []int, selected bool) *ir.Module {
	m := &ir.Module{Name: block.Name + "_lane"}
	dut := &ir.Instance{Name: "block", Of: block, Count: 1}
	m.Instances = []*ir.Instance{dut}
	input := func(name string, width int) *ir.Signal {
		s := &ir.Signal{Name: name, Kind: ir.Input, Width: width}
		m.Ports = append(m.Ports, s)
		return s
	}
	inputs, own := block.Inputs(), len(block.Inputs())
	if selected {
		own--
	}
	for i, p := range inputs[:own] {
		dut.Conns = append(dut.Conns, ir.Conn{Port: p, Value: ir.Read(input(fmt.Sprintf("input_%d", i), p.Width))})
	}
	var differ []*ir.Node // the highest first, as concatenations have it
	for i, p := range block.Outputs() {
		wrong := binary(ir.OpXor, &ir.Node{Op: ir.OpInstOut, Width: p.Width, Inst: dut, Port: p},
			ir.Read(input(fmt.Sprintf("expected_%d", i), p.Width)))
		if known[i] > 0 {
			wrong = binary(ir.OpAnd, wrong, spread(ir.Read(input(fmt.Sprintf("known_%d", i), known[i])), p.Width))
		}
		differ = append([]*ir.Node{{Op: ir.OpRedOr, Width: 1, Args: []*ir.Node{wrong}}}, differ...)
	}
	for _, p := range inputs[own:] {
		dut.Conns = append(dut.Conns, ir.Conn{Port: p, Value: ir.Read(input("selector", p.Width))})
	}

	each := &ir.Signal{Name: "each_differs", Kind: ir.Wire, Width: len(differ)}
	m.Signals = []*ir.Signal{each}
	m.Body = append(m.Body, &ir.Assign{Sig: each, Value: &ir.Node{Op: ir.OpConcat, Width: len(differ), Args: differ}})
	for _, out := range []struct {
		name  string
		value *ir.Node
	}{
		{"differs", &ir.Node{Op: ir.OpRedOr, Width: 1, Args: []*ir.Node{ir.Read(each)}}},
		{"output_differs", ir.Read(each)},
	} {
		s := &ir.Signal{Name: out.name, Kind: ir.Output, Width: out.value.Width}
		m.Ports = append(m.Ports, s)
		m.Body = append(m.Body, &ir.Assign{Sig: s, Value: out.value})
	}
	return m
}

// spread repeats each bit, so that all have the given width together.
func spread(bits *ir.Node, width int) *ir.Node {
	each := width / bits.Width
	var args []*ir.Node
	for i := bits.Width - 1; i >= 0; i-- {
		bit := &ir.Node{Op: ir.OpSlice, Width: 1, Lo: i, Args: []*ir.Node{bits}}
		args = append(args, &ir.Node{Op: ir.OpReplicate, Width: each, Args: []*ir.Node{bit}})
	}
	return &ir.Node{Op: ir.OpConcat, Width: width, Args: args}
}
