package ir

import "math/big"

// Node is one expression. Which payload fields count is told at its Op.
type Node struct {
	Op    Op
	Width int
	Args  []*Node

	Const *big.Int  // OpConst, never negative
	Named *Constant // OpConst: the name of its value, nil if it has none
	Sig   *Signal   // OpSignal
	Arr   *Array    // OpElem
	Mem   *Memory   // OpMemRead
	Read  *ReadPort // OpMemRead
	Inst  *Instance // OpInstOut
	Port  *Signal   // OpInstOut
	Loop  *Loop     // OpLoopVar
	Lo    int       // OpSlice
	Rows  int       // OpTranspose

	Pos Pos
}

// IsField reports whether the node is some bits of a signal, of a memory's word or of an instance's output.
func (n *Node) IsField() bool {
	if n.Op != OpSlice {
		return false
	}
	of := n.Args[0].Op
	return of == OpSignal || of == OpMemRead || of == OpInstOut
}

// Stmt is one of *Assign, *If, *Switch, *Loop.
type Stmt interface{ stmt() }

// Assign gives Value to a signal, a lane or slice of a signal, or an element
// of an array.
type Assign struct {
	Sig *Signal // Output, Reg or Wire; nil if Arr is set
	Arr *Array
	// Index selects the element of Arr, or the lane of Sig: bits
	// [Index*w, Index*w+w) where w is Value's width. Nil: the slice from Lo up,
	// as wide as Value (the whole signal if Value has its width).
	Index *Node
	Lo    int
	Value *Node
	Pos   Pos
}

// If executes Then if Cond (1 bit) is 1, else Else.
type If struct {
	Cond *Node
	Then []Stmt
	Else []Stmt // an else-if is an Else of just one *If
	Pos  Pos
}

// Switch executes the Case that has the subject's value, or Default.
type Switch struct {
	Subject *Node
	Cases   []Case
	Default []Stmt
	Pos     Pos
}

// Case is one branch of a Switch. No value occurs twice in a Switch.
type Case struct {
	Values []*big.Int
	Labels []*Constant // names of the values, see Label; may be shorter
	Body   []Stmt
	Pos    Pos
}

// Branch is what is executed for a value of the subject.
func (s *Switch) Branch(subject *big.Int) []Stmt {
	for _, c := range s.Cases {
		for _, x := range c.Values {
			if x.Cmp(subject) == 0 {
				return c.Body
			}
		}
	}
	return s.Default
}

// Loop executes Body N times, for index values 0, 1, .. N-1 in this order.
type Loop struct {
	Var  string // name of the index, unique in the module among nested loops
	N    int
	Body []Stmt
	Pos  Pos
}

func (*Assign) stmt() {}
func (*If) stmt()     {}
func (*Switch) stmt() {}
func (*Loop) stmt()   {}

// WalkStmts calls f on every statement of the tree, parents first.
func WalkStmts(body []Stmt, f func(Stmt)) {
	for _, s := range body {
		f(s)
		switch s := s.(type) {
		case *If:
			WalkStmts(s.Then, f)
			WalkStmts(s.Else, f)
		case *Switch:
			for _, c := range s.Cases {
				WalkStmts(c.Body, f)
			}
			WalkStmts(s.Default, f)
		case *Loop:
			WalkStmts(s.Body, f)
		}
	}
}

// Context is the conditions and subjects under which a statement is executed: Cond is
// the innermost one. It is nil for a statement that is always executed.
type Context struct {
	Outer *Context
	Cond  *Node
}

// WalkAssigns calls f on every assignment of the tree with the conditions and
// subjects under which it is executed. Those of the branches of a statement are one
// Context.
func WalkAssigns(body []Stmt, f func(a *Assign, under *Context)) { walkAssigns(body, nil, f) }

func walkAssigns(body []Stmt, under *Context, f func(*Assign, *Context)) {
	for _, s := range body {
		switch s := s.(type) {
		case *Assign:
			f(s, under)
		case *If:
			c := &Context{under, s.Cond}
			walkAssigns(s.Then, c, f)
			walkAssigns(s.Else, c, f)
		case *Switch:
			c := &Context{under, s.Subject}
			for _, k := range s.Cases {
				walkAssigns(k.Body, c, f)
			}
			walkAssigns(s.Default, c, f)
		case *Loop:
			walkAssigns(s.Body, under, f)
		}
	}
}

// StmtNodes calls f on the expressions that a statement itself holds, not on
// those of the statements inside it.
func StmtNodes(s Stmt, f func(*Node)) {
	switch s := s.(type) {
	case *Assign:
		if s.Index != nil {
			f(s.Index)
		}
		f(s.Value)
	case *If:
		f(s.Cond)
	case *Switch:
		f(s.Subject)
	}
}

// RootNodes calls f on every expression root of the module: statements,
// connections, memory ports, properties; in a fixed order.
func (m *Module) RootNodes(f func(*Node)) {
	WalkStmts(m.Body, func(s Stmt) { StmtNodes(s, f) })
	for _, mem := range m.Memories {
		for _, w := range mem.Writes {
			f(w.Enable)
			f(w.Addr)
			f(w.Data)
		}
		for _, r := range mem.Reads {
			if r.Enable != nil {
				f(r.Enable)
			}
			f(r.Addr)
		}
	}
	for _, in := range m.Instances {
		for _, c := range in.Conns {
			f(c.Value)
		}
	}
	for _, p := range m.Properties {
		f(p.Cond)
	}
}

// WalkNodes calls f once on every node of the DAGs under the given roots,
// arguments before users. seen carries over between calls; it must not be nil.
func WalkNodes(root *Node, seen map[*Node]bool, f func(*Node)) {
	if seen[root] {
		return
	}
	seen[root] = true
	for _, a := range root.Args {
		WalkNodes(a, seen, f)
	}
	f(root)
}
