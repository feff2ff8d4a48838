package qcn

import (
	"fmt"
	"math"
	"slices"
)

// Line is a link between two stations, as far as the headroom of PAUSE depends on it.
type Line struct {
	Rate      float64 // bit/s
	Cable     float64 // length, m
	Longest   int     // bytes of the longest frame that either end sends, with FCS
	Response  int     // quanta of 512 bit times from the reception of a STOP until no frame of its priority begins
	Interface int     // bit times in the transmitter of one end and the receiver of the other
}

// The time that light takes in a cable, and what a qcn_pause with its port adds to the time
// from a unit taken to a STOP on the wire: registers of the link 2, occupancy 1, qcn_pause 2,
// transmitter with the frame's bytes 5, in cycles of a beat.
const (
	secondsPerMetre = 5e-9
	portCycles      = 2 + 1 + 2 + 5
)

// standardLine is what the standards allow at a rate.
type standardLine struct{ gigabits, response, station int }

// Response times are those of IEEE 802.3, 31B.3.7, at 10 Gbit/s the larger one of two that are in use.
// Delays of MAC and PHY, a transmitter and a receiver, bit times, are those that calculations of headroom for
// lossless Ethernet take.
var standardLines = []standardLine{{10, 67, 8192}, {25, 80, 6144}, {40, 118, 24576}, {100, 394, 122880}}

// StandardLine is a line whose ends take as long as the standards allow. Rates are 10, 25, 40 and
// 100 Gbit/s; the cable is metres long, the longest frame has that many bytes.
func StandardLine(gigabits, metres, longest int) (Line, error) {
	i := slices.IndexFunc(standardLines, func(l standardLine) bool { return l.gigabits == gigabits })
	if i < 0 {
		return Line{}, fmt.Errorf("line_rate=%d Gbit/s has no response time in the standard that is known here: give 10, 25, 40 or 100, or cable=0 and a headroom of your own",
			gigabits)
	}
	l := standardLines[i]
	return Line{Rate: float64(gigabits) * 1e9, Cable: float64(metres), Longest: longest, Response: l.response,
		Interface: l.station}, nil
}

// Headroom is the number of buffer units of 256 bytes that a priority may take after its occupancy has reached the
// threshold of STOP, at most; the arithmetic is in the contract of qcn_pause. A rate of 0 or less and lengths and
// times below 0 are errors.
func (l Line) Headroom() (int, error) {
	if !(l.Rate > 0) || math.IsInf(l.Rate, 0) || !(l.Cable >= 0) || math.IsInf(l.Cable, 0) ||
		min(l.Longest, l.Response, l.Interface) < 0 {
		return 0, fmt.Errorf("a line of %g bit/s and %g m, with frames of %d bytes, a response of %d quanta and stations of %d bit times cannot be: give a rate above 0, the others from 0 on",
			l.Rate, l.Cable, l.Longest, l.Response, l.Interface)
	}
	const responseBytes = 64
	flight := l.Cable * secondsPerMetre * l.Rate / 8
	late := float64(portCycles*BeatBytes+ // until the STOP is ready
		l.Longest+GapBytes+ // behind a frame that has just begun
		2*(ControlBytes+GapBytes)+ // another PAUSE frame, and this one
		responseBytes*l.Response) +
		2*(flight+float64(l.Interface)/8)
	short := int(math.Ceil(late / (ControlBytes + GapBytes))) // a unit each
	return short + (l.Longest+UnitBytes-1)/UnitBytes + 1, nil
}

// CheckHeadroom finds a headroom of fewer units than the link needs, for frames of up to the given
// number of units; without a cable it finds nothing. name is that of the parameter.
func CheckHeadroom(name string, headroom, gigabits, metres, frameUnits int) error {
	if metres == 0 {
		return nil
	}
	line, err := StandardLine(gigabits, metres, frameUnits*UnitBytes)
	if err != nil {
		return err
	}
	least, err := line.Headroom()
	if err == nil && headroom < least {
		err = fmt.Errorf("%s=%d units are less than may come after STOP on cable=%d m at line_rate=%d Gbit/s with frames of frame_units=%d: give %[1]s from %[6]d on, a shorter cable or shorter frames",
			name, headroom, metres, gigabits, frameUnits, least)
	}
	return err
}
