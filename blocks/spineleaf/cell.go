package spineleaf

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// The format of cells on the links between leaves and spines. A cell has a header
// of 10 bytes and up to four beats of payload; a message is a cell without payload.
// The header goes beside the first beat. Its CRC-16 is the business of the links.
const (
	CellBytes = 10 // header of a cell, and so a message (UQ section 3)
	CellBeats = qcn.UnitBeats

	BeatsBits = 3
	PlaceBits = 10 // of a frame in the output buffer
	IndexBits = 6  // of a cell in its frame
	CellKinds = 2
)

// HeaderBits is the width of CellHeader.
const HeaderBits = BeatsBits + 2*qcn.AddressBits + CellKinds + qcn.PrioBits + qcn.LengthBits + PlaceBits + IndexBits

// Kinds of cells.
const (
	CellData = iota
	CellCNM
	CellRequest
	CellGrant
)

// CellHeader is the header of a cell. A spine looks at beats and dst alone.
type CellHeader struct {
	Beats  rtlgen.Value `width:"cell_beats" doc:"beats of payload; a message has none and takes one beat of the link"`
	Dst    rtlgen.Value `width:"address" doc:"server port that the cell goes to"`
	Kind   rtlgen.Value `width:"cell_kind" doc:"0 part of a frame, 1 CNM, 2 request, 3 grant"`
	Src    rtlgen.Value `width:"address" doc:"server port that it comes from"`
	Prio   rtlgen.Value `width:"prio" doc:"priority"`
	Length rtlgen.Value `width:"length" doc:"bytes of the frame; 0 in a grant and a CNM"`
	Place  rtlgen.Value `width:"place" doc:"place of the frame in the output buffer; 0 in a request and a CNM"`
	Index  rtlgen.Value `width:"cell_index" doc:"number of the cell in its frame"`
}

// dims are the widths that tags may name.
func dims(more rtlgen.Dims) rtlgen.Dims {
	d := qcn.Dims(more)
	d["header"], d["cell_beats"], d["cell_kind"] = HeaderBits, BeatsBits, CellKinds
	d["place"], d["cell_index"] = PlaceBits, IndexBits
	return d
}

// CellHeaderOf takes a header apart.
func CellHeaderOf(header rtlgen.Signal) CellHeader {
	return rtlgen.Unpack[CellHeader](header, dims(nil))
}

// CellLink is one direction of a link between a leaf and a spine. The beats of a cell
// come without a gap. There is no ready: the receiver gives a credit for every cell
// that has left its buffer.
type CellLink[D rtlgen.Direction] struct {
	Cell[D]
	Bad D `doc:"the beat was lost on its way, and is 0"`
}

// Cell are the beats of a cell inside a leaf, where none is lost.
type Cell[D rtlgen.Direction] struct {
	Valid  D `doc:"a beat of a cell comes"`
	Head   D `doc:"it is the first"`
	Header D `width:"header" doc:"header of the cell, with its first beat"`
	Data   D `width:"word" doc:"the beat; means nothing in a message"`
}

// CellView is the cell at the head of a buffer.
type CellView[D rtlgen.Direction] struct {
	Valid  D `doc:"there is a cell"`
	Header D `width:"header" doc:"its header; unknown without a cell"`
}

// unitsOf is the number of buffer units of a frame.
func unitsOf(length value) value { return roundUp(length, qcn.UnitBytes) }

// roundUp is ceil(x/n), n a power of two.
func roundUp(x value, n int) value {
	low := rtlgen.IndexBits(n)
	w := x.Width() - low + 1
	return x.High(w - 1).Zext(w).Add(x.Low(low).Any().Zext(w))
}
