package clos

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// laws are what the counters of the adapters have to agree on: each pair of adapters on
// the requests, grants and segments of its flow, and each adapter with all others on its
// credits. What is on its way is the difference of what one end has sent and the other
// has taken, so nothing has to be found in the registers of the links.
func laws(p Params) []blocks.Law {
	if p.Scheme == plain {
		return nil
	}
	var list []blocks.Law
	n := p.node().Nodes
	for src := range n {
		for dst := range n {
			list = append(list, flowOf(p, src, dst).law())
		}
	}
	for node := range n {
		list = append(list, creditsOf(p, node))
	}
	return list
}

// flow reads what both adapters know of a flow.
type flow struct {
	p        Params
	src, dst int
	reads    []string
}

// The reads of a flow, in this order; after them the numbers that are expected next, by
// path, and in band the others.
const (
	requestedBySrc = iota // segments, cumulative
	requestedAtDst
	grantedByDst
	grantedAtSrc
	sentBySrc // granted segments
	numbered  // segments
	expected  // of path 0
)

// What a flow has in band, behind the numbers of all paths.
const (
	generatedByDst = iota // grants, by the arbiter
	carriedByDst
	unsolicitedBySrc // parities
	leftDst
	toldByDst
	acknowledgedAtSrc
)

func flowOf(p Params, src, dst int) flow {
	p = p.node()
	f := flow{p: p, src: src, dst: dst}
	at := func(node int, name string, index int) {
		f.reads = append(f.reads, fmt.Sprintf("node_%d.nic.%s[%d]", node, name, index))
	}
	at(src, "ingress.requested", dst)
	at(dst, "arbiter.requested", src)
	at(dst, "arbiter.granted", src)
	at(src, "ingress.granted", dst)
	at(src, "ingress.sent", dst)
	at(src, "ingress.seq", dst)
	for path := range p.Paths {
		if p.Beat == 1 {
			at(dst, "egress.round", src*p.Paths+path)
		} else {
			at(dst, "parser.next", path*p.Nodes+src)
		}
	}
	if p.Scheme == inBand {
		at(dst, "ingress.generated", src)
		at(dst, "ingress.carried", src)
		at(src, "ingress.unsolicited", dst)
		at(dst, "ingress.departed", src)
		at(dst, "ingress.told", src)
		at(src, "ingress.acked", dst)
	}
	if p.Beat == 0 { // the segment between parser and egress, whose number the parser has seen: the last two reads
		for _, name := range []string{"seg_valid_q", "src_q"} {
			f.reads = append(f.reads, fmt.Sprintf("node_%d.nic.parser.%s", dst, name))
		}
	}
	return f
}

// modulo is x - y of counters of the given number of bits.
func modulo(x, y uint64, bits int) int { return int((x - y) & (1<<bits - 1)) }

// counts is a flow at a moment.
type counts struct {
	pending   int // requested and not granted, as its source says
	asked     int // requests on their way
	open      int // requests at the arbiter
	waiting   int // grants at the adapter of the arbiter
	coming    int // grants on their way
	held      int // grants at the source
	inside    int // segments in the fabric
	unsol     bool
	outOfTurn bool // an acknowledgement without its segment
}

// at makes the counts of the values of the flow's reads.
func (f flow) at(v []uint64) counts {
	p := f.p
	g, reasm := rtlgen.CountBits(p.G), rtlgen.CountBits(p.Reasm+p.G+1)
	c := counts{
		pending: modulo(v[requestedBySrc], v[grantedAtSrc], g), asked: modulo(v[requestedBySrc], v[requestedAtDst], g),
		open: modulo(v[requestedAtDst], v[grantedByDst], g), held: modulo(v[grantedAtSrc], v[sentBySrc], reasm),
		coming: modulo(v[grantedByDst], v[grantedAtSrc], g),
	}
	const number = 14 // bits
	for path := range p.Paths {
		// Numbers below that of the next segment that belong to the path.
		first := modulo(uint64(path), uint64(f.src+f.dst), p.pw())
		sent := (v[numbered] - uint64(first) + uint64(p.Paths) - 1) >> p.pw()
		c.inside += modulo(sent, v[expected+path], number-p.pw())
	}
	if last := len(f.reads) - 1; p.Beat == 0 && v[last-1] == 1 && int(v[last]) == f.src {
		c.inside++
	}
	if p.Scheme == inBand {
		x := v[expected+p.Paths:]
		c.waiting = modulo(v[grantedByDst], x[carriedByDst], g)
		c.coming = modulo(x[carriedByDst], v[grantedAtSrc], g)
		c.unsol = x[unsolicitedBySrc] != x[acknowledgedAtSrc]
		turns := 0
		for i := unsolicitedBySrc; i < acknowledgedAtSrc; i++ {
			turns += int(x[i] ^ x[i+1])
		}
		c.outOfTurn = turns > 1
	}
	return c
}

// law is what both ends of a flow have to agree on.
func (f flow) law() blocks.Law {
	return blocks.Law{
		Where: fmt.Sprintf("flow from node %d to node %d", f.src, f.dst), Ready: ready(f.dst), Reads: f.reads,
		Broken: func(v []uint64, rest bool) string {
			c := f.at(v)
			switch {
			case c.pending > f.p.G:
				return fmt.Sprintf("%d segments are requested, and %d is the most", c.pending, f.p.G)
			case c.asked+c.open+c.waiting+c.coming != c.pending:
				return fmt.Sprintf("its source waits for %d grants, and %d requests are on their way, %d at the arbiter, %d grants wait and %d are on their way",
					c.pending,
					c.asked,
					c.open,
					c.waiting,
					c.coming)
			case c.held > f.p.Reasm:
				return fmt.Sprintf("%d grants are held, and a reassembly buffer has %d places", c.held, f.p.Reasm)
			case c.outOfTurn:
				return "an acknowledgement without an unsolicited segment"
			// On channels of their own requests and grants go on while the links rest.
			case rest && f.p.Scheme == inBand && c.asked > 0:
				return fmt.Sprintf("requests for %d segments are lost", c.asked)
			case rest && f.p.Scheme == inBand && c.coming > 0:
				return fmt.Sprintf("grants for %d segments are lost", c.coming)
			case rest && c.inside > 0:
				return fmt.Sprintf("%d segments are lost", c.inside)
			}
			return ""
		},
	}
}

func ready(node int) string { return fmt.Sprintf("node_%d.nic.ready", node) }

// creditsOf is the law of a node's credits: those of the fabric's buffer are short of
// what is granted and has not arrived, those of the reassembly buffer of that and of what
// it holds; and the grants that it holds itself are those of its flows.
func creditsOf(p Params, node int) blocks.Law {
	p = p.node()
	var to, from []flow // the node
	l := blocks.Law{Where: fmt.Sprintf("node %d", node), Ready: ready(node)}
	for _, name := range []string{"arbiter.fc_q", "arbiter.oc_q", "egress.fresh_q", "egress.free.count_q",
		"ingress.held_q"} {
		l.Reads = append(l.Reads, fmt.Sprintf("node_%d.nic.%s", node, name))
	}
	own := len(l.Reads)
	for other := range p.Nodes {
		to, from = append(to, flowOf(p, other, node)), append(from, flowOf(p, node, other))
		l.Reads = append(append(l.Reads, to[other].reads...), from[other].reads...)
	}
	signed := rtlgen.CountBits(max(p.FC, p.Reasm)) + 1
	l.Broken = func(v []uint64, rest bool) string {
		fc := int(v[0])
		oc := int(v[1])
		slots := int(v[2]) - int(v[3])
		held := int(v[4])
		if fc >= 1<<(signed-1) {
			fc -= 1 << signed
		}
		granted, unasked, held2 := 0, 0, 0
		v = v[own:]
		for i := range to {
			c := to[i].at(v)
			granted += c.waiting + c.coming + c.held + c.inside
			if c.unsol && !rest { // perhaps it is in the fabric
				unasked++
			}
			v = v[len(to[i].reads):]
			held2 += from[i].at(v).held
			v = v[len(from[i].reads):]
		}
		short := p.FC - fc
		switch inside := p.Reasm - oc - short; {
		case short > granted || short < granted-unasked:
			return fmt.Sprintf("%d of %d credits of the fabric's buffer are taken, for %d segments that are granted and have not arrived (%d of them perhaps unsolicited)",
				short,
				p.FC,
				granted,
				unasked)
		case inside > slots || inside < slots-p.MaxP:
			return fmt.Sprintf("%d of %d credits of the reassembly buffer are taken, for %d segments that have not arrived and %d in it",
				p.Reasm-oc,
				p.Reasm,
				short,
				slots)
		case held != held2:
			return fmt.Sprintf("it counts %d grants held, and its flows have %d", held, held2)
		}
		return ""
	}
	return l
}
