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
func prover(c *cli.Context) (func(testbench.Comparison) ([]testbench.Proof, error), error) {
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

// of proves what it can of the mutants of a block.
func (e *equality) of(x testbench.Comparison) ([]testbench.Proof, error) {
	answers := make([]testbench.Proof, x.Mutants)
	if analysis.SizeOf(x.Sound).RegisterBits > mostCompared {
		for i := range answers {
			x.Progress(i)
			sound, mutant := x.Module(i + 1)
			equal, err := prove.Equal(e.ctx, sound, mutant, e.limit)
			if err != nil {
				return nil, err
			}
			answers[i] = testbench.Proof{Equal: equal, By: "the module alone"}
		}
		return answers, nil
	}
	v, err := prove.NewVariants(x.Variants, prove.Counted{Proven: e.known.Known(x.Sound), Valid: x.Valid, Depth: e.cycles})
	if err != nil {
		return nil, err
	}
	list, err := v.Equal(e.ctx, x.Mutants, e.limit, x.Progress)
	if err != nil {
		return nil, err
	}
	for i, p := range list {
		answers[i] = testbench.Proof{Equal: p.Verdict == prove.Proven, By: p.By}
		if p.Trace == nil {
			continue
		}
		var b strings.Builder
		if err := p.Trace.Write(&b); err != nil {
			return nil, err
		}
		answers[i].Stimulus = b.String()
	}
	return answers, nil
}
