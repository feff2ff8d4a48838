package golden

import traffic "culprit.example/culprit/blocks/traffic/golden"

// Sent is what one end of a link sends in a cycle: beats forward, and about the
// packets that come to it, credits and messages backward.
type Sent struct {
	traffic.Beat
	traffic.Back
}

// Status is what a switch tells about its congestion management.
type Status struct {
	Saqs, Lines                      []bool // a lane per port and SAQ
	Detect, NoFree, Dropped, CamFull []bool // a lane per port
}

// Element is a switch. What it sends in a cycle does not depend on what it gets
// in that cycle.
type Element interface {
	Sends() []Sent // by port
	Step(got []Sent) Status
}
