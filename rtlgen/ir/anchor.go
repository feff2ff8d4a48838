package ir

import (
	"fmt"
	"strings"
)

// anchorSize is the number of operations from which on an expression that is used
// more than once is written once: as &1:EXPR where it is first used, as &1 after that.
// Below it, sharing does not show in the text.
const anchorSize = 5000

// anchors are the shared expressions of a module that are written once.
type anchors struct {
	shared map[*Node]bool
	number map[*Node]int // of those that have been written
}

// anchorsOf finds the large expressions of a module that are used more than once; nil
// if it has none.
func anchorsOf(m *Module) *anchors {
	sizes, uses := map[*Node]int{}, map[*Node]int{}
	large := false
	seen := map[*Node]bool{}
	m.RootNodes(func(root *Node) {
		uses[root]++
		WalkNodes(root, seen, func(n *Node) {
			size := min(len(n.Args), 1)
			for _, a := range n.Args {
				uses[a]++
				size = min(size+sizes[a], anchorSize)
			}
			sizes[n] = size
			large = large || size == anchorSize
		})
	})
	if !large {
		return nil
	}
	a := &anchors{shared: map[*Node]bool{}, number: map[*Node]int{}}
	for n, size := range sizes {
		if size == anchorSize && uses[n] > 1 {
			a.shared[n] = true
		}
	}
	return a
}

// anchored writes the number of a shared expression. It reports whether nothing else
// is to be written, since the expression stands above.
func (p *printer) anchored(b *strings.Builder, n *Node) bool {
	if p.anchors == nil || !p.shared[n] {
		return false
	}
	k, known := p.number[n]
	if !known {
		k = len(p.number) + 1
		p.number[n] = k
	}
	fmt.Fprintf(b, "&%d", k)
	if !known {
		b.WriteByte(':')
	}
	return known
}

// anchor reads an expression with a number, or the number alone.
func (w *words) anchor() *Node {
	k := w.size("the number of an expression")
	if !w.skip(":") {
		n := w.p.anchored[k]
		if n == nil {
			w.p.expected("the number of an expression that stands above", fmt.Sprint(k))
		}
		return n
	}
	if w.p.anchored[k] != nil {
		w.p.fail("a second expression with the number %d", k)
	}
	n := w.expr()
	w.p.anchored[k] = n
	return n
}
