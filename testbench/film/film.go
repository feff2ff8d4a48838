package film

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/blocks"
)

// Film is a recording.
type Film struct {
	Title    string
	Interval int // cycles from one frame to the next
	Frames   int
	// Limit, if not 0, is how many frames are enough: at twice as many every second one is dropped.
	Limit int
	Units []Unit
	Links []Link
	// Phases are the cycles in which something about the run changes, for marks below the picture.
	Phases []int

	fill, marks []gauge // of each link
}

// Unit is an end node or a switch.
type Unit struct {
	Name string  `json:"name"`
	Node bool    `json:"node"`
	X    float64 `json:"x"` // from 0 to 1
	Y    float64 `json:"y"` // likewise; nodes stand at the bottom, where it is 1
}

// Link leads from one unit to another one. The page has it as it is, bytes in base64.
type Link struct {
	Name string `json:"name"`
	From int    `json:"from"` // unit
	To   int    `json:"to"`   // unit
	// Fill and Marks are the paths in the netlist of what is recorded, empty if the network has none there; Of is
	// what Fill is of at most, and What is the meaning of Marks.
	Fill  string `json:"path"`
	Of    uint64 `json:"of"`
	Marks string `json:"marks"`
	What  string `json:"what"`
	// Taken and Marked are in each frame how much of Of is taken, and how many marks there are.
	Taken  []uint8 `json:"taken"`
	Marked []uint8 `json:"marked"`
}

// gauge reads a state of a link.
type gauge struct {
	cyclesim.Probe
	rest  uint64
	taken bool // what is missing of rest counts
	ones  bool // the ones count
	word  [1]uint64
}

// maxState is the largest state that is shown as it is; a larger one is shown in parts of it.
const maxState = 255

// Open begins a film of a network that has just been reset.
func (f *Film) Open(e cyclesim.Engine, n *blocks.Network) error {
	if n == nil {
		return errors.New("there is nothing to film: the block is no network, so it has no links")
	}
	number := map[string]int{}
	unit := func(x blocks.End) int {
		name := fmt.Sprintf("%s_%d", x.Unit, x.Copy)
		i, known := number[name]
		if !known {
			i = len(f.Units)
			number[name] = i
			f.Units = append(f.Units, Unit{Name: name, Node: x.Unit == n.Node})
		}
		return i
	}
	f.Units, f.Links, f.fill, f.marks, f.Frames = nil, nil, nil, nil, 0
	for _, l := range n.Links {
		f.Links = append(f.Links, Link{Name: l.String(), From: unit(l.From), To: unit(l.To)})
	}
	f.fill, f.marks = make([]gauge, len(f.Links)), make([]gauge, len(f.Links))
	for _, s := range n.AtRest {
		if s.Link < 0 || s.Sends {
			continue
		}
		probe, err := e.Probe(s.Path)
		if err != nil {
			return err
		}
		if probe.Width > 64 {
			continue
		}
		l, g := &f.Links[s.Link], gauge{Probe: probe, rest: s.Value, taken: s.Most, ones: s.Ones}
		switch {
		case s.Most && l.Fill == "":
			l.Fill, l.Of, f.fill[s.Link] = s.Path, s.Value, g
		case s.Ones && l.Marks == "":
			l.Marks, l.What, f.marks[s.Link] = s.Path, s.What, g
		case !s.Most && !s.Ones && s.Value == 0 && l.Fill == "":
			l.Fill, f.fill[s.Link] = s.Path, g
		}
	}
	if !slices.ContainsFunc(f.Links, func(l Link) bool { return l.Fill != "" }) {
		return errors.New("there is nothing to film: the network does not say what its receivers hold")
	}
	f.layOut()
	return nil
}

// Frame records the present state.
func (f *Film) Frame() {
	f.Frames++
	for i := range f.Links {
		l := &f.Links[i]
		if l.Fill != "" {
			l.Taken = append(l.Taken, f.fill[i].read())
		}
		if l.Marks != "" {
			l.Marked = append(l.Marked, f.marks[i].read())
		}
	}
	if f.Limit > 0 && f.Frames >= 2*f.Limit {
		f.thin()
	}
}

// thin keeps every second frame.
func (f *Film) thin() {
	half := func(list []uint8) []uint8 {
		for i := 1; i < len(list); i += 2 {
			list[i/2] = list[i]
		}
		return list[:len(list)/2]
	}
	for i := range f.Links {
		f.Links[i].Taken, f.Links[i].Marked = half(f.Links[i].Taken), half(f.Links[i].Marked)
	}
	f.Frames /= 2
	f.Interval *= 2
}

func (g *gauge) read() uint8 {
	g.Read(g.word[:])
	x := g.word[0]
	switch {
	case g.ones:
		x = uint64(bits.OnesCount64(x))
	case g.taken:
		if x = g.rest - min(x, g.rest); g.rest > maxState {
			return uint8(x * maxState / g.rest)
		}
	}
	return uint8(min(x, maxState))
}

// full is what stands for a full queue in Taken.
func (l *Link) full() int {
	if l.Of > 0 {
		return int(min(l.Of, maxState))
	}
	most := 1
	for _, x := range l.Taken { // the network does not say how many there may be
		most = max(most, int(x))
	}
	return most
}
