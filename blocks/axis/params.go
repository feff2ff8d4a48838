package axis

import (
	"culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// Params configures the edges, and RECNSwitch. The default mtu is that with which
// eight ports fit an ECP5-85: the buffers of the frames are most of its memory.
type Params struct {
	recn.Params
	MTU int `param:"mtu" default:"4096" min:"64" max:"9216" doc:"longest frame, bytes"`
}

// VOQParams configures VOQSwitch.
type VOQParams struct {
	voq.Params
	MTU int `param:"mtu" default:"4096" min:"64" max:"9216" doc:"longest frame, bytes"`
}

// CIOQParams configures CIOQSwitch.
type CIOQParams struct {
	cioqrecn.Params
	MTU int `param:"mtu" default:"4096" min:"64" max:"9216" doc:"longest frame, bytes"`
}

// The default parameters: of the edges and RECNSwitch, of VOQSwitch, of CIOQSwitch.
var (
	Defaults     = rtlgen.Default[Params]()
	VOQDefaults  = rtlgen.Default[VOQParams]()
	CIOQDefaults = rtlgen.Default[CIOQParams]()
)

// Blocks are the blocks of the family, in the order of the contract.
func Blocks() []*blocks.Block {
	return []*blocks.Block{
		blocks.Of(Cut), blocks.Of(Join), blocks.Of(RECNSwitch), blocks.Of(VOQSwitch), blocks.Of(CIOQSwitch),
	}
}

const (
	destBits    = 4                // TDEST and TID
	payload     = packet.Beats - 1 // words of a frame in a packet
	wordsBits   = 3                // count the words of a packet
	frameBits   = 4                // number of a frame in a head
	descriptors = 32               // frames that wait at most
	slack       = 16               // words for what is on its way while a buffer fills
)

// The causes of errors at an edge: bits of an event.
const (
	Bad    = iota // a frame came with TUSER at its end: dropped
	Long          // a frame is longer than mtu: dropped
	NoDest        // TDEST is no other port: the frame is dropped
	Link          // the guard of the link has told an error
	Gap           // packets of a frame are missing: it is dropped
	Stray         // a packet belongs to no frame: dropped
	Causes        // how many there are

	cutCauses = Link // those of Cut, before those of Join
)

// Dims are the names that the tags of ports use.
func (p Params) Dims() rtlgen.Dims { return edgeDims(p.Data, p.Params.Dims()) }

// Dims are the names that the tags of ports use.
func (p VOQParams) Dims() rtlgen.Dims { return edgeDims(p.Data, p.Params.Dims()) }

// Dims are the names that the tags of ports use.
func (p CIOQParams) Dims() rtlgen.Dims { return edgeDims(p.Data, p.Params.Dims()) }

// edgeDims adds the names that the tags of an edge use to those of a switch, with words of data bits.
func edgeDims(data int, d rtlgen.Dims) rtlgen.Dims {
	d["word"], d["keep"], d["dest"] = data, data/8, destBits
	d["cut_causes"], d["join_causes"], d["edge_causes"] = cutCauses, Causes-cutCauses, Causes
	return d
}

// edges are the parameters of the edges.
func (p VOQParams) edges() Params {
	return Params{Params: recn.Params{Ports: p.Ports, Slots: p.Slots, ErrorBits: p.ErrorBits, Data: p.Data}, MTU: p.MTU}
}

// edges are the parameters of the edges.
func (p CIOQParams) edges() Params {
	return Params{Params: recn.Params{Ports: p.Ports, Slots: p.Slots, ErrorBits: p.ErrorBits, Data: p.Data}, MTU: p.MTU}
}

// Derived widths, named as in the contract.
func (p Params) pw() int             { return rtlgen.IndexBits(p.Ports) }
func (p Params) sw() int             { return rtlgen.IndexBits(p.Slots) }
func (p Params) ports() packet.Ports { return packet.Ports(p.Ports) }

// wordBytes is the bytes of a word; byteBits number them.
func (p Params) wordBytes() int { return p.Data / 8 }
func (p Params) byteBits() int  { return rtlgen.IndexBits(p.wordBytes()) }

// tagBits count the bytes of a frame in a packet, and indexBits its packets: together as many as
// tag and seq have left, since words that are twice as long make half as many packets.
func (p Params) tagBits() int   { return wordsBits + p.byteBits() }
func (p Params) indexBits() int { return packet.SeqBits + packet.TagBits - frameBits - 2 - p.tagBits() }

// seqBits are those of the number of a frame, and of that of a packet in it.
func (p Params) seqBits() int { return frameBits + p.indexBits() }

// words is the length of the longest frame, lw the width that counts them, and a packet more.
func (p Params) words() int { return (p.MTU + p.wordBytes() - 1) / p.wordBytes() }
func (p Params) lw() int    { return rtlgen.CountBits(p.words() + packet.Beats) }

// contexts is the number of sources that frames come from; a frame does not return to its own
// port, but a memory has two words at least.
func (p Params) contexts() int { return max(p.Ports-1, 2) }
func (p Params) xw() int       { return rtlgen.IndexBits(p.contexts()) }

// room is the words of a context: a packet fits behind a frame that is not complete.
func (p Params) room() int { return p.words() + slack }

// buffer is the words of the buffer of frames that come in, a power of two.
func (p Params) buffer() int { return 1 << rtlgen.IndexBits(p.words()+slack) }
