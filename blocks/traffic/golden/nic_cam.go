package golden

import "math/bits"

// Name names a congestion point: turns from the top, and a mask of ones over them.
type Name struct {
	Tp, Mask uint32
}

// Matches says whether packets with this turnpool go through the point.
func (a Name) Matches(turnpool uint32) bool { return (a.Tp^turnpool)&a.Mask == 0 }

// Length is the number of ones of the mask.
func (a Name) Length() int { return bits.OnesCount32(a.Mask) }

// Equal says whether two names are the same point.
func (a Name) Equal(b Name) bool { return a.Mask == b.Mask && a.Matches(b.Tp) }

// IsPrefixOf says whether b is a, or a with more turns.
func (a Name) IsPrefixOf(b Name) bool { return a.Length() <= b.Length() && a.Matches(b.Tp) }

// Line is a line of the CAM.
type Line struct {
	Valid, Xoff bool
	Name        Name
}

// Lines are the lines of a NIC.
type Lines []Line

// Stopped says whether packets that are set aside for line k must stay.
func (l Lines) Stopped(k int) bool {
	for _, other := range l {
		if other.Valid && other.Xoff && other.Name.IsPrefixOf(l[k].Name) {
			return true
		}
	}
	return false
}

// For is the line with XOFF that matches and has the shortest name; -1 if none
// matches.
func (l Lines) For(turnpool uint32) int {
	found := -1
	for k, line := range l {
		if line.Valid && line.Xoff && line.Name.Matches(turnpool) && (found < 0 || line.Name.Length() < l[found].Name.Length()) {
			found = k
		}
	}
	return found
}

// Receive is a message. inUse tells of each line whether packets are set aside for
// it. refused: there is no line for an Xoff.
func (l Lines) Receive(valid, xoff bool, name Name, inUse []bool) (refused bool) {
	before := append(Lines{}, l...)
	for k, line := range before {
		if line.Valid && !line.Xoff && !inUse[k] {
			l[k].Valid = false
		}
	}
	if !valid {
		return false
	}
	for k, line := range before {
		if line.Valid && line.Name.Equal(name) {
			l[k].Xoff = xoff
			l[k].Valid = l[k].Valid || xoff
			return false
		}
	}
	if !xoff {
		return false
	}
	for k, line := range before {
		if !line.Valid {
			l[k] = Line{Valid: true, Xoff: true, Name: name}
			return false
		}
	}
	return true
}

// NICCAMIn are the inputs of the CAM.
type NICCAMIn struct {
	MsgValid, MsgXoff bool
	MsgTp, MsgMask    uint32
	Turns             uint32
	InUse             []bool
}

// NICCAMOut are its outputs.
type NICCAMOut struct {
	Stopped     []bool `valid:"LineValid"`
	LineValid   []bool `port:"-"`
	Hit         bool   `valid:"HitKnown"`
	HitKnown    bool   `port:"-"`
	Target      int    `valid:"TargetKnown"`
	TargetKnown bool   `port:"-"`
	Refused     bool
}

// NICCAM is the CAM as a block of its own.
type NICCAM struct {
	Lines Lines
}

// NewNICCAM makes the CAM after reset.
func NewNICCAM(lines int) *NICCAM { return &NICCAM{Lines: make(Lines, lines)} }

// Step is one clock cycle.
func (c *NICCAM) Step(in NICCAMIn) NICCAMOut {
	out := NICCAMOut{Stopped: make([]bool, len(c.Lines)), LineValid: make([]bool, len(c.Lines))}
	for k, line := range c.Lines {
		out.LineValid[k], out.Stopped[k] = line.Valid, c.Lines.Stopped(k)
	}
	target := c.Lines.For(in.Turns)
	out.Hit, out.HitKnown = target >= 0, !in.MsgValid
	out.Target, out.TargetKnown = max(target, 0), !in.MsgValid && target >= 0
	out.Refused = c.Lines.Receive(in.MsgValid, in.MsgXoff, Name{in.MsgTp, in.MsgMask}, in.InUse)
	return out
}
