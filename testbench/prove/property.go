package prove

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"culprit.example/culprit/rtlgen/aig"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/clocks"
)

// More verdicts, of properties. Open is here a failure that needs what the netlist leaves open: a memory that is too
// large to be looked into, an index beyond the end.
const (
	Bounded Verdict = "holds so far" // up to a depth
	Refuted Verdict = "refuted"
	Lifted  Verdict = "lifted" // an assumption of a part that the pins of the top break: it is one of the top
)

// Property is what was found about an assertion, or about an assumption of a part, which its surroundings have to meet.
type Property struct {
	Name    string  `json:"name"`    // with its path
	Kind    string  `json:"kind"`    // assert, or assume of a part
	Verdict Verdict `json:"verdict"` // "proven", "holds so far", "refuted", "lifted" or "not decided"
	// Depth is how many cycles after reset have no failure, where it is not proven; of one that is refuted, the cycle
	// of the failure.
	Depth int `json:"cycles"`
	// By is what proved it: induction (yices), pdr (ABC), or nothing where it is plain.
	By      string  `json:"by,omitempty"`
	Seconds float64 `json:"seconds"`         // by the clock
	Trace   *Trace  `json:"trace,omitempty"` // to the failure

	of *aig.Property
}

// Limits bound what is spent on one property.
type Limits struct {
	Search time.Duration // for each engine
	Depth  int           // cycles of the bounded search
	Jobs   int           // properties that are decided at the same time; 0 is 1
	// Progress, if it is not nil, is told how many properties of how many are decided.
	Progress func(stage string, done, total int)
}

// Properties proves the assertions of the top of a design, and that the parts are used as they must be. The
// assumptions of the top hold in all cycles; the assertions of the parts hold where they are used as they must be.
// Each proof may count on all others in the cycles before: the first failure of any is what is looked for.
// Clocks that are inputs have edges in any cycles, and synchronizers are uncertain (clocks.Options).
func Properties(ctx context.Context, d *ir.Design, l Limits) ([]*Property, error) {
	d = clocks.Lower(d, clocks.Options{Uncertain: true})
	c := aig.Flat(d.Top, aig.Options{MemoryBits: 1 << 11})
	p := &properties{top: d.Top, circuit: c, limits: l, list: []*Property{}}
	for _, x := range c.Properties {
		switch {
		case x.Of.Kind == ir.Cover:
		case x.Of.Kind == ir.Assume && x.Path == "":
			p.given = append(p.given, x)
		case x.Of.Kind == ir.Assert && x.Path != "":
			p.parts = append(p.parts, x)
		default:
			p.list = append(p.list, &Property{Name: x.Name(), Kind: x.Of.Kind.String(), of: x})
		}
	}
	return p.list, p.run(ctx)
}

type properties struct {
	top     *ir.Module
	circuit *aig.Circuit
	limits  Limits
	given   []*aig.Property // assumptions of the top
	parts   []*aig.Property // assertions of the parts
	list    []*Property
}

// run proves until nothing that was counted on is left without proof.
func (p *properties) run(ctx context.Context) error {
	for again := true; again; {
		s, questions := p.questions()
		var open []*Property
		for _, x := range p.list {
			if x.Verdict == "" || x.Verdict == Proven {
				open = append(open, x)
			}
		}
		err := p.each(ctx, open, func(ctx context.Context, x *Property) error {
			start := time.Now()
			err := p.decide(ctx, s, x, questions[x])
			x.Seconds += time.Since(start).Seconds()
			return err
		})
		if err != nil {
			return err
		}
		again = slices.ContainsFunc(open, func(x *Property) bool { return x.Verdict != Proven })
	}
	return nil
}

// questions are what must never be 1: the first failure of a property that is proven or not looked at yet.
func (p *properties) questions() (*aig.Sequential, map[*Property]aig.Lit) {
	s := p.circuit.Sequential()
	var before, now []aig.Lit
	for _, x := range p.given {
		now = append(now, s.Of(x.Holds))
	}
	for _, x := range p.parts {
		before = append(before, s.Of(x.Holds))
	}
	for _, x := range p.list {
		switch x.Verdict {
		case Lifted:
			now = append(now, s.Of(x.of.Holds))
		case "", Proven:
			before = append(before, s.Of(x.of.Holds))
		}
	}
	holds := s.All(now...)
	always := s.Always(s.And(holds, s.All(before...)))
	questions := map[*Property]aig.Lit{}
	for _, x := range p.list {
		questions[x] = s.All(always, holds, s.Of(x.of.Holds).Not())
	}
	return s, questions
}

// each calls f for all, some at a time, and returns the first error.
func (p *properties) each(ctx context.Context, list []*Property, f func(context.Context, *Property) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	work := make(chan *Property)
	for range max(1, p.limits.Jobs) {
		wg.Go(func() {
			for x := range work {
				if err := f(ctx, x); err != nil {
					cancel(err)
				}
				mu.Lock()
				if done++; p.limits.Progress != nil {
					p.limits.Progress("proof", done, len(list))
				}
				mu.Unlock()
			}
		})
	}
	for _, x := range list {
		if ctx.Err() == nil {
			work <- x
		}
	}
	close(work)
	wg.Wait()
	return context.Cause(ctx)
}

// ofPins reports whether an input of the top has to do with a value in the same cycle.
func (p *properties) ofPins(l aig.Lit) bool {
	used := p.circuit.Cone(l)
	return slices.ContainsFunc(p.circuit.Inputs, func(x aig.Named) bool {
		return slices.ContainsFunc(x.Bits, func(b aig.Lit) bool { return used[b.Node()] })
	})
}

var (
	failedIn = regexp.MustCompile(`was asserted in frame (\d+)`)
	noneIn   = regexp.MustCompile(`No output asserted in (\d+) frames`)
)

// decide looks for a failure, and for a proof that there is none.
func (p *properties) decide(ctx context.Context, s *aig.Sequential, x *Property, question aig.Lit) error {
	if question == aig.False {
		x.Verdict = Proven
		return nil
	}
	a, err := newABC(ctx)
	if err != nil {
		return err
	}
	defer a.close()
	file := s.File(question)
	if err := a.write(file, s.Graph); err != nil {
		return err
	}
	// Most proofs are short: they come before the long search for a failure.
	for _, depth := range []int{min(2, p.limits.Depth), p.limits.Depth} {
		if done, err := p.firstCycles(ctx, a, s, file, x, depth); done || err != nil {
			return err
		}
		if x.Depth == 0 {
			break // not even that within the limit
		}
		switch found, err := induction(ctx, s, question, x.Depth, p.limits.Search); {
		case err != nil:
			return err
		case found:
			x.Verdict, x.Depth, x.By = Proven, 0, "induction"
			return nil
		}
	}
	return p.reached(ctx, a, x)
}

// reached has ABC prove that no state that is reached answers with 1.
func (p *properties) reached(ctx context.Context, a *abc, x *Property) error {
	// It is as well that register correspondence ends with the limit.
	said, _, err := a.within(ctx, 2*p.limits.Search,
		fmt.Sprintf("read %s; scorr; pdr -T %d", circuit, p.limits.seconds()))
	if err == nil && strings.Contains(said, "Property proved") {
		x.Verdict, x.Depth, x.By = Proven, 0, "pdr"
	}
	return err
}

func (l Limits) seconds() int { return max(1, int(l.Search/time.Second)) }

// firstCycles looks for a failure in the first cycles; done says that it found one.
func (p *properties) firstCycles(ctx context.Context, a *abc, s *aig.Sequential, file *aig.Aiger, x *Property,
	depth int) (done bool, err error) {
	if found, err := p.firstFailure(ctx, a, x, depth); !found || err != nil {
		return false, err
	}
	values, err := a.values(file, x.Depth+1)
	if err != nil {
		return false, err
	}
	x.Trace = newTrace(s, values)
	switch {
	case !p.fails(x):
		x.Verdict = Open
	case x.Kind == ir.Assume.String() && p.ofPins(x.of.Holds):
		x.Verdict = Lifted
	}
	return true, nil
}

// firstFailure looks for an answer of 1 in the first cycles, and sets verdict and depth.
func (p *properties) firstFailure(ctx context.Context, a *abc, x *Property, depth int) (found bool, err error) {
	said, err := a.run(ctx, fmt.Sprintf("read %s; bmc3 -F %d -T %d; write_cex %s", circuit, depth, p.limits.seconds(),
		model))
	if err != nil {
		return false, err
	}
	m := failedIn.FindStringSubmatch(said)
	if m == nil {
		x.Verdict = Bounded
		if m := noneIn.FindStringSubmatch(said); m != nil {
			x.Depth, _ = strconv.Atoi(m[1])
		}
		return false, nil
	}
	x.Verdict = Refuted
	x.Depth, _ = strconv.Atoi(m[1])
	return true, nil
}
