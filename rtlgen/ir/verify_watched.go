package ir

import "fmt"

// verifyWatched checks that what is verification-only is read by properties, and by what is
// verification-only, alone: the Verilog has it for simulation only, and engines without checks
// do not compute it.
func verifyWatched(m *Module) error {
	if !m.HasVerificationOnly() {
		return nil
	}
	var err error
	seen := map[*Node]bool{}
	real := func(root *Node) {
		WalkNodes(root, seen, func(n *Node) {
			if name := n.watched(); name != "" && err == nil {
				err = fmt.Errorf("%s: %s is verification-only, and is read by more than properties", n.Pos, name)
			}
		})
	}
	WalkAssigns(m.Body, func(a *Assign, under *Context) {
		if a.Sig != nil && a.Sig.VerificationOnly || a.Arr != nil && a.Arr.VerificationOnly {
			return
		}
		StmtNodes(a, real)
		for ; under != nil; under = under.Outer {
			real(under.Cond)
		}
	})
	outside := &Module{Memories: m.Memories, Instances: m.Instances}
	outside.RootNodes(real)
	return err
}

// watched is the name of what the node reads, if that is verification-only, else "".
func (n *Node) watched() string {
	switch {
	case n.Sig != nil && n.Sig.VerificationOnly:
		return n.Sig.Name
	case n.Arr != nil && n.Arr.VerificationOnly:
		return n.Arr.Name
	}
	return ""
}
