package analysis

import "culprit.example/culprit/rtlgen/ir"

// The largest expressions and the deepest statements that tools for Verilog read: the
// parsers of Verilator and Icarus Verilog give up where more is open, and time grows
// with the square.
const (
	MaxOperations = 10000 // of an expression
	MaxLevels     = 500   // of operations inside each other, and of statements
)

// LongChain is the number of ifs from which on an else-if chain is no nest of
// statements in the Verilog: it becomes a case.
const LongChain = 64

// Extent is how large an expression is, written as Verilog: what it shares counts each
// time.
type Extent struct {
	Operations int // at most MaxOperations + 1
	// Levels are operations inside each other. A chain of one operator, or of
	// concatenations, is one level.
	Levels int
}

// TooLarge reports whether tools may not read the expression.
func (x Extent) TooLarge() bool { return x.Operations > MaxOperations || x.Levels > MaxLevels }

// Extents remembers the extents of nodes.
type Extents map[*ir.Node]Extent

// Of is the extent of an expression.
func (known Extents) Of(n *ir.Node) Extent {
	if x, ok := known[n]; ok {
		return x
	}
	x := Extent{min(len(n.Args), 1), min(len(n.Args), 1)}
	for i, a := range n.Args {
		of := known.Of(a)
		x.Operations = min(x.Operations+of.Operations, MaxOperations+1)
		if !chains(n, i) {
			of.Levels++
		}
		x.Levels = max(x.Levels, of.Levels)
	}
	known[n] = x
	return x
}

// chains reports whether argument i of n continues a chain.
func chains(n *ir.Node, i int) bool {
	if n.Args[i].Op != n.Op {
		return false
	}
	switch n.Op {
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpConcat:
		return true
	case ir.OpSub:
		return i == 0
	}
	return false
}

// IsLongChain reports whether the statement begins an else-if chain of LongChain ifs or
// more.
func IsLongChain(s *ir.If) bool {
	n := 1
	for s = ElseIf(s); s != nil && n < LongChain; s = ElseIf(s) {
		n++
	}
	return n >= LongChain
}

// ElseIf is the if that an else consists of, nil if there is none.
func ElseIf(s *ir.If) *ir.If {
	if len(s.Else) != 1 {
		return nil
	}
	next, _ := s.Else[0].(*ir.If)
	return next
}

// TooDeep finds the first statement with more than MaxLevels others around it, nil if
// there is none.
func TooDeep(body []ir.Stmt) ir.Stmt { return tooDeep(body, 0) }

func tooDeep(body []ir.Stmt, level int) ir.Stmt {
	for _, s := range body {
		if found := deepWithin(s, level+1); found != nil {
			return found
		}
	}
	return nil
}

func deepWithin(s ir.Stmt, level int) ir.Stmt {
	switch s := s.(type) {
	case *ir.If:
		return deepIf(s, level)
	case *ir.Switch:
		if level > MaxLevels {
			return s
		}
		for _, k := range s.Cases {
			if found := tooDeep(k.Body, level); found != nil {
				return found
			}
		}
		return tooDeep(s.Default, level)
	case *ir.Loop:
		if level > MaxLevels {
			return s
		}
		return tooDeep(s.Body, level)
	}
	return nil
}

// deepIf follows an else-if chain. One that is not long nests in the parsers of
// Verilog.
func deepIf(s *ir.If, level int) ir.Stmt {
	nests := 1
	if IsLongChain(s) {
		nests = 0
	}
	for {
		if level > MaxLevels {
			return s
		}
		if found := tooDeep(s.Then, level); found != nil {
			return found
		}
		next := ElseIf(s)
		if next == nil {
			return tooDeep(s.Else, level)
		}
		s, level = next, level+nests
	}
}
