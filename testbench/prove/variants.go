package prove

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"time"

	"culprit.example/culprit/rtlgen/aig"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/clocks"
	"culprit.example/culprit/rtlgen/ir/eval"
)

// Variants is a design of which the number on the last input of its top selects a variant; 0 is the design itself.
// Whether a variant does the same is asked in all states that the design reaches from reset, while the assumptions of
// its inputs hold.
type Variants struct {
	circuit *aig.Circuit
	sound   *side
	to      *aig.Graph
	given   []aig.Lit           // what holds in all those states
	now     map[aig.Lit]aig.Lit // values of inputs and registers of the circuit
	other   map[aig.Lit]aig.Lit // the same, of registers that are a variant's own
	top     *ir.Module
	valid   map[string]string
	depth   int
}

// Counted is what is known about a design whose variants are compared.
type Counted struct {
	// Proven reports whether a property holds in all cycles; nil if nothing is known.
	Proven func(*aig.Property) bool
	// Valid has for outputs whose values count only sometimes the output that tells when: in one bit, or in one for each
	// of equal parts.
	Valid map[string]string
	Depth int // cycles of the search for a difference
}

// side is one of both in the common graph: its outputs and what its memories see, and the next values of the registers.
type side struct {
	*aig.Copier
	seen []aig.Lit // pairs: a bit, and whether it counts
	next [][]aig.Lit
}

// NewVariants prepares a design.
func NewVariants(d *ir.Design, k Counted) (v *Variants, err error) {
	defer func() {
		if x := recover(); x != nil { // a loop that no value passes through
			v, err = nil, fmt.Errorf("%s: %v", d.Top.Name, x)
		}
	}()
	d = clocks.Lower(d, clocks.Options{})
	v = &Variants{circuit: aig.Flat(d.Top, aig.Options{MemoryBits: 1 << 9}), to: aig.New(), now: map[aig.Lit]aig.Lit{},
		other: map[aig.Lit]aig.Lit{}, top: d.Top, valid: k.Valid, depth: k.Depth}
	fixed := constants(v.circuit)
	for _, x := range v.circuit.Inputs[:len(v.circuit.Inputs)-1] {
		v.free(x.Bits)
	}
	for _, x := range v.circuit.Open {
		v.free(x.Bits)
	}
	for _, r := range v.circuit.Registers {
		for _, l := range r.Now {
			v.now[l] = fixed[l]
			if fixed[l] == unknown {
				v.now[l] = v.to.Input()
			}
		}
	}
	v.sound = v.side(0, nil)
	for _, p := range v.circuit.Properties {
		if p.Of.Kind == ir.Assume && p.Path == "" || p.Of.Kind != ir.Cover && k.Proven != nil && k.Proven(p) {
			v.given = append(v.given, v.sound.Lit(p.Holds))
		}
	}
	return v, nil
}

func (v *Variants) free(x aig.Word) {
	for _, l := range x {
		v.now[l] = v.to.Input()
	}
}

// side is the variant of a number. Registers have the values of the design, but for those that own has.
func (v *Variants) side(number int, own map[aig.Lit]aig.Lit) *side {
	s := &side{Copier: v.circuit.Copier(v.to)}
	for l, as := range v.now {
		if x, ok := own[l]; ok {
			as = x
		}
		s.Set(l, as)
	}
	selector := v.circuit.Inputs[len(v.circuit.Inputs)-1].Bits
	s.SetWord(selector, aig.Number(big.NewInt(int64(number)), len(selector)))
	outputs := map[string]aig.Word{}
	for _, x := range v.circuit.Outputs {
		outputs[x.Name] = x.Bits
	}
	for _, x := range v.circuit.Outputs {
		valid, ok := outputs[v.valid[x.Name]]
		for i, l := range x.Bits {
			counts := aig.True
			if ok {
				counts = s.Lit(valid[i*len(valid)/len(x.Bits)])
			}
			s.seen = append(s.seen, s.Lit(l), counts)
		}
	}
	for _, x := range v.circuit.Accesses {
		counts := s.Lit(x.When)
		for _, l := range x.Bits {
			s.seen = append(s.seen, s.Lit(l), counts)
		}
	}
	for _, r := range v.circuit.Registers {
		s.next = append(s.next, s.Word(r.Next))
	}
	return s
}

// differences are the literals that tell whether what is seen differs; those that cannot are left out. Where a bit
// counts is the same in both, or that is a difference of the bit that tells so.
func (v *Variants) differences(s *side) (list []aig.Lit) {
	for i := 0; i < len(s.seen); i += 2 {
		if l := v.to.And(v.sound.seen[i+1], v.to.Xor(v.sound.seen[i], s.seen[i])); l != aig.False {
			list = append(list, l)
		}
	}
	return list
}

// Equal tells of the first n variants whether they do the same: Proven; Refuted with a trace to a difference in its
// last cycle, or Bounded. By says how: structure, if the graphs are the same but for what nothing sees; induction; pdr,
// if no state is reached in which the variant does something else. progress is told how many are decided.
func (v *Variants) Equal(ctx context.Context, n int, limit time.Duration, progress func(done int)) ([]Property, error) {
	list := make([]Property, n)
	var open []*pending
	for i := range list {
		progress(i)
		p := &pending{number: i + 1, as: &list[i]}
		p.own, p.first, p.as.Verdict = v.structure(p.number)
		if p.as.Verdict == Proven {
			p.as.By = "structure"
			continue
		}
		open = append(open, p)
	}
	if err := v.unreached(ctx, open, limit); err != nil {
		return nil, err
	}
	if err := v.unseen(ctx, open, limit); err != nil {
		return nil, err
	}
	for _, p := range open {
		progress(p.number)
		if p.as.Verdict == Proven {
			continue
		}
		proven, err := v.inductive(ctx, p.number, p.first, limit)
		switch {
		case err != nil:
			return nil, err
		case proven:
			p.as.Verdict, p.as.By = Proven, "induction"
		case v.depth > 0:
			if *p.as, err = v.search(ctx, p.number, p.own, limit); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// pending is a variant that is not proven to be the same.
type pending struct {
	number int
	as     *Property
	own    map[int]bool
	first  *side
}

var timedOut = regexp.MustCompile(`Timing out on output +(\d+)`)
var askedAll = regexp.MustCompile(`All = (\d+)\. Proved = (\d+)\. Disproved = (\d+)\. Undecided = (\d+)`)
var answered = regexp.MustCompile(`Output +(\d+) was asserted`)

// unreached looks for variants that differ in no state that the design reaches: then the variant reaches the same ones.
func (v *Variants) unreached(ctx context.Context, list []*pending, limit time.Duration) error {
	var each []aig.Lit
	for _, p := range list {
		differ := v.differences(p.first)
		for i, next := range p.first.next {
			for k, l := range next {
				differ = append(differ, v.to.Xor(l, v.sound.next[i][k]))
			}
		}
		each = append(each, v.to.Any(differ...))
	}
	return v.never(ctx, v.beside(), list, each, limit)
}

// mostOwn bounds the bits of registers that are a variant's own, if it is compared cycle by cycle.
const mostOwn = 2000

// unseen looks for variants that may reach other states, none of which anything shows.
func (v *Variants) unseen(ctx context.Context, all []*pending, limit time.Duration) error {
	c := v.beside()
	var list []*pending
	var each []aig.Lit
	for _, p := range all {
		if p.as.Verdict == Proven || v.bits(p.own) > mostOwn {
			continue
		}
		own := map[aig.Lit]aig.Lit{}
		for i, r := range v.circuit.Registers {
			for _, l := range r.Now {
				if p.own[i] {
					own[l] = v.to.Input()
				}
			}
		}
		s := v.side(p.number, own)
		v.add(c, s, p.own, own)
		list, each = append(list, p), append(each, v.to.Any(v.differences(s)...))
	}
	return v.never(ctx, c, list, each, limit)
}

// never asks which literals are 0 in all cycles of a circuit, and has the variants proven of which they are. All are
// asked at once, as what is found out about one helps with others.
func (v *Variants) never(ctx context.Context, c *aig.Circuit, list []*pending, each []aig.Lit,
	limit time.Duration) error {
	if len(list) == 0 {
		return nil
	}
	given := v.to.All(v.given...)
	s := c.Sequential()
	now := s.Of(given)
	now = s.And(s.Always(now), now)
	var questions []aig.Lit
	for _, l := range each {
		questions = append(questions, s.And(now, s.Of(l)))
	}
	a, err := newABC(ctx)
	if err != nil {
		return err
	}
	defer a.close()
	if err := a.write(s.File(questions...), s.Graph); err != nil {
		return err
	}
	seconds := max(1, int(limit/time.Second))
	most := seconds * (10 + len(list)/4)
	said, _, err := a.within(ctx, time.Duration(2*most)*time.Second,
		fmt.Sprintf("read %s; pdr -a -H %d -T %d", circuit, 1000*seconds, most))
	if err != nil {
		return err
	}
	open := map[int]bool{}
	for _, m := range append(timedOut.FindAllStringSubmatch(said, -1), answered.FindAllStringSubmatch(said, -1)...) {
		i, _ := strconv.Atoi(m[1])
		open[i] = true
	}
	sum := askedAll.FindStringSubmatch(said)
	if sum == nil {
		return nil // the limit came first
	}
	proved, _ := strconv.Atoi(sum[2])
	if len(list)-len(open) != proved {
		return nil // it does not say which
	}
	for i, p := range list {
		if !open[i] {
			p.as.Verdict, p.as.By = Proven, "pdr"
		}
	}
	return nil
}

// structure finds the registers that a variant may give other values, by their numbers. If nothing that is seen depends
// on them, the variant is the same. first is what differs when all registers have the same values.
func (v *Variants) structure(number int) (own map[int]bool, first *side, verdict Verdict) {
	own, same := map[int]bool{}, true
	for {
		s := v.side(number, v.apart(own))
		if first == nil {
			first = s
		}
		same = same && len(v.differences(s)) == 0
		before := len(own)
		for i, next := range s.next {
			if !own[i] && !slices.Equal(next, v.sound.next[i]) {
				own[i] = true
			}
		}
		if len(own) == before || !same && v.depth == 0 && v.bits(own) > mostOwn {
			if same {
				return own, first, Proven
			}
			return own, first, Bounded
		}
	}
}

// bits is how many bits some registers have.
func (v *Variants) bits(own map[int]bool) (n int) {
	for i := range own {
		n += len(v.circuit.Registers[i].Now)
	}
	return n
}

// apart are values of some registers that are not those of the design.
func (v *Variants) apart(own map[int]bool) map[aig.Lit]aig.Lit {
	values := map[aig.Lit]aig.Lit{}
	for i, r := range v.circuit.Registers {
		if own[i] {
			for _, l := range r.Now {
				values[l] = v.otherOf(l)
			}
		}
	}
	return values
}

// otherOf is the value of a bit of a register in a variant that has one of its own.
func (v *Variants) otherOf(l aig.Lit) aig.Lit {
	x, ok := v.other[l]
	if !ok {
		x = v.to.Input()
		v.other[l] = x
	}
	return x
}

// inductive reports whether a variant with the same values in some registers, which include those that are seen, keeps
// them the same: from one cycle to the next, in states in which what is given holds.
func (v *Variants) inductive(ctx context.Context, number int, s *side, limit time.Duration) (bool, error) {
	apart := map[aig.Lit]aig.Lit{} // bits of registers that may differ
	for range 20 {
		type bit struct{ now, differs aig.Lit }
		var bits []bit
		seen := v.differences(s)
		ask := slices.Clone(seen)
		for i, next := range s.next {
			for k, l := range next {
				now := v.circuit.Registers[i].Now[k]
				if _, ok := apart[now]; !ok && l != v.sound.next[i][k] {
					b := bit{now, v.to.Xor(l, v.sound.next[i][k])}
					bits, ask = append(bits, b), append(ask, b.differs)
				}
			}
		}
		given := v.to.All(v.given...)
		found, decided, err := search(ctx, v.to, []aig.Lit{v.to.And(given, v.to.Any(ask...))}, limit)
		switch {
		case err != nil || !decided:
			return false, err
		case found == nil:
			return true, nil
		}
		nodes := v.to.Evaluate(ones(found))
		for _, l := range seen {
			if aig.Value(nodes, l)&1 == 1 {
				return false, nil
			}
		}
		for _, b := range bits {
			if aig.Value(nodes, b.differs)&1 == 1 {
				apart[b.now] = v.otherOf(b.now)
			}
		}
		s = v.side(number, apart)
	}
	return false, nil
}

// ones are values of one assignment for a graph that takes 64.
func ones(values map[aig.Lit]bool) map[aig.Lit]uint64 {
	all := map[aig.Lit]uint64{}
	for l, x := range values {
		if x {
			all[l] = 1
		}
	}
	return all
}

// search looks for a difference in the first cycles, and for a proof that there is none: the design beside the variant,
// of which those registers are its own that may have other values.
func (v *Variants) search(ctx context.Context, number int, own map[int]bool, limit time.Duration) (x Property,
	err error) {
	values := v.apart(own)
	variant := v.side(number, values)
	given, differ := v.to.All(v.given...), v.to.Any(v.differences(variant)...)
	c := v.beside()
	v.add(c, variant, own, values)
	s := c.Sequential()
	now := s.Of(given)
	question := s.All(s.Always(now), now, s.Of(differ))
	a, err := newABC(ctx)
	if err != nil {
		return x, err
	}
	defer a.close()
	file := s.File(question)
	if err := a.write(file, s.Graph); err != nil {
		return x, err
	}
	p := properties{limits: Limits{Search: limit}}
	found, err := p.firstFailure(ctx, a, &x, v.depth)
	switch {
	case err != nil:
		return x, err
	case found:
		values, err := a.values(file, x.Depth+1)
		if err != nil {
			return x, err
		}
		if x.Trace = newTrace(s, values); !v.differs(number, x.Trace) {
			x.Verdict, x.Trace = Open, nil
		}
		return x, nil
	}
	return x, p.reached(ctx, a, &x)
}

// beside is the design, to which add adds variants.
func (v *Variants) beside() *aig.Circuit {
	c := &aig.Circuit{Graph: v.to}
	word := func(x aig.Word) (y aig.Word) {
		for _, l := range x {
			y = append(y, v.now[l])
		}
		return y
	}
	for _, x := range v.circuit.Inputs[:len(v.circuit.Inputs)-1] {
		c.Inputs = append(c.Inputs, aig.Named{Name: x.Name, Bits: word(x.Bits)})
	}
	for _, x := range v.circuit.Open {
		c.Open = append(c.Open, aig.Named{Name: x.Name, Bits: word(x.Bits)})
	}
	for i, r := range v.circuit.Registers {
		sound := &aig.Register{Name: r.Name}
		if r.Start != nil {
			sound.Start = new(big.Int)
		}
		for k, l := range word(r.Now) {
			if l.Node() == 0 {
				continue // constant
			}
			if r.Start != nil {
				sound.Start.SetBit(sound.Start, len(sound.Now), r.Start.Bit(k))
			}
			sound.Now, sound.Next = append(sound.Now, l), append(sound.Next, v.sound.next[i][k])
		}
		c.Registers = append(c.Registers, sound)
	}
	return c
}

// add adds the own registers of a variant, with their present values.
func (v *Variants) add(c *aig.Circuit, variant *side, own map[int]bool, now map[aig.Lit]aig.Lit) {
	for i, r := range v.circuit.Registers {
		if !own[i] {
			continue
		}
		mine := &aig.Register{Name: r.Name, Start: r.Start, Like: c.Registers[i], Next: variant.next[i]}
		for _, l := range r.Now {
			mine.Now = append(mine.Now, now[l])
		}
		c.Registers = append(c.Registers, mine)
	}
}

// differs reports whether an output differs in the last cycle of a trace, by the meaning of the netlist, with 0 for
// what it leaves open.
func (v *Variants) differs(number int, t *Trace) bool {
	var tops [2]*eval.Instance
	for i := range tops {
		tops[i] = eval.New(v.top, func(path string, _ int) *big.Int { return number0(t.First[path]) })
	}
	inputs := v.top.Inputs()
	for cycle, row := range t.Rows {
		for k, top := range tops {
			for i, in := range inputs[:len(inputs)-1] {
				top.SetInput(in, number0(row[i]))
			}
			top.SetInput(inputs[len(inputs)-1], big.NewInt(int64(k*number)))
		}
		if cycle == len(t.Rows)-1 {
			break
		}
		for _, top := range tops {
			top.Step()
		}
	}
	return slices.ContainsFunc(v.top.Outputs(), func(p *ir.Signal) bool {
		return tops[0].Signal(p).Cmp(tops[1].Signal(p)) != 0
	})
}

// unknown marks a bit that is no constant.
const unknown = ^aig.Lit(0)

// constants finds the bits of registers that have the same value in all cycles of number 0, whatever the inputs are:
// for each bit False, True, or unknown.
func constants(c *aig.Circuit) map[aig.Lit]aig.Lit {
	now := map[aig.Lit]aig.Lit{}
	for _, r := range c.Registers {
		for i, l := range r.Now {
			now[l] = unknown
			if r.Start != nil {
				now[l] = aig.False
				if r.Start.Bit(i) == 1 {
					now[l] = aig.True
				}
			}
		}
	}
	for _, l := range c.Inputs[len(c.Inputs)-1].Bits {
		now[l] = aig.False
	}
	for changed := true; changed; {
		changed = false
		value := ternary(c.Graph, now)
		for _, r := range c.Registers {
			for i, l := range r.Now {
				if now[l] != unknown && value(r.Next[i]) != now[l] {
					now[l], changed = unknown, true
				}
			}
		}
	}
	return now
}

// ternary evaluates a graph whose inputs are constants or unknown.
func ternary(g *aig.Graph, inputs map[aig.Lit]aig.Lit) func(aig.Lit) aig.Lit {
	nodes := make([]aig.Lit, g.Nodes())
	value := func(l aig.Lit) aig.Lit {
		x := nodes[l.Node()]
		if l.Inverted() && x != unknown {
			return x.Not()
		}
		return x
	}
	for n := 1; n < g.Nodes(); n++ {
		a, b, gate := g.Gate(n)
		if !gate {
			x, ok := inputs[aig.Lit(n)<<1]
			if nodes[n] = unknown; ok {
				nodes[n] = x
			}
			continue
		}
		switch x, y := value(a), value(b); {
		case x == aig.False || y == aig.False:
			nodes[n] = aig.False
		case x == aig.True && y == aig.True:
			nodes[n] = aig.True
		default:
			nodes[n] = unknown
		}
	}
	return value
}
