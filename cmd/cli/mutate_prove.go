package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/rtlgen/ir/analysis"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/prove"
)

// mostCompared bounds the registers, in bits, of a block whose mutants are compared with it as a whole; of a larger one
// the changed module is compared alone.
const mostCompared = 150000

// equality is how mutants that nothing notices are proven equal.
type equality struct {
	ctx    context.Context
	known  *prove.Table
	limit  time.Duration // of one search
	cycles int           // of the search for a stimulus; 0 for none
}

// prover reads how mutants are to be proven equal; nil if they are not.
func prover(c *cli.Context) (func(testbench.Comparison) (func(int) (testbench.Proof, error), error), error) {
	e := &equality{ctx: c.Context, known: &prove.Table{}}
	var err error
	if e.limit, err = time.ParseDuration(c.String("limit-proof")); err != nil || e.limit < 0 {
		return nil, fmt.Errorf("cannot use --limit-proof %s: give a time, for example 5s, or 0 for no proofs",
			c.String("limit-proof"))
	}
	if e.limit == 0 {
		return nil, nil
	}
	if e.cycles, err = strconv.Atoi(c.String("depth")); err != nil || e.cycles < 0 || e.cycles > maxDepth {
		return nil, fmt.Errorf("cannot use --depth %s: give a whole number of cycles from 0 to %d", c.String("depth"),
			maxDepth)
	}
	if c.IsSet("proofs") {
		if e.known, err = prove.ReadTable(c.String("proofs")); err != nil {
			return nil, err
		}
	}
	return e.of, nil
}

// of prepares the proofs of a block.
func (e *equality) of(x testbench.Comparison) (func(int) (testbench.Proof, error), error) {
	if analysis.SizeOf(x.Sound).RegisterBits > mostCompared {
		return func(number int) (testbench.Proof, error) {
			sound, mutant := x.Module(number)
			equal, err := prove.Equal(e.ctx, sound, mutant, e.limit)
			return testbench.Proof{Equal: equal, By: "structure"}, err
		}, nil
	}
	v, err := prove.NewVariants(x.Variants, prove.Counted{Proven: e.known.Known(x.Sound), Valid: x.Valid, Depth: e.cycles})
	if err != nil {
		return nil, err
	}
	return func(number int) (testbench.Proof, error) {
		p, err := v.Equal(e.ctx, number, e.limit)
		if err != nil {
			return testbench.Proof{}, err
		}
		answer := testbench.Proof{Equal: p.Verdict == prove.Proven, By: p.By}
		if p.Trace != nil {
			var b strings.Builder
			err = p.Trace.Write(&b)
			answer.Stimulus = b.String()
		}
		return answer, err
	}, nil
}
