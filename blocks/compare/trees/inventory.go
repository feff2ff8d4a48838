package trees

import (
	"fmt"
	"slices"

	"culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
)

// inventory counts, over all instances of a design, what is kept in memories and
// registers of a name.
type inventory struct {
	bits     map[string]int // of memories, register arrays and registers, by name
	elements map[string]int // words, elements; 1 for a register
}

func inventoryOf(d *ir.Design) inventory {
	list := inventory{map[string]int{}, map[string]int{}}
	list.add(d.Top, 1)
	return list
}

func (l inventory) add(m *ir.Module, copies int) {
	put := func(name string, elements, width int) {
		l.elements[name] += copies * elements
		l.bits[name] += copies * elements * width
	}
	for _, s := range m.Signals {
		if s.Kind == ir.Reg && !s.VerificationOnly {
			put(s.Name, 1, s.Width)
		}
	}
	for _, a := range m.Arrays {
		if !a.VerificationOnly {
			put(a.Name, a.Depth, a.Width)
		}
	}
	for _, mem := range m.Memories {
		put(mem.Name, mem.Depth, mem.Width)
	}
	for _, in := range m.Instances {
		l.add(in.Of, copies*in.Count)
	}
}

// elaborated takes stock of a block. Not ok: there is no such block, or not with
// these sizes.
func elaborated(block string, given map[string]int) (l inventory, ok bool, err error) {
	list := slices.Concat(recn.Blocks(), voq.Blocks(), cioqrecn.Blocks())
	i := slices.IndexFunc(list, func(b *blocks.Block) bool { return b.Name == block })
	if i < 0 {
		return l, false, nil
	}
	b := list[i]
	if _, err := b.Resolve(given); err != nil {
		return l, false, nil //nolint:nilerr // a block without these sizes is an answer
	}
	d, err := b.Elaborate(given)
	if err != nil {
		return l, false, err
	}
	return inventoryOf(d), true, nil
}

const packetBits = 64 * 8

// built are the switches of the library that the formulas are about.
var built = []struct {
	organisation, block string
	given               func(s sizes) map[string]int
	heads               string // name of the registers, or of the memory, that point to the first packet of each queue
	packets             string // name of the packet memory; "": of another size than the formula's
}{
	{orgRECNIQ, "recn_switch", func(s sizes) map[string]int {
		return map[string]int{"ports": s.ports, "slots": s.detectSlots + s.saqs*s.saqsSlots, "saqs": s.saqs}
	}, "head_q", "packet_ram"},
	{orgVOQsw, "voqsw_switch", func(s sizes) map[string]int {
		return map[string]int{"ports": s.ports, "slots": s.ports * s.detectSlots}
	}, "head", "packet_ram"},
	{orgVOQnet, "voqnet_switch", func(s sizes) map[string]int {
		return map[string]int{"ports": s.ports, "nodes": s.nodes, "depth": s.detectSlots}
	}, "head", "word"},
	// The block has as many slots at outputs as at inputs, the formula has fewer.
	{orgRECN, "cioq_recn_switch", func(s sizes) map[string]int {
		return map[string]int{"ports": s.ports, "slots": s.ports*s.detectSlots + s.saqs*s.saqsSlots, "saqs": s.saqs}
	}, "first", ""},
}

// netlistClaim compares the formulas with the switches of the library.
func netlistClaim(s sizes, ports []int) (experiment.Claim, error) {
	c := claim("D7-netlist", "this library", "the switches have the queues and slots of the formulas").From(experiment.Model)
	for _, s.ports = range ports {
		for _, b := range built {
			want := needOf(b.organisation, s)
			l, ok, err := elaborated(b.block, b.given(s))
			if err != nil {
				return c, err
			}
			if !ok {
				continue // larger than the block can be
			}
			c.Conditions = append(c.Conditions, fixed(fmt.Sprintf("queues of %s, %d ports, %d nodes", b.block, s.ports, s.nodes),
				float64(l.elements[b.heads]), experiment.Exactly(float64(want.queues))))
			if b.packets != "" {
				c.Conditions = append(c.Conditions, fixed(fmt.Sprintf("slots of %s, %d ports, %d nodes", b.block, s.ports, s.nodes),
					float64(l.bits[b.packets])/packetBits, experiment.Exactly(float64(want.slots))))
			}
		}
	}
	return c, nil
}

// line is the state of one line of a CAM, bits.
type line struct{ papers, more float64 }

// lineOf counts the bits of a block with one line: those of the papers, and all
// others.
func lineOf(block string, given map[string]int, papers ...string) (l line, err error) {
	list, ok, err := elaborated(block, given)
	if err != nil {
		return l, err
	}
	if !ok {
		return l, fmt.Errorf("there is no block %s with one line", block)
	}
	for name, bits := range list.bits {
		if slices.Contains(papers, name) {
			l.papers += float64(bits)
		} else {
			l.more += float64(bits)
		}
	}
	return l, nil
}

// netlistClaims are claims about netlists: the formulas, and the numbers that the
// papers give for the parts of a port.
func netlistClaims(s sizes, ports []int) ([]experiment.Claim, error) {
	c, err := netlistClaim(s, ports)
	if err != nil {
		return nil, err
	}
	port, _, err := elaborated("recn_input_port", map[string]int{"saqs": s.saqs})
	if err != nil {
		return nil, err
	}
	line, err := lineOf("recn_in_cam", map[string]int{"saqs": 1, "ready_bit": 0}, "valid_q", "xoff_q", "sent_q", "tp_q",
		"mask_q")
	if err != nil {
		return nil, err
	}
	ddLine, err := lineOf("cioq_recn_cam", map[string]int{"saqs": 1}, "valid_q", "blocked_q", "tp_q", "mask_q")
	if err != nil {
		return nil, err
	}
	marker, err := lineOf("cioq_recn_markers", map[string]int{"saqs": 1}, "ready_q")
	if err != nil {
		return nil, err
	}
	queues := float64(1 + s.saqs)
	claims := []experiment.Claim{
		claim("R15", "RECN-IQ paper, section 3",
			"an input port has 32 Kbit of packet memory, 64 headers of 36 bits, 64 requests of 7 bits, 64 pointers, four registers per queue",
			fixed("bits of packet memory", float64(port.bits["packet_ram"]), experiment.Exactly(32*1024)),
			fixed("bits of headers", float64(port.bits["rim"]), experiment.Exactly(64*36)).Differing(experiment.Exactly(64*31),
				withResults, "The turns are stored aligned, so that the turn pointer need not be."),
			fixed("bits of requests", float64(port.bits["rrf"]), experiment.Exactly(64*7)).Differing(experiment.Exactly(64*3),
				withResults, "A port of 8 needs 3 bits; the bit that says ready is one per queue, since only heads have it."),
			fixed("pointers", float64(port.elements["prf"]), experiment.Exactly(64)),
			fixed("head registers", float64(port.elements["head_q"]), experiment.Exactly(queues)),
			fixed("tail registers", float64(port.elements["tail_q"]), experiment.Exactly(queues)),
			fixed("packet count registers", float64(port.elements["count_q"]), experiment.Exactly(queues)),
			fixed("empty bits", float64(port.bits["empty_q"]), experiment.Exactly(queues)),
			fixed("bits of a CAM line: V, Xoff, sent and name", line.papers, experiment.Exactly(65)).
				Differing(experiment.Exactly(65-21), withResults, "The mask has one bit per turn."),
			fixed("further bits: age of the line, and that one is born", line.more, experiment.Reported())),
		claim("D6", "RECN-DD paper, section II.A",
			"a CAM line has 62 bits of name and 3 bits of state: valid, blocked, ready",
			fixed("bits of a line of an input side of RECN-CIOQ: V, B, R and name", ddLine.papers+marker.papers,
				experiment.Exactly(65)).Differing(experiment.Exactly(65-21), withResults, "The mask has one bit per turn."),
			fixed("further bits: Xoff sent, the standard queue of the name, registers of the stages", ddLine.more,
				experiment.Reported()),
			fixed("further bits of the line: place of its marker", marker.more, experiment.Reported())),
	}
	for i := range claims {
		claims[i].Origin = experiment.Paper
		claims[i].Tests = []string{"blocks/recn/bench.TestR15Structure", "blocks/recn/bench.TestD6BitsPerLine"}
	}
	c.Tests = []string{"blocks/compare/trees.TestNetlistClaimCanFail"}
	if len(c.Conditions) > 0 {
		claims = append(claims, c)
	}
	return claims, nil
}
