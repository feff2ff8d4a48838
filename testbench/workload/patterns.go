package workload

import (
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// key is a number, or a name of sizes, that a pattern takes.
type key struct {
	name        string
	doc         string
	least, most float64
	whole       bool
	required    bool
	otherwise   float64
	node        bool // it is a node
	others      bool // it is a number of nodes beside one
}

// span says which values are possible.
func (k key) span() string {
	kind := "a number"
	if k.whole {
		kind = "a whole number"
	}
	return fmt.Sprintf("%s from %s to %s", kind, number(k.least), number(k.most))
}

const (
	keyLoad  = "load"
	keyBytes = "bytes"
	keySizes = "sizes"
	keyCut   = "cut"
)

const (
	mostBytes = 1 << 30
	mostTime  = 1 << 28 // packet times
)

var (
	loadKey = key{name: keyLoad, doc: "part of its link that each node offers", least: 0.0001, most: 1, required: true}
	// openKeys are those of a pattern with a load.
	openKeys = []key{loadKey,
		{name: keyBytes, doc: "size of a message", least: 1, most: mostBytes, whole: true, otherwise: PacketBytes},
		{name: keySizes, doc: "distribution of the sizes of messages instead"},
		{name: keyCut, doc: "size of the largest message of the distribution", least: 1, most: mostBytes, whole: true,
			otherwise: mostBytes},
	}
	atKey    = key{name: "at", doc: "packet time in which it begins", most: mostTime, whole: true}
	bytesKey = key{name: keyBytes, least: 1, most: mostBytes, whole: true, required: true}
)

// pattern is who sends to whom.
type pattern struct {
	doc   string
	keys  []key
	check func(p part, nodes int) error
	make  func(t *trace, p part)
}

func (p pattern) keyNames() (names []string) {
	for _, k := range p.keys {
		names = append(names, k.name)
	}
	return names
}

func patternNames() string { return strings.Join(slices.Sorted(maps.Keys(patterns)), ", ") }

// patterns by name. Permutations of the address bits are those of BookSim.
var patterns = map[string]pattern{
	"uniform": {doc: "each message to another node, all alike", keys: openKeys,
		make: func(t *trace, p part) { t.open(p, t.other) }},
	"permutation": {doc: "each node to one other node, drawn for the seed, and no two to the same", keys: openKeys,
		make: func(t *trace, p part) { t.permuted(p, t.random.derangement(t.nodes)) }},
	"bit-complement": {doc: "to the node with all address bits inverted", keys: openKeys,
		make: func(t *trace, p part) { t.bitwise(p, func(n, _ int) int { return t.nodes - 1 - n }) }},
	"bit-reverse": {doc: "to the node with the address bits in the other order", keys: openKeys,
		make: func(t *trace, p part) {
			t.bitwise(p, func(n, width int) int { return int(bits.Reverse32(uint32(n)) >> (32 - width)) })
		}},
	"transpose": {doc: "to the node with the halves of the address exchanged", keys: openKeys, check: evenBits,
		make: func(t *trace, p part) {
			t.bitwise(p, func(n, width int) int { return n>>(width/2) | n<<(width/2)&(t.nodes-1) })
		}},
	"shuffle": {doc: "to the node with the address rotated left by one bit", keys: openKeys,
		make: func(t *trace, p part) {
			t.bitwise(p, func(n, width int) int { return n<<1&(t.nodes-1) | n>>(width-1) })
		}},
	"tornado": {doc: "to the same place of the leaf that is almost half of the leaves further on",
		keys: append(slices.Clone(openKeys), key{name: "leaf", doc: "nodes of a leaf", least: 1, most: 128, whole: true,
			otherwise: 4}),
		check: leaves,
		make: func(t *trace, p part) {
			leaf := p.int("leaf")
			step := leaf * ((t.nodes/leaf+1)/2 - 1)
			t.bitwise(p, func(n, _ int) int { return (n + step) % t.nodes })
		}},
	"hot-spot": {doc: "uniform, and in a span of time a part of all messages to one node", keys: append(slices.Clone(openKeys),
		key{name: "node", doc: "the hot node", most: 255, whole: true, node: true},
		key{name: "percent", doc: "part of each node's messages that go to it, %", least: 0.001, most: 100, required: true},
		key{name: "from", doc: "first packet time in which it is hot", most: mostTime, whole: true},
		key{name: "to", doc: "first packet time in which it no longer is", most: mostTime, whole: true, otherwise: mostTime}),
		make: (*trace).hotSpot},
	"incast": {doc: "some nodes, drawn for the seed, send a message each to one node", keys: []key{
		{name: "to", doc: "the node", most: 255, whole: true, node: true},
		{name: "degree", doc: "number of senders", least: 1, most: 255, whole: true, required: true, others: true},
		bytesKey.says("size of a message"), atKey,
		{name: "spread", doc: "packet times over which the starts are spread", most: mostTime, whole: true}},
		make: (*trace).incast},
	"ring-all-reduce": {doc: "2(N-1) steps, in each of which every node sends an N-th of its data to the next one, once it has that of the step before",
		keys: []key{bytesKey.says("data of a node"), atKey}, make: (*trace).ring},
	"all-to-all": {doc: "N-1 rounds: in round r every node sends to the node r further on, once its message of the round before has arrived",
		keys: []key{bytesKey.says("size of a message"), atKey}, make: (*trace).allToAll},
	"moe": {doc: "experts, one per node: every token goes to some of them, and the result comes back once a node has all its tokens",
		keys: []key{bytesKey.says("size of a token"), atKey,
			{name: "tokens", doc: "tokens of a node", least: 1, most: 1 << 16, whole: true, required: true},
			{name: "top", doc: "experts that a token goes to", least: 1, most: 255, whole: true, otherwise: 8, others: true},
			{name: "back", doc: "size of a result; 0: as large as a token", most: mostBytes, whole: true},
			{name: "zipf", doc: "popularity of the expert with rank r: 0 all alike, 1 1/r, 2 1/r^2", most: 2, whole: true}},
		make: (*trace).experts},
}

func (k key) says(doc string) key { k.doc = doc; return k }

func evenBits(_ part, nodes int) error {
	if width := bits.Len(uint(nodes - 1)); width%2 != 0 {
		return fmt.Errorf("transpose needs an even number of address bits, and %d nodes have %d: give another number of nodes",
			nodes, width)
	}
	return nil
}

func leaves(p part, nodes int) error {
	if leaf := p.int("leaf"); nodes%leaf != 0 || nodes/leaf < 3 {
		return fmt.Errorf("leaf=%d does not make three leaves or more of %d nodes: give a smaller power of two", leaf, nodes)
	}
	return nil
}

// open has every node begin messages at random, in each cycle with the same probability, for
// as long as the trace. to draws where a message goes, -1: there is none.
func (t *trace) open(p part, to func(src int, cycle uint64) int) {
	size := p.size()
	chance := uint64(math.Round(p.numbers[keyLoad] / size.mean() / t.interval * (1 << 32)))
	for src := range t.nodes {
		for cycle := range t.cycles {
			if !t.random.chance(chance) {
				continue
			}
			packets := size.draw(t.random)
			if dst := to(src, cycle); dst >= 0 {
				t.add(message{src: src, dst: dst, packets: packets, at: cycle, open: true})
			}
		}
	}
}

// other is another node.
func (t *trace) other(src int, _ uint64) int { return (src + 1 + t.random.below(t.nodes-1)) % t.nodes }

// permuted sends from every node to one other.
func (t *trace) permuted(p part, to []int) {
	t.open(p, func(src int, _ uint64) int {
		if to[src] == src {
			return -1
		}
		return to[src]
	})
}

// bitwise sends to what a function makes of the address and its width.
func (t *trace) bitwise(p part, of func(n, width int) int) {
	to := make([]int, t.nodes)
	for n := range to {
		to[n] = of(n, bits.Len(uint(t.nodes-1)))
	}
	t.permuted(p, to)
}

func (t *trace) hotSpot(p part) {
	node, share := p.int("node"), uint64(math.Round(p.numbers["percent"]/100*(1<<32)))
	from, to := t.time(p.numbers["from"]), t.time(p.numbers["to"])
	t.hot[node] = true
	t.pulse = max(t.pulse, min(to, t.cycles))
	t.open(p, func(src int, cycle uint64) int {
		drawn := t.random.chance(share)
		if drawn && cycle >= from && cycle < to && src != node {
			return node
		}
		return t.other(src, cycle)
	})
}

func (t *trace) incast(p part) {
	to, spread := p.int("to"), p.int("spread")
	t.hot[to] = true
	n := 0
	for _, src := range t.random.order(t.nodes) {
		if src == to || n == p.int("degree") {
			continue
		}
		n++
		at := t.time(p.numbers["at"]) + uint64(t.random.below(spread*int(t.interval)+1))
		t.add(message{src: src, dst: to, packets: packets(uint64(p.numbers[keyBytes])), at: at})
	}
}

func (t *trace) ring(p part) {
	n := t.nodes
	size := packets((uint64(p.numbers[keyBytes]) + uint64(n) - 1) / uint64(n))
	before := make([]int, n) // the message that each node gets in the step before
	for step := range 2 * (n - 1) {
		now := make([]int, n)
		for src := range n {
			m := message{src: src, dst: (src + 1) % n, packets: size, at: t.time(p.numbers["at"])}
			if step > 0 {
				m.after = []int{before[src]}
			}
			now[m.dst] = t.add(m)
		}
		before = now
	}
}

func (t *trace) allToAll(p part) {
	for src := range t.nodes {
		last := -1
		for r := 1; r < t.nodes; r++ {
			m := message{src: src, dst: (src + r) % t.nodes, packets: packets(uint64(p.numbers[keyBytes])),
				at: t.time(p.numbers["at"])}
			if last >= 0 {
				m.after = []int{last}
			}
			last = t.add(m)
		}
	}
}

// experts sends the copies of a node's tokens for one expert in one message, and the results back in
// one.
func (t *trace) experts(p part) {
	n := t.nodes
	weights := make([]float64, n)
	for rank, node := range t.random.order(n) {
		weights[node] = 1
		for range p.int("zipf") {
			weights[node] /= float64(rank + 1)
		}
	}
	copies := make([][]int, n) // by source, then expert
	for src := range n {
		copies[src] = make([]int, n)
		for range p.int("tokens") {
			for _, expert := range t.choose(weights, p.int("top")) {
				copies[src][expert]++
			}
		}
	}
	back := uint64(p.numbers["back"])
	if back == 0 {
		back = uint64(p.numbers[keyBytes])
	}
	got := make([][]int, n)
	each := func(f func(src, expert, tokens int)) {
		for src, list := range copies {
			for expert, tokens := range list {
				if tokens > 0 && src != expert { // what a node has itself goes over no link
					f(src, expert, tokens)
				}
			}
		}
	}
	each(func(src, expert, tokens int) {
		got[expert] = append(got[expert], t.add(message{src: src, dst: expert, at: t.time(p.numbers["at"]),
			packets: packets(uint64(tokens) * uint64(p.numbers[keyBytes]))}))
	})
	each(func(src, expert, tokens int) {
		t.add(message{src: expert, dst: src, packets: packets(uint64(tokens) * back), at: t.time(p.numbers["at"]),
			after: got[expert]})
	})
}

// choose draws different numbers, each in proportion to its weight among those that are left.
func (t *trace) choose(weights []float64, count int) (list []int) {
	left := slices.Clone(weights)
	for range count {
		total := 0.0
		for _, w := range left {
			total += w
		}
		x := float64(float64(t.random.next()>>11) / (1 << 53) * total) // not fused with what follows
		chosen := -1
		for i, w := range left {
			if w == 0 {
				continue
			}
			chosen = i
			if x -= w; x < 0 {
				break
			}
		}
		list = append(list, chosen)
		left[chosen] = 0
	}
	return list
}
