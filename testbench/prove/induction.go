package prove

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen/aig"
	"culprit.example/culprit/testbench/extsim"
)

// induction reports whether a question that no state in reach answers with 1 in depth cycles is never answered so: for
// some k up to the depth, no k cycles in a row without that, from any state on, lead to a cycle with it. The solver is
// yices, which knows nothing of what ABC does.
func induction(ctx context.Context, s *aig.Sequential, question aig.Lit, depth int, limit time.Duration) (bool, error) {
	tool, err := extsim.Lookup(ctx, "yices-smt2")
	if err != nil {
		return false, err
	}
	dir, err := child.MakeTemp()
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	end := time.Now().Add(limit)
	for k := 1; k <= depth; k *= 2 {
		g, all := unrolled(s, question, k)
		if all == aig.False {
			return true, nil
		}
		path := filepath.Join(dir, fmt.Sprintf("%d.smt2", k))
		f, err := os.Create(path)
		if err != nil {
			return false, child.TempError(err)
		}
		if err := writeSMT(f, g, all); err != nil {
			return false, child.TempError(err)
		}
		if err := f.Close(); err != nil {
			return false, child.TempError(err)
		}
		left := time.Until(end)
		if left < time.Second {
			return false, nil
		}
		cmd := child.New(ctx, tool.Path, fmt.Sprintf("--timeout=%d", int(left/time.Second)), path)
		said, err := cmd.Said()
		switch {
		case ctx.Err() != nil:
			return false, ctx.Err()
		case err != nil:
			return false, fmt.Errorf("yices-smt2 ended with %w and said: %s", err, said)
		case strings.TrimSpace(string(said)) == "unsat":
			return true, nil
		}
	}
	return false, nil
}

// unrolled is k cycles without an answer of 1 from any state on, and one with it.
func unrolled(s *aig.Sequential, question aig.Lit, k int) (*aig.Graph, aig.Lit) {
	g := aig.New()
	latches := s.File(question).Latches
	now := make([]aig.Lit, len(latches))
	for i := range now {
		now[i] = g.Input()
	}
	all := aig.True
	for t := 0; ; t++ {
		c := s.Copier(g)
		for i, l := range latches {
			c.Set(l.Now, now[i])
		}
		asked := c.Lit(question)
		if t == k {
			return g, g.And(all, asked)
		}
		all = g.And(all, asked.Not())
		for i, l := range latches {
			now[i] = c.Lit(l.Next)
		}
	}
}

// writeSMT asks in SMT-LIB whether a literal can be 1.
func writeSMT(w io.Writer, g *aig.Graph, question aig.Lit) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "(set-logic QF_UF)")
	name := func(l aig.Lit) string {
		switch {
		case l == aig.True:
			return "true"
		case l == aig.False:
			return "false"
		case l.Inverted():
			return fmt.Sprintf("(not n%d)", l.Node())
		}
		return fmt.Sprintf("n%d", l.Node())
	}
	for n, used := range g.Cone(question) {
		if x, y, gate := g.Gate(n); !used || n == 0 {
			continue
		} else if gate {
			fmt.Fprintf(b, "(define-fun n%d () Bool (and %s %s))\n", n, name(x), name(y))
		} else {
			fmt.Fprintf(b, "(declare-fun n%d () Bool)\n", n)
		}
	}
	fmt.Fprintf(b, "(assert %s)\n(check-sat)\n", name(question))
	return b.Flush()
}
