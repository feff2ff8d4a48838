package ir

import "slices"

// StrayIndices calls f once on every node that reads a loop's index outside that
// loop, with the expression in which it stands.
func (m *Module) StrayIndices(f func(root, n *Node)) {
	s := &stray{open: map[*Loop]bool{}, free: map[*Node][]*Loop{}, found: map[*Node]bool{}, f: f}
	s.body(m.Body)
	outside := &Module{Memories: m.Memories, Instances: m.Instances, Properties: m.Properties}
	outside.RootNodes(s.check)
}

type stray struct {
	open  map[*Loop]bool
	free  map[*Node][]*Loop // the loops whose indices a node reads; nodes that read the same ones share the list
	found map[*Node]bool
	f     func(root, n *Node)
}

func (s *stray) body(body []Stmt) {
	for _, x := range body {
		StmtNodes(x, s.check)
		switch x := x.(type) {
		case *If:
			s.body(x.Then)
			s.body(x.Else)
		case *Switch:
			for _, c := range x.Cases {
				s.body(c.Body)
			}
			s.body(x.Default)
		case *Loop:
			s.open[x] = true
			s.body(x.Body)
			delete(s.open, x)
		}
	}
}

// check looks for strays in an expression. Only one that has some is walked.
func (s *stray) check(root *Node) {
	closed := func(l *Loop) bool { return !s.open[l] }
	if !slices.ContainsFunc(s.loops(root), closed) {
		return
	}
	WalkNodes(root, map[*Node]bool{}, func(n *Node) {
		if n.Op == OpLoopVar && closed(n.Loop) && !s.found[n] {
			s.found[n] = true
			s.f(root, n)
		}
	})
}

// loops are the loops whose indices an expression reads.
func (s *stray) loops(n *Node) []*Loop {
	if list, known := s.free[n]; known {
		return list
	}
	var list []*Loop
	if n.Op == OpLoopVar {
		list = []*Loop{n.Loop}
	}
	for _, a := range n.Args {
		more := s.loops(a)
		if list == nil {
			list = more
			continue
		}
		for _, l := range more {
			if !slices.Contains(list, l) {
				list = append(list[:len(list):len(list)], l)
			}
		}
	}
	s.free[n] = list
	return list
}
