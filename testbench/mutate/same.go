package mutate

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// same tells which edits make the same module, as far as folding shows: every expression
// has a number, that of its folded form, and equal ones have the same.
type same struct {
	terms  terms
	number map[*ir.Node]int
	users  map[*ir.Node][]*ir.Node
	places map[*ir.Node][]place
	made   map[string]bool // what the edits before have changed
}

func newSame(m *ir.Module, live map[any]bool) *same {
	s := &same{terms: terms{ids: map[string]int{}, leaves: map[any]int{}}, number: map[*ir.Node]int{},
		users: map[*ir.Node][]*ir.Node{}, places: map[*ir.Node][]place{}, made: map[string]bool{}}
	seen := map[*ir.Node]bool{}
	hardware(m, live, func(p place) {
		ir.WalkNodes(p.at, seen, func(n *ir.Node) {
			for _, a := range n.Args {
				s.users[a] = append(s.users[a], n)
			}
			s.number[n] = s.terms.of(n, s.number)
		})
		s.places[p.at] = append(s.places[p.at], p)
	})
	return s
}

// fresh reports whether an edit changes something, and not the same as one before.
func (s *same) fresh(e edit) bool {
	switch target := e.target.(type) {
	case *ir.Node:
		return s.note(s.changes(target, e.by(target)))
	case slot:
		old := expression(target)
		if now := s.of(e.by(old), s.number); now != s.number[old] {
			return s.note([]string{s.change(target, now)})
		}
		return false
	}
	return true // of statements and resets each is listed once
}

// note keeps changes; it reports whether there are some, and whether they are new.
func (s *same) note(changes []string) bool {
	if len(changes) == 0 {
		return false
	}
	slices.Sort(changes)
	key := strings.Join(changes, " ")
	if s.made[key] {
		return false
	}
	s.made[key] = true
	return true
}

func (s *same) change(at slot, now int) string {
	return fmt.Sprintf("%d.%d=%d", s.terms.leaf(at.owner), at.field, now)
}

// changes are the places whose expressions change with a node, in its folded form.
func (s *same) changes(n, by *ir.Node) []string {
	now := s.of(by, s.number)
	if now == s.number[n] {
		return nil
	}
	changed := map[*ir.Node]int{n: now}
	var list []string
	for _, user := range s.above(n) {
		if user != n {
			numbers := make([]int, len(user.Args))
			for i, a := range user.Args {
				if x, ok := changed[a]; ok {
					numbers[i] = x
				} else {
					numbers[i] = s.number[a]
				}
			}
			changed[user] = s.terms.with(user, numbers)
		}
		if changed[user] == s.number[user] {
			continue
		}
		for _, p := range s.places[user] {
			list = append(list, s.change(p.slot, changed[user]))
		}
	}
	return list
}

// above are a node and all that use it, arguments before users.
func (s *same) above(n *ir.Node) []*ir.Node {
	var list []*ir.Node
	seen := map[*ir.Node]bool{}
	var visit func(n *ir.Node)
	visit = func(n *ir.Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		for _, u := range s.users[n] {
			visit(u)
		}
		list = append(list, n)
	}
	visit(n)
	slices.Reverse(list)
	return list
}

// of is the number of a node, of which numbers has some of the arguments.
func (s *same) of(n *ir.Node, numbers map[*ir.Node]int) int {
	if x, ok := numbers[n]; ok {
		return x
	}
	args := make([]int, len(n.Args))
	for i, a := range n.Args {
		args[i] = s.of(a, numbers)
	}
	return s.terms.with(n, args)
}

// expression is what stands in a slot.
func expression(at slot) *ir.Node {
	switch o := at.owner.(type) {
	case *ir.Assign:
		if at.field == index {
			return o.Index
		}
		return o.Value
	case *ir.If:
		return o.Cond
	case *ir.Switch:
		return o.Subject
	case *ir.Conn:
		return o.Value
	case *ir.ReadPort:
		if at.field == enable {
			return o.Enable
		}
		return o.Addr
	case *ir.WritePort:
		return map[field]*ir.Node{enable: o.Enable, index: o.Addr, data: o.Data}[at.field]
	}
	panic("BUG: a slot of nothing")
}

// terms are folded expressions, numbered.
type terms struct {
	ids    map[string]int
	list   []term
	leaves map[any]int // numbers of what is read, for keys
}

// term is an operation on terms.
type term struct {
	op              ir.Op
	width, lo, rows int
	args            []int
	constant        *big.Int
	leaf            any
}

// of is the number of a node whose arguments have theirs.
func (t *terms) of(n *ir.Node, numbers map[*ir.Node]int) int {
	args := make([]int, len(n.Args))
	for i, a := range n.Args {
		args[i] = numbers[a]
	}
	return t.with(n, args)
}

// with is the number of a node with arguments of these numbers.
func (t *terms) with(n *ir.Node, args []int) int {
	x := term{op: n.Op, width: n.Width, args: args}
	switch n.Op {
	case ir.OpConst:
		x.constant = n.Const
	case ir.OpSignal:
		x.leaf = n.Sig
	case ir.OpElem:
		x.leaf = n.Arr
	case ir.OpMemRead:
		x.leaf = n.Read
	case ir.OpInstOut:
		x.leaf = [2]any{n.Inst, n.Port}
	case ir.OpLoopVar:
		x.leaf = n.Loop
	case ir.OpSlice:
		x.lo = n.Lo
	case ir.OpTranspose:
		x.rows = n.Rows
	}
	return t.fold(x)
}

// leaf numbers what is read.
func (t *terms) leaf(x any) int {
	if _, ok := t.leaves[x]; !ok {
		t.leaves[x] = len(t.leaves) + 1
	}
	return t.leaves[x]
}

// intern is the number of a term that folds no more.
func (t *terms) intern(x term) int {
	var b strings.Builder
	fmt.Fprintf(&b, "%d:%d:%d:%d", x.op, x.width, x.lo, x.rows)
	if x.constant != nil {
		fmt.Fprintf(&b, "=%x", x.constant)
	}
	if x.leaf != nil {
		fmt.Fprintf(&b, "@%d", t.leaf(x.leaf))
	}
	for _, a := range x.args {
		fmt.Fprintf(&b, ",%d", a)
	}
	key := b.String()
	id, ok := t.ids[key]
	if !ok {
		id = len(t.list)
		t.ids[key], t.list = id, append(t.list, x)
	}
	return id
}
