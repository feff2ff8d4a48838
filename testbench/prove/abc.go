package prove

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen/aig"
	"culprit.example/culprit/testbench/extsim"
)

// abc is a started search in a folder of its own.
type abc struct {
	program, dir string
}

// newABC finds the program and makes the folder, which close removes.
func newABC(ctx context.Context) (*abc, error) {
	tool, err := extsim.Lookup(ctx, "berkeley-abc")
	if err != nil {
		return nil, err
	}
	dir, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	return &abc{tool.Path, dir}, nil
}

func (a *abc) close() { os.RemoveAll(a.dir) }

// write writes the file that scripts read.
func (a *abc) write(file *aig.Aiger, g *aig.Graph) error {
	f, err := os.Create(filepath.Join(a.dir, circuit))
	if err != nil {
		return child.TempError(err)
	}
	defer f.Close()
	if err := file.Write(f, g); err != nil {
		return child.TempError(err)
	}
	return f.Close()
}

// The files of a search.
const circuit, model = "circuit.aig", "model.txt"

// run does a script and returns what the program said.
func (a *abc) run(ctx context.Context, script string) (string, error) {
	cmd := child.New(ctx, a.program, "-c", script)
	cmd.Dir = a.dir
	said, err := cmd.Said()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", fmt.Errorf("berkeley-abc ended with %w and said: %s", err, said)
	}
	return string(said), nil
}

// within is run with a limit, 0 for none: in time is false if it came first.
func (a *abc) within(ctx context.Context, limit time.Duration, script string) (said string, inTime bool, err error) {
	bounded := ctx
	if limit > 0 {
		var cancel context.CancelFunc
		bounded, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	said, err = a.run(bounded, script)
	if bounded.Err() != nil && ctx.Err() == nil {
		return "", false, nil
	}
	return said, true, err
}

// values reads what was found for the inputs of a file, cycle by cycle.
func (a *abc) values(file *aig.Aiger, cycles int) ([]map[aig.Lit]bool, error) {
	text, err := os.ReadFile(filepath.Join(a.dir, model))
	if err != nil {
		return nil, fmt.Errorf("berkeley-abc found values and did not write them: %w", err)
	}
	bits := string(text)
	if end := strings.IndexFunc(bits, func(r rune) bool { return r != '0' && r != '1' }); end >= 0 {
		bits = bits[:end]
	}
	n := len(file.Inputs)
	if len(bits) != len(file.Latches)+cycles*n {
		return nil, fmt.Errorf("berkeley-abc wrote %d values for %d latches and %d cycles of %d inputs", len(bits),
			len(file.Latches), cycles, n)
	}
	bits = bits[len(file.Latches):]
	all := make([]map[aig.Lit]bool, cycles)
	for t := range all {
		all[t] = map[aig.Lit]bool{}
		for i, l := range file.Inputs {
			all[t][l] = bits[t*n+i] == '1'
		}
	}
	return all, nil
}

// search looks for values of the inputs for which one of the literals is 1: found has them, nil for none. decided is
// false if the limit came first.
func search(ctx context.Context, g *aig.Graph, differ []aig.Lit, limit time.Duration) (found map[aig.Lit]bool,
	decided bool, err error) {
	some := g.Any(differ...)
	if some == aig.False {
		return nil, true, nil
	}
	a, err := newABC(ctx)
	if err != nil {
		return nil, false, err
	}
	defer a.close()
	file := &aig.Aiger{Outputs: []aig.Lit{some}}
	if err := a.write(file, g); err != nil {
		return nil, false, err
	}
	said, inTime, err := a.within(ctx, limit, fmt.Sprintf("&read %s; &cec -m -C 1000000", circuit))
	switch {
	case err != nil || !inTime:
		return nil, false, err
	case strings.Contains(said, "Networks are equivalent"):
		return nil, true, nil
	case !strings.Contains(said, "NOT EQUIVALENT"):
		return nil, false, nil
	}
	// It says which values only to a solver that takes the circuit as a whole.
	if _, err := a.run(ctx, fmt.Sprintf("read %s; sat; write_cex %s", circuit, model)); err != nil {
		return nil, false, err
	}
	all, err := a.values(file, 1)
	if err != nil {
		return nil, false, err
	}
	return all[0], true, nil
}

// number is the value of a word among the values of the nodes.
func number(nodes []uint64, x aig.Word) *big.Int {
	r := new(big.Int)
	for i, l := range x {
		r.SetBit(r, i, uint(aig.Value(nodes, l)&1))
	}
	return r
}
