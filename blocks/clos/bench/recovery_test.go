package bench

import (
	"cmp"
	"fmt"
	"math/big"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/adapter"
	adapter "culprit.example/culprit/blocks/adapter/golden"
	cioq "culprit.example/culprit/blocks/cioq/golden"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// A Clos network of two stages of inner links: four adapters of cell mode, and six elements with
// two ports each, which are golden models.
const (
	innerPorts = 2
	innerNodes = innerPorts * innerPorts
	innerSlots = 8
	lastStage  = 2
)

// innerEnd is a port of an element.
type innerEnd struct{ stage, element, port int }

// innerFault is what happens once on an inner link.
type innerFault struct {
	name    string
	hits    func(adapter.Header) bool // the words to which it happens
	happens func(r *innerRun, from innerEnd, b *cioq.Beat)
	credit  bool // a credit gets lost, not a word
}

func anyWord(adapter.Header) bool     { return true }
func isSegment(h adapter.Header) bool { return !h.Message }
func hasGrant(h adapter.Header) bool  { return h.Gnt > 0 }

var innerFaults = []innerFault{
	{name: "segment lost", hits: isSegment, happens: (*innerRun).loses},
	{name: "word lost", hits: anyWord, happens: (*innerRun).loses},
	{name: "grant lost", hits: hasGrant, happens: (*innerRun).loses},
	{name: "segment doubled", hits: isSegment, happens: func(r *innerRun, from innerEnd, b *cioq.Beat) {
		r.again, r.link = *b, from
	}},
	{name: "word damaged", hits: anyWord, happens: func(r *innerRun, _ innerEnd, b *cioq.Beat) {
		bit := 32 + r.rng.Intn(64)
		b.Data = new(big.Int).Xor(b.Data, new(big.Int).Lsh(big.NewInt(1), uint(bit)))
	}},
	{name: "credit lost", credit: true},
}

// innerRun is a network in which faults happen.
type innerRun struct {
	rng      *rand.Rand
	p        adapter.Params
	nodes    []func(adapter.AdapterIn) adapter.AdapterOut
	elements [lastStage + 1][innerPorts]*cioq.Element
	shown    []adapter.AdapterOut
	tx       []cioq.Beat // words of the adapters, and the credits for them, of the cycle before
	home     map[innerEnd]int
	cycle    int

	due   map[[2]int][]uint32 // tags of packets, by source and destination
	at    map[[2]int]int      // segments of the first of them that have left
	fault *innerFault
	skip  int    // words or credits that pass before
	hurt  [2]int // the flow that may miss a packet
	may   int    // packets that it may miss

	again cioq.Beat // a word that comes twice
	link  innerEnd  // on this link; or the one that has lost a credit
	taken bool      // it has a slot
	owes  bool      // a credit got lost
}

func newInnerRun(t *testing.T, v blocks.Values, mutants ...testbench.Mutant) *innerRun {
	t.Helper()
	given := blocks.Values{"nodes": innerNodes, "paths": innerPorts, "b_in": innerSlots, "voq": 16, "repair": 1, "watch": 8}
	for name, x := range v {
		given[name] = x
	}
	values, err := blocks.Of(rtl.Adapter).Resolve(given)
	assert.NilError(t, err)
	seed := rand.Int63()
	t.Logf("seed %d", seed)
	r := &innerRun{rng: rand.New(rand.NewSource(seed)), p: kit.ParamsOf[adapter.Params](values), home: map[innerEnd]int{},
		due: map[[2]int][]uint32{}, at: map[[2]int]int{}, tx: make([]cioq.Beat, innerNodes),
		shown: make([]adapter.AdapterOut, innerNodes)}
	for range innerNodes {
		out := adapter.AdapterOut{AdapterStatus: adapter.NewAdapterStatus(), TxData: make([]uint32, 3), TxKnown: make([]bool, 3)}
		d, err := testbench.NewDevice(blocks.Of(rtl.Adapter), values, adapter.AdapterIn{RxData: make([]uint32, 3)}, out, mutants...)
		assert.NilError(t, err)
		r.nodes = append(r.nodes, d.Step)
	}
	for stage := range r.elements {
		p := cioq.Params{Ports: innerPorts, Data: 96, SlotsIn: innerSlots, SlotsOut: 16, Stage: stage, Credits: innerSlots,
			LinkLatency: 1, CreditLatency: 1, ErrorBits: 8}
		if stage == lastStage {
			p.Credits = 0
		}
		for e := range r.elements[stage] {
			r.elements[stage][e] = cioq.NewElement(p)
		}
	}
	return r
}

// header is that of a word.
func (r *innerRun) header(b cioq.Beat) adapter.Header {
	h, _ := adapter.Unpack(new(big.Int).Rsh(b.Data, 32).Uint64(), r.p)
	return h
}

// loses takes a word away; its slot at the other end stays free.
func (r *innerRun) loses(from innerEnd, b *cioq.Beat) {
	*b = cioq.Beat{}
	r.home[from]++
}

// step is a cycle; load of 100 have a packet of each node.
func (r *innerRun) step(load int) error {
	var outs [lastStage + 1][innerPorts]cioq.ElementOut
	var ins [lastStage + 1][innerPorts]cioq.ElementIn
	for s := range outs {
		for e := range outs[s] {
			outs[s][e] = r.elements[s][e].Out(make([]bool, innerPorts))
			ins[s][e] = cioq.NewElementIn(innerPorts)
		}
	}
	put := func(to innerEnd, b cioq.Beat) {
		in := ins[to.stage][to.element]
		in.RxValid[to.port], in.RxHead[to.port], in.RxTail[to.port], in.RxData[to.port] = b.Valid, b.Head, b.Tail, b.Data
	}
	for a, b := range r.tx {
		put(innerEnd{0, a / innerPorts, a % innerPorts}, b)
	}
	for s := range lastStage {
		for e := range innerPorts {
			for port := range innerPorts {
				from, to := innerEnd{s, e, port}, innerEnd{s + 1, port, e}
				b, credit := r.pass(from, outs[s][e].Tx(port), outs[s+1][port].RxCredit[e])
				put(to, b)
				ins[s][e].TxCredit[port] = credit
			}
		}
	}
	for a := range r.nodes {
		if err := r.node(a, load, outs[0][a/innerPorts].RxCredit[a%innerPorts],
			outs[lastStage][a/innerPorts].Tx(a%innerPorts)); err != nil {
			return err
		}
	}
	for s := range ins {
		for e := range ins[s] {
			r.elements[s][e].Step(ins[s][e])
		}
	}
	r.cycle++
	return nil
}

// pass is a cycle of an inner link: the word that leaves it, and the credit that comes back.
func (r *innerRun) pass(from innerEnd, b cioq.Beat, credit bool) (cioq.Beat, bool) {
	if f := r.fault; f != nil && f.credit && credit {
		if r.skip--; r.skip < 0 {
			r.fault, r.link, r.owes = nil, from, true
			credit = false
		}
	} else if f != nil && !f.credit && b.Valid && f.hits(r.header(b)) {
		if r.skip--; r.skip < 0 {
			h := r.header(b)
			r.fault, r.hurt, r.may = nil, [2]int{h.Src, h.Dst}, 1
			f.happens(r, from, &b)
		}
	}
	if r.again.Valid && from == r.link && credit && !r.taken { // the second word takes this slot
		credit, r.taken = false, true
	} else if r.taken && from == r.link && !b.Valid {
		b, r.again, r.taken = r.again, cioq.Beat{}, false
	}
	if !credit && r.home[from] > 0 {
		r.home[from]--
		credit = true
	}
	return b, credit
}

// node is a cycle of an adapter.
func (r *innerRun) node(a, load int, credit bool, b cioq.Beat) error {
	in := adapter.AdapterIn{Node: a, LineEn: true, RxData: make([]uint32, 3)}
	in.TxCredit, in.Reserve, in.GrantRate = credit, true, 160
	if in.RxValid = b.Valid; b.Valid {
		in.RxHead, in.RxTail = b.Head, b.Tail
		for i := range in.RxData {
			in.RxData[i] = uint32(new(big.Int).Rsh(b.Data, uint(32*i)).Uint64())
		}
	}
	in.PktDst, in.PktTag = r.rng.Intn(innerNodes), r.rng.Uint32()
	in.PktValid = r.cycle > r.p.Nodes*r.p.Paths && kit.Chance(r.rng, load)
	out := r.nodes[a](in)
	r.shown[a] = out
	if in.PktValid && !out.PktDrop {
		flow := [2]int{a, in.PktDst}
		r.due[flow] = append(r.due[flow], in.PktTag)
	}
	r.tx[a] = cioq.Beat{Valid: out.TxValid, Head: out.TxHead, Tail: out.TxTail}
	if out.TxValid {
		r.tx[a].Data = new(big.Int)
		for i := range out.TxData {
			word := new(big.Int).SetUint64(uint64(out.TxData[i]))
			r.tx[a].Data.Or(r.tx[a].Data, word.Lsh(word, uint(32*i)))
		}
	}
	return r.leaves(a, out)
}

// leaves checks what leaves on a line: whole packets in the order of their flow.
func (r *innerRun) leaves(dst int, out adapter.AdapterOut) error {
	if !out.LineValid {
		return nil
	}
	flow := [2]int{out.LineSrc, dst}
	at := r.at[flow]
	if out.LineFirst != (at == 0) || out.LineLast != (at == r.p.MaxP-1) {
		return fmt.Errorf("segment %d of a packet of %v has first=%t, last=%t", at, flow, out.LineFirst, out.LineLast)
	}
	list := r.due[flow]
	if at == 0 && flow == r.hurt && r.may > 0 && len(list) > 1 && list[0] != out.LineTag {
		list = list[1:]
		r.may--
	}
	if len(list) == 0 || list[0] != out.LineTag {
		return fmt.Errorf("cycle %d: %x leaves of %v, and %x are due", r.cycle, out.LineTag, flow, list)
	}
	if r.at[flow]++; r.at[flow] == r.p.MaxP {
		list, r.at[flow] = list[1:], 0
	}
	r.due[flow] = list
	return nil
}

func (r *innerRun) run(cycles, load int) error {
	for range cycles {
		if err := r.step(load); err != nil {
			return err
		}
	}
	return nil
}

// try lets a fault happen at a random moment. It reports what has not recovered when every flow has
// sent later packets, and all had the time of the contract.
func (r *innerRun) try(f *innerFault) error {
	load := 24 / r.p.MaxP
	if err := r.run(100+r.rng.Intn(100), load); err != nil {
		return err
	}
	r.fault, r.skip, r.may = f, r.rng.Intn(20), 0
	for r.fault != nil {
		if err := r.step(load); err != nil {
			return err
		}
	}
	// A flow that has lost a part of what it may request goes on slowly, until its queue is empty.
	rest := (5+r.p.Nodes)<<r.p.Watch + r.p.VOQ*100
	if err := cmp.Or(r.run(800, load), r.run(rest, 0), r.run(800, load), r.run(rest, 0)); err != nil {
		return err
	}
	return r.judge()
}

// judge reports packets that have not left, and slots and credits that are not home.
func (r *innerRun) judge() error {
	for flow, list := range r.due {
		if flow == r.hurt && len(list) <= r.may {
			r.due[flow] = nil
		} else if len(list) > 0 {
			o := r.shown[flow[1]]
			return fmt.Errorf("%d packets of %v have not left: oc is %d, fc %d, errors %#x", len(list), flow, o.StatOc, o.StatFc, o.ErrSeen)
		}
	}
	for a, o := range r.shown {
		if o.StatOc != r.p.BReasm || o.StatFc != r.p.FcInit || o.StatCredits != r.p.BIn || o.StatHeld != 0 {
			return fmt.Errorf("adapter %d: oc is %d, fc %d, credits are %d, grants %d", a, o.StatOc, o.StatFc, o.StatCredits, o.StatHeld)
		}
	}
	for s := range r.elements {
		for e, element := range r.elements[s] {
			out := element.Out(make([]bool, innerPorts))
			for port := range innerPorts {
				if out.StatInHeld[port] != 0 || out.StatOutHeld[port] != 0 {
					return fmt.Errorf("element %d of stage %d holds words", e, s)
				}
			}
		}
	}
	if r.owes { // the next moment begins with all credits
		r.home[r.link]++
		r.owes = false
	}
	return nil
}

// all lets faults of each kind happen.
func (r *innerRun) all(moments int) error {
	for moment := range moments {
		for i := range innerFaults {
			if err := r.try(&innerFaults[i]); err != nil {
				return fmt.Errorf("%s, moment %d: %w", innerFaults[i].name, moment, err)
			}
		}
	}
	return nil
}

// innerForms are adapters of such networks.
var innerForms = map[string]blocks.Values{
	"one segment":    {"g": 6, "b_reasm": 16, "fc_init": 16, "max_p": 1},
	"three segments": {"g": 6, "b_reasm": 16, "fc_init": 16, "max_p": 3},
}

// TestInnerRecovery lets words and credits of the inner links get lost, words be damaged and come
// twice: a packet of the flow is lost at most, later ones of all flows arrive whole and in order, and
// slots and credits come home. With -culprit.all there are two hundred moments.
func TestInnerRecovery(t *testing.T) {
	t.Parallel()
	for name, v := range innerForms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			moments := 1 // of each kind
			if tiers.All() {
				moments = (200 + len(innerFaults) - 1) / len(innerFaults)
			}
			assert.NilError(t, newInnerRun(t, v).all(moments))
		})
	}
}

// TestNoInnerRecovery does so with mistakes in the adapters.
func TestNoInnerRecovery(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]testbench.Mutant{
		"place": kit.In("place", "reqgrant_egress", mutant.StuckBit("fill", 0, 0)),
		"owed":  kit.In("owed", "reqgrant_egress", mutant.StuckBit("returns", 0, 0)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.ErrorContains(t, newInnerRun(t, innerForms["three segments"], m).all(10), "moment")
		})
	}
}
