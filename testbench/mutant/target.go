package mutant

import (
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// Mutation changes a module. If it returns an error, it has changed nothing.
type Mutation = func(m *ir.Module) error

// root is a place in the netlist that holds an expression of a target.
type root struct {
	at        **ir.Node
	condition bool // of an if, or an enable
}

// roots are the places that hold the expressions of the target.
func roots(m *ir.Module, target string) ([]root, error) {
	var list []root
	if inst, port, ok := strings.Cut(target, "."); ok {
		list = connection(m, inst, port)
	} else {
		list = append(assignments(m.Body, target), memoryPorts(m, target)...)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("nothing drives %s; driven are: %s", target, strings.Join(targets(m), ", "))
	}
	return list, nil
}

func connection(m *ir.Module, inst, port string) []root {
	for _, in := range m.Instances {
		if in.Name != inst {
			continue
		}
		for i := range in.Conns {
			if in.Conns[i].Port.Name == port {
				return []root{{&in.Conns[i].Value, false}}
			}
		}
	}
	return nil
}

func targetName(a *ir.Assign) string {
	if a.Arr != nil {
		return a.Arr.Name
	}
	return a.Sig.Name
}

// assignments collects the expressions of the assignments to the target in the
// body, and of the statements around them.
func assignments(body []ir.Stmt, target string) []root {
	var list []root
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			if targetName(s) != target {
				continue
			}
			if s.Index != nil {
				list = append(list, root{&s.Index, false})
			}
			list = append(list, root{&s.Value, false})
		case *ir.If:
			inner := append(assignments(s.Then, target), assignments(s.Else, target)...)
			list = append(list, around(root{&s.Cond, true}, inner)...)
		case *ir.Switch:
			var inner []root
			for _, c := range s.Cases {
				inner = append(inner, assignments(c.Body, target)...)
			}
			inner = append(inner, assignments(s.Default, target)...)
			list = append(list, around(root{&s.Subject, false}, inner)...)
		case *ir.Loop:
			list = append(list, assignments(s.Body, target)...)
		}
	}
	return list
}

// around puts the expression of a statement before those inside it, if any.
func around(outer root, inner []root) []root {
	if len(inner) == 0 {
		return nil
	}
	return append([]root{outer}, inner...)
}

func memoryPorts(m *ir.Module, target string) []root {
	var list []root
	for _, mem := range m.Memories {
		if mem.Name == target {
			for _, w := range mem.Writes {
				list = append(list, root{&w.Enable, w.Lanes() == 1}, root{&w.Addr, false}, root{&w.Data, false})
			}
		}
		for _, r := range mem.Reads {
			if mem.Name != target && r.Name != target {
				continue
			}
			if r.Enable != nil {
				list = append(list, root{&r.Enable, true})
			}
			list = append(list, root{&r.Addr, false})
		}
	}
	return list
}

// targets lists all names that roots finds something for.
func targets(m *ir.Module) []string {
	var names []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	ir.WalkStmts(m.Body, func(s ir.Stmt) {
		if a, ok := s.(*ir.Assign); ok {
			add(targetName(a))
		}
	})
	for _, mem := range m.Memories {
		add(mem.Name)
		for _, r := range mem.Reads {
			add(r.Name)
		}
	}
	for _, in := range m.Instances {
		for _, c := range in.Conns {
			add(in.Name + "." + c.Port.Name)
		}
	}
	return names
}

// find returns the nth matching node of the target's expressions.
func find(m *ir.Module, target, what string, nth int, fits func(*ir.Node) bool) (*ir.Node, []root, error) {
	list, err := roots(m, target)
	if err != nil {
		return nil, nil, err
	}
	var found []*ir.Node
	seen := map[*ir.Node]bool{}
	for _, r := range list {
		walk(*r.at, seen, func(n *ir.Node) {
			if fits(n) {
				found = append(found, n)
			}
		})
	}
	if nth < 0 || nth >= len(found) {
		return nil, nil, fmt.Errorf("no such node: %s %d of %s; it has %d of them in:\n%s", what, nth, target, len(found),
			shown(list))
	}
	return found[nth], list, nil
}

// walk visits nodes in the order of the text: users before arguments.
func walk(n *ir.Node, seen map[*ir.Node]bool, f func(*ir.Node)) {
	if seen[n] {
		return
	}
	seen[n] = true
	f(n)
	for _, a := range n.Args {
		walk(a, seen, f)
	}
}

func shown(list []root) string {
	var b strings.Builder
	for _, r := range list {
		fmt.Fprintf(&b, "  %s: %s\n", (*r.at).Pos, ir.NodeText(*r.at))
	}
	return strings.TrimRight(b.String(), "\n")
}

// replace replaces a node in the target's expressions only: since expressions
// share nodes, the nodes above it are copied.
func replace(list []root, old, by *ir.Node) {
	for _, r := range list {
		*r.at = substitute(*r.at, old, by, map[*ir.Node]*ir.Node{})
	}
}

func substitute(n, old, by *ir.Node, done map[*ir.Node]*ir.Node) *ir.Node {
	if n == old {
		return by
	}
	if d, ok := done[n]; ok {
		return d
	}
	result := n
	for i, a := range n.Args {
		b := substitute(a, old, by, done)
		if a == b {
			continue
		}
		if result == n {
			result = copyNode(n)
		}
		result.Args[i] = b
	}
	done[n] = result
	return result
}

func copyNode(n *ir.Node) *ir.Node {
	c := *n
	c.Args = append([]*ir.Node(nil), n.Args...)
	return &c
}
