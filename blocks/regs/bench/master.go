package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/regs/golden"
	"culprit.example/culprit/testbench/kit"
)

// Master is a master of AXI4-Lite that keeps to the rules: what it offers stays until it is taken. Addresses and data
// of writes come in either order.
type Master struct {
	rng     *rand.Rand
	address func() uint32 // of the next access
	in      golden.AXILiteIn
	percent struct{ aw, w, ar, b, r int } // how eager each channel is
}

// NewMaster makes a master that has offered nothing.
func NewMaster(rng *rand.Rand, address func() uint32) *Master {
	return &Master{rng: rng, address: address}
}

// Drive is the inputs of the next cycle. ready is what the slave shows in it: functions of its registers.
func (m *Master) Drive(cycle int, ready golden.AXILiteOut) golden.AXILiteIn {
	if cycle%64 == 0 {
		for _, p := range []*int{&m.percent.aw, &m.percent.w, &m.percent.ar, &m.percent.b, &m.percent.r} {
			*p = kit.Pick(m.rng, []int{5, 50, 100})
		}
	}
	in := &m.in
	if !in.SAxilAwvalid {
		in.SAxilAwvalid, in.SAxilAwaddr, in.SAxilAwprot = kit.Chance(m.rng, m.percent.aw), m.address(), uint8(m.rng.Intn(8))
	}
	if !in.SAxilWvalid {
		in.SAxilWvalid, in.SAxilWdata = kit.Chance(m.rng, m.percent.w), m.rng.Uint32()
		in.SAxilWstrb = uint8(kit.Pick(m.rng, []int{15, 15, m.rng.Intn(16)}))
	}
	if !in.SAxilArvalid {
		in.SAxilArvalid, in.SAxilAraddr, in.SAxilArprot = kit.Chance(m.rng, m.percent.ar), m.address(), uint8(m.rng.Intn(8))
	}
	in.SAxilBready, in.SAxilRready = kit.Chance(m.rng, m.percent.b), kit.Chance(m.rng, m.percent.r)
	now, out := *in, ready
	in.SAxilAwvalid = in.SAxilAwvalid && !out.SAxilAwready
	in.SAxilWvalid = in.SAxilWvalid && !out.SAxilWready
	in.SAxilArvalid = in.SAxilArvalid && !out.SAxilArready
	return now
}

var busCoverPoints = []string{
	"address before data", "data before address", "both at once", "answer not taken at once",
	"write and read answered at once", "next write waits behind an answer",
}

// observeBus reports which of busCoverPoints a cycle reaches.
func observeBus(in golden.AXILiteIn, out golden.AXILiteOut, hit func(string)) {
	kit.Reached{
		"address before data":               !out.SAxilAwready && out.SAxilWready,
		"data before address":               out.SAxilAwready && !out.SAxilWready,
		"both at once":                      in.SAxilAwvalid && in.SAxilWvalid && out.SAxilAwready && out.SAxilWready,
		"answer not taken at once":          out.SAxilBvalid && !in.SAxilBready,
		"write and read answered at once":   out.SAxilBvalid && out.SAxilRvalid,
		"next write waits behind an answer": out.SAxilBvalid && !out.SAxilAwready && !out.SAxilWready,
	}.Report(hit)
}
