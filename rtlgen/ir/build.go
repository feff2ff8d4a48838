package ir

import "math/big"

// Nodes for passes that add to a netlist. They are at the place of what they are made of.

// Read is the value of a signal.
func Read(s *Signal) *Node { return &Node{Op: OpSignal, Width: s.Width, Sig: s, Pos: s.Pos} }

// Number is a constant of width bits, which it must not exceed.
func Number(width int, x *big.Int) *Node { return &Node{Op: OpConst, Width: width, Const: x} }

// Apply is an operation with a result of width bits.
func Apply(op Op, width int, args ...*Node) *Node {
	return &Node{Op: op, Width: width, Args: args, Pos: args[0].Pos}
}

// Slice is width bits of n from bit lo up: n itself if these are all.
func Slice(n *Node, lo, width int) *Node {
	if width == n.Width {
		return n
	}
	s := Apply(OpSlice, width, n)
	s.Lo = lo
	return s
}

// Concat puts values side by side, the first one lowest.
func Concat(parts ...*Node) *Node {
	if len(parts) == 1 {
		return parts[0]
	}
	n := &Node{Op: OpConcat, Pos: parts[0].Pos}
	for i := len(parts) - 1; i >= 0; i-- {
		n.Args = append(n.Args, parts[i])
		n.Width += parts[i].Width
	}
	return n
}

// NameSet are names that are taken.
type NameSet map[string]bool

// NameSet has the names of ports, signals and all else of the module.
func (m *Module) NameSet() NameSet {
	taken := NameSet{}
	for _, name := range m.Names() {
		taken[name] = true
	}
	return taken
}

// Free takes a name that is not taken: name, or name with endings _x.
func (n NameSet) Free(name string) string {
	for n[name] {
		name += "_x"
	}
	n[name] = true
	return name
}
