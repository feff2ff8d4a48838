package fabric

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen"
)

// LineParams are the parameters of Line.
type LineParams struct {
	Width int `param:"width" default:"280" min:"2" max:"1024" doc:"bits of a word"`
}

// LinePorts are the ports of Line.
type LinePorts struct {
	_       rtlgen.Unit `name:"fabric_line" doc:"one direction of a line that damages words" params:"width"`
	Number  rtlgen.In   `width:"16" doc:"number of the line, held"`
	Noise   LineNoise   `name:""`
	In      LineWord[rtlgen.In]
	Out     LineWord[rtlgen.Out]
	Damaged rtlgen.Out `doc:"the word that leaves was damaged here, a register"`
}

// LineNoise says how much a line damages; its inputs are held.
type LineNoise struct {
	NoiseSeed rtlgen.In `width:"32" doc:"of the random numbers of the lines"`
	Noise     rtlgen.In `width:"32" doc:"words that a line damages, in 1/2^32"`
}

// LineWord is what a line carries in a cycle.
type LineWord[D rtlgen.Direction] struct {
	Valid D `doc:"there is a word"`
	Word  D `width:"width" doc:"it; unknown without valid"`
}

// Line passes words on, and inverts one bit, or two that are side by side, of some that are chosen at random. A word of
// cycle t leaves in t+1.
func Line(p LineParams) *rtlgen.Typed[LinePorts] {
	m, io := rtlgen.New[LinePorts](p)
	if m.Refused() {
		return m
	}
	// Lines whose numbers differ have other random numbers: those of a generator that has room for 8 bits of a number,
	// and for the others in its seed.
	seed := io.Noise.NoiseSeed.Xor(rtlgen.Cat(io.Number.High(8), m.Zero(24)))
	random := traffic.NewRandom(m.Module, seed, io.Number.Low(8), m.Ones(1))
	damages := m.Let("damages", random.Usable.And(io.In.Valid).And(random.Bits.Low(32).Lt(io.Noise.Noise)))
	at := random.Bits.Slice(32+rtlgen.IndexBits(p.Width)-1, 32)
	if p.Width < 1<<at.Width() {
		at = m.Let("place", rtlgen.Mux(at.Ge(p.Width), at.Sub(p.Width), at))
	}
	one := m.Let("inverted", at.Decode(p.Width).And(damages.Replicate(p.Width)))
	two := m.Let("inverted_beside", one.Shl(1).And(random.Bits.High(1).Replicate(p.Width)))
	m.Unused("random", random.Bits.Slice(62, 32+rtlgen.IndexBits(p.Width)))
	io.Out.Valid.Drive(m.Next("valid_q", io.In.Valid, 0))
	io.Out.Word.Drive(m.NextNoReset("word_q", io.In.Word.Xor(one.Or(two))))
	io.Damaged.Drive(m.Next("damaged_q", damages, 0))
	return m
}

// What the ends of lines in a tree are made for: lineDelay is that of a line both ways, in cycles. A HELLO comes in
// time behind a full queue, since a period has as many cycles as there are slots.
const (
	lineDelay   = 2
	lineDepth   = 32
	lineSilence = 64
)

// endParams are the parameters of the ends of lines. Switches and nodes have the same number of slots.
func (p Params) endParams(messages int) link.EndParams {
	e := rtlgen.Default[link.EndParams]()
	e.Slots, e.Credits, e.Messages, e.Queue = p.Slots, p.Slots, messages, link.EndQueue(p.Slots)
	e.Depth, e.RoundTrip, e.Silence, e.Period = lineDepth, lineDelay, lineSilence, p.Slots
	return e
}

// overLines joins nodes and switches over lines that damage words: an end at each node and port, in the order of
// the topology's links, of which two that follow each other join the same ends.
func (u *tree) overLines(sides func(End) (rx, tx any)) {
	m, t := u.m, u.topology
	n := len(t.Links)
	p := u.p.endParams(u.p.lineMessages())
	ends := rtlgen.UseArray(m, "line_end", n, link.End(p))
	word := p.Dims()["word"]
	noisy := rtlgen.UseArray(m, "noisy", n, Line(LineParams{Width: word}))
	var numbers, words, valids []value
	for i, l := range t.Links {
		// End i is at the sending side of link i; its line leads to the end at the other side.
		rx, tx := sides(l.From)
		rtlgen.Connect(rtlgen.Copy(ends.Tx, i), tx)
		rtlgen.Connect(rx, rtlgen.Copy(ends.Rx, i))
		numbers = append(numbers, m.Const(16, i))
		words, valids = append(words, noisy.Out.Word.At(i^1)), append(valids, noisy.Out.Valid.At(i^1))
	}
	noisy.Number.Drive(rtlgen.LanesOf(numbers))
	noisy.In.Valid.Drive(ends.LineTxValid)
	noisy.In.Word.Drive(ends.LineTx)
	noisy.Noise.NoiseSeed.Broadcast(u.Lines.NoiseSeed)
	noisy.Noise.Noise.Broadcast(u.Lines.Noise)
	ends.LineRx.Drive(rtlgen.LanesOf(words))
	ends.LineRxValid.Drive(rtlgen.LanesOf(valids))
	ends.Restart.Drive(m.Zero(n))
	ends.Line.Clear.Drive(m.Zero(n))
	m.Unused("end_states", rtlgen.Cat(ends.CameUp, ends.Error, ends.Line.Seen, ends.Line.Counts))
	t.tieOff(sides)

	u.linesUp.Set(u.linesUp.Or(m.Next("lines_up", ends.Up.All(), 0, "all links are up")))
	damaged := m.Next("damaged_now", noisy.Damaged.PopCount(), 0, "words that were damaged in a cycle")
	u.Lines.Damaged.Drive(prim.Accumulator(m, "damaged_words", deliveredBits, nil, m.Ones(1), damaged))
	downs := m.Next("downs_now", ends.WentDown.PopCount(), 0, "ends that went down in a cycle")
	u.Lines.Downs.Drive(prim.Accumulator(m, "downs", 32, nil, m.Ones(1), downs))
}

// LineBits is the width of a word of the lines of a tree, LineRoundTrip the cycles from a flit to its acknowledgement
// over one of them, and LinesUp a number of cycles after reset in which all links have come up.
func (p Params) LineBits() int { return p.endParams(p.lineMessages()).Dims()["word"] }

// LineRoundTrip is described at LineBits.
func (p Params) LineRoundTrip() int { return lineDelay + link.ReplayStages }

// LinesUp is described at LineBits.
func (p Params) LinesUp() int { return (lineSilence+4)*p.Slots + 500 }

// lineMessages is 1 if links carry messages about congestion points.
func (p Params) lineMessages() int {
	s, _ := p.scheme()
	return s.Link(p).Dims()["messages"]
}
