package golden

import "math/bits"

// Name names a congestion point: turns from the top, and a mask of ones over them.
type Name struct {
	Tp, Mask uint32
}

// Matches reports whether packets with this turnpool go through the point.
func (a Name) Matches(turnpool uint32) bool { return (a.Tp^turnpool)&a.Mask == 0 }

// Length is the number of ones of the mask.
func (a Name) Length() int { return bits.OnesCount32(a.Mask) }

// Equal reports whether two names are the same point.
func (a Name) Equal(b Name) bool { return a.Mask == b.Mask && a.Matches(b.Tp) }

// IsPrefixOf reports whether b is a, or a with more turns.
func (a Name) IsPrefixOf(b Name) bool { return a.Length() <= b.Length() && a.Matches(b.Tp) }

// Line is a line of the CAM.
type Line struct {
	Valid, Xoff bool
	Name        Name
}

// Lines are the lines of a NIC.
type Lines []Line

// Stopped reports whether packets that are set aside for line k must stay.
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
		if line.Valid && line.Xoff && line.Name.Matches(turnpool) &&
			(found < 0 || line.Name.Length() < l[found].Name.Length()) {
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
	Keep, Kept        bool
	InUse             []bool
}

// NICCAMOut are its outputs.
type NICCAMOut struct {
	MsgArrives, XoffArrives bool
	Stopped                 []bool `valid:"LineValid"`
	LineValid               []bool `port:"-"`
	Hit                     bool   `valid:"HitKnown"`
	HitKnown                bool   `port:"-"`
	Target                  []bool `valid:"TargetKnown"`
	TargetKnown             []bool `port:"-"`
	Refused                 bool
}

// NICCAM is the CAM as a block of its own.
type NICCAM struct {
	Lines Lines

	in NICCAMIn // of the cycle before: the registers behind the pins

	packet, kept           uint32 // turns of the packet that is looked up; of the one that is kept
	packetKnown, keptKnown bool
	target                 int // line that stopped the packet of the cycle before; none
	targetKnown            bool
}

// NewNICCAM makes the CAM after reset.
func NewNICCAM(lines int) *NICCAM { return &NICCAM{Lines: make(Lines, lines)} }

// Message is the message that comes into effect in the next Step.
func (c *NICCAM) Message() (valid, xoff bool, name Name) {
	return c.in.MsgValid, c.in.MsgXoff, Name{c.in.MsgTp, c.in.MsgMask}
}

// PacketKnown reports whether there is a packet to look up in the next Step.
func (c *NICCAM) PacketKnown() bool { return c.packetKnown }

// KeptKnown reports whether there is a packet that is kept in the next Step.
func (c *NICCAM) KeptKnown() bool { return c.keptKnown }

// Step is one clock cycle.
func (c *NICCAM) Step(in NICCAMIn) NICCAMOut {
	lines := len(c.Lines)
	out := NICCAMOut{Stopped: make([]bool, lines), LineValid: make([]bool, lines), Target: make([]bool, lines),
		TargetKnown: make([]bool, lines)}
	for k, line := range c.Lines {
		out.LineValid[k], out.Stopped[k] = line.Valid, c.Lines.Stopped(k)
		out.Target[k], out.TargetKnown[k] = k == c.target, c.targetKnown
	}
	valid, xoff, name := c.Message()
	out.MsgArrives, out.XoffArrives = valid, valid && xoff

	turns := c.packet
	out.HitKnown = c.packetKnown
	if in.Kept {
		turns, out.HitKnown = c.kept, c.keptKnown
	}
	c.target, c.targetKnown = c.Lines.For(turns), out.HitKnown && !valid
	out.Hit = c.target != none
	if in.Keep {
		c.kept, c.keptKnown = c.packet, c.packetKnown
	}
	c.packet, c.packetKnown = in.Turns, !in.MsgValid || !in.MsgXoff
	before := append(Lines{}, c.Lines...)
	out.Refused = c.Lines.Receive(valid, xoff, name, in.InUse)
	for k, line := range c.Lines {
		c.keptKnown = c.keptKnown && (!line.Valid || before[k].Valid)
	}
	c.in = in
	return out
}
