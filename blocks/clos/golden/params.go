package golden

import (
	"math/bits"

	adapter "culprit.example/culprit/blocks/adapter/golden"
)

// Params are the parameters of a network and its parts, as in the contract.
type Params struct {
	Ports, Stages, SlotsIn, SlotsOut, LF, Queue int
	Scheme, G, BReasm, FCInit, VOQ, MaxP, Watch int
	Nodes, Paths, Credits, LinkLatency          int
	Beat, CutThrough, Wire                      int
}

// Traffic is what all sources have in common.
type Traffic struct {
	Seed                      uint32
	Start, Stop, Own, HotRate int
	HotNode, HotMask          int
	Enable                    bool
	LongRate, LongLength      int `port:",optional"`
}

// hot reports whether a node is hot.
func (t Traffic) hot(node int) bool { return t.HotRate > 0 && (node^t.HotNode)&^t.HotMask == 0 }

// Measurement controls counters.
type Measurement struct{ Measure, Clear bool }

// indexBits is the width that counts 0..n-1, at least 1.
func indexBits(n int) int { return max(1, bits.Len(uint(n-1))) }

// adapter are the parameters of a node's adapter.
func (p Params) adapter() adapter.Params {
	a := adapter.Params{ErrorBits: 8, Nodes: p.Nodes, Paths: p.Paths, G: p.G, BReasm: p.BReasm, FcInit: p.FCInit,
		BIn: p.Credits,
		VOQ: p.VOQ, MaxP: p.MaxP, Watch: p.Watch}
	if p.Scheme == 1 {
		a.OOB = 1
	} else {
		a.Unsol = 1
	}
	return a
}

// counts are counters by address.
type counts map[int]uint64

// add counts events.
func (c counts) add(m Measurement, address int, by uint64) {
	if m.Measure {
		c[address] += by
	}
}

// most keeps the largest value.
func (c counts) most(m Measurement, address int, x uint64) {
	if m.Measure {
		c[address] = max(c[address], x)
	}
}
