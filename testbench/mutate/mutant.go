package mutate

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// Mutant is one deliberate mistake in a module. It is made by List, and changes nothing
// by itself.
type Mutant struct {
	// Name has the module, what the expression is for, the rule and what the mistake is:
	// "fifo level operator: and becomes or". Of several with the same, the second and
	// later ones have a number after it. It is unique in a design, and an edit elsewhere
	// in the module leaves it as it is.
	Name   string
	Module *ir.Module
	Pos    ir.Pos
	Rule   string // name of the rule
	What   string
	// Kind is the same for the same mistake, in the same line of the Go code, in
	// a module that was built with other parameters: it has no widths and no constants.
	Kind string

	edit edit
}

// edit is the change. Its target says what is replaced:
//
//   - *ir.Node: the node, for all hardware of the module that uses it, by the result of by;
//   - slot: the expression in one place, by the result of by;
//   - *ir.Assign: the assignment, which is not executed;
//   - arm: a case of a switch, in whose place instead is executed; missing says that this
//     is what happens without the case.
//   - *ir.Signal, *ir.Array: the reset value of a register, whose bits in flip are
//     inverted; without flip, there is no reset.
type edit struct {
	target any
	by     func(old *ir.Node) *ir.Node
	flip   *big.Int

	instead []ir.Stmt
	missing bool
}

// slot is a place that holds an expression: a field of a statement, a connection, or a
// port of a memory.
type slot struct {
	owner any // *ir.Assign, *ir.If, *ir.Switch, *ir.Conn, *ir.WritePort, *ir.ReadPort
	field field
}

type field uint8

const (
	value field = iota // of an assignment, a connection; condition or subject
	index              // of an assignment; address of a port
	data
	enable
)

// arm is a case of a switch.
type arm struct {
	of *ir.Switch
	i  int
}

// List returns the mutants of a module in a fixed order: those of its expressions,
// statements, memories, connections and resets. What only properties read is left out,
// and so is a mutant that is the same as the module, or as one before, after constants
// and what follows from single operations are folded. A black box has none.
func List(m *ir.Module) []*Mutant {
	if m.Part != nil {
		return nil
	}
	found := live(m)
	c := &collector{module: m, live: found, same: newSame(m, found), named: map[string]int{}}
	c.expressions()
	c.statements()
	c.memories()
	c.connections()
	c.resets()
	return c.list
}

// collector gathers the mutants of a module.
type collector struct {
	module *ir.Module
	live   map[any]bool // signals and arrays
	same   *same
	named  map[string]int
	where  string // what the expression that is looked at is for, "" if What says so
	list   []*Mutant
}

// varies is a number in the description of a mutant that depends on parameters, with
// what it is in all of them.
type varies struct {
	number any
	kind   string
}

func (v varies) String() string { return fmt.Sprint(v.number) }

// add appends a mutant, unless it is none, or the same as another one.
func (c *collector) add(rule string, pos ir.Pos, e edit, what string, args ...any) {
	if !c.same.fresh(e) {
		return
	}
	kinds := make([]any, len(args))
	for i, a := range args {
		kinds[i] = a
		if v, ok := a.(varies); ok {
			kinds[i] = v.kind
		}
	}
	kind := fmt.Sprintf("%s %s %s: %s", c.module.BaseName(), pos, rule, fmt.Sprintf(what, kinds...))
	what = fmt.Sprintf(what, args...)
	name := c.module.Name + " " + c.where
	if c.where != "" {
		name += " "
	}
	name += rule + ": " + what
	c.named[name]++
	if n := c.named[name]; n > 1 {
		name = fmt.Sprintf("%s #%d", name, n)
	}
	c.list = append(c.list, &Mutant{Name: name, Module: c.module, Pos: pos, Rule: rule, What: what, Kind: kind, edit: e})
}
