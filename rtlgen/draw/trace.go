package draw

import "culprit.example/culprit/rtlgen/ir"

// source is a pin from which values come: of a port, of an instance's output, or of a memory.
type source struct {
	box *Box
	pin any // *ir.Signal or *ir.ReadPort
}

// tracer finds the sources of values.
type tracer struct {
	boxes   map[any]*Box // by *ir.Signal of an input, *ir.Instance, *ir.Memory
	values  map[any][]*ir.Node
	control map[any][]*ir.Node // what decides about the assignments to a signal or array
}

func newTracer(m *ir.Module, boxes map[any]*Box) *tracer {
	t := &tracer{boxes: boxes, values: map[any][]*ir.Node{}, control: map[any][]*ir.Node{}}
	ir.WalkAssigns(m.Body, func(a *ir.Assign, under *ir.Context) {
		var of any = a.Sig
		if a.Arr != nil {
			of = a.Arr
		}
		t.values[of] = append(t.values[of], a.Value)
		if a.Index != nil {
			t.control[of] = append(t.control[of], a.Index)
		}
		for ; under != nil; under = under.Outer {
			t.control[of] = append(t.control[of], under.Cond)
		}
	})
	return t
}

// found is the sources of a value: of its data with the bits of each, and of what decides about it.
type found struct {
	data    map[source]int
	control map[source]bool
	seen    [2]map[any]bool // nodes and signals, by whether they are control
}

// from finds the sources of nodes; data says that they are moved, not looked at.
func (t *tracer) from(data bool, nodes ...*ir.Node) *found {
	f := &found{data: map[source]int{}, control: map[source]bool{}, seen: [2]map[any]bool{{}, {}}}
	for _, n := range nodes {
		if n != nil {
			t.node(f, n, data, n.Width)
		}
	}
	return f
}

// node adds the sources of a node of which at most width bits arrive.
func (t *tracer) node(f *found, n *ir.Node, data bool, width int) {
	width = min(width, n.Width)
	switch n.Op {
	case ir.OpSignal:
		if box := t.boxes[n.Sig]; box != nil {
			f.add(source{box, n.Sig}, data, width)
			return
		}
		t.state(f, n.Sig, data, width)
		return
	case ir.OpElem:
		t.state(f, n.Arr, data, width)
	case ir.OpInstOut:
		f.add(source{t.boxes[n.Inst], n.Port}, data, width)
		return
	case ir.OpMemRead:
		if box := t.boxes[n.Mem]; box != nil {
			f.add(source{box, n.Read}, data, width)
		} else { // a ROM: a function of the address
			t.node(f, n.Read.Addr, false, n.Read.Addr.Width)
		}
		return
	}
	if f.visited(n, data) {
		return
	}
	for i, a := range n.Args {
		t.node(f, a, data && moves(n, i), width)
	}
}

// state adds the sources of a wire, a register or an array.
func (t *tracer) state(f *found, of any, data bool, width int) {
	if f.visited(of, data) {
		return
	}
	for _, v := range t.values[of] {
		t.node(f, v, data, width)
	}
	for _, c := range t.control[of] {
		t.node(f, c, false, c.Width)
	}
}

func (f *found) visited(x any, data bool) bool {
	i := 0
	if data {
		i = 1
	}
	before := f.seen[i][x]
	f.seen[i][x] = true
	return before
}

func (f *found) add(s source, data bool, width int) {
	if data {
		f.data[s] = max(f.data[s], width)
	} else {
		f.control[s] = true
	}
}

// moves reports whether argument i of an operation is among the bits of its result, unchanged or masked.
func moves(n *ir.Node, i int) bool {
	switch n.Op {
	case ir.OpSlice, ir.OpConcat, ir.OpReplicate, ir.OpZext, ir.OpSext, ir.OpTranspose:
		return true
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpAdd, ir.OpSub:
		return n.Width > 1
	case ir.OpMux:
		return i > 0
	case ir.OpOneHotMux:
		return i == 1
	case ir.OpLane, ir.OpShl, ir.OpShr, ir.OpSar, ir.OpRotL, ir.OpRotR:
		return i == 0
	}
	return false
}
