package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// CyclesPerPacket is the packet time: 64 bytes at 8 bytes per cycle.
const CyclesPerPacket = 8

// The schemes that networks are built with.
const (
	RECNIQ   = "recn-iq"   // RECN-IQ; with 0 SAQs the plain input-queued switch
	VOQsw    = "voqsw"     // one queue per output port
	VOQnet   = "voqnet"    // one queue per destination node
	RECNCIOQ = "recn-cioq" // RECN with buffers at inputs and outputs
)

// Network is everything that decides the netlist of a point.
type Network struct {
	Nodes       int    `json:"nodes"` // 16, 64, 256
	Scheme      string `json:"scheme"`
	SAQs        int    `json:"saqs"`         // per port; 0 for VOQsw and VOQnet
	Slots       int    `json:"slots"`        // packets per input port
	Detect      int    `json:"detect"`       // thresholds, packets
	Xoff        int    `json:"xoff"`         //
	Xon         int    `json:"xon"`          //
	LinkLatency int    `json:"link_latency"` // cycles
	ReadyBit    int    `json:"ready_bit"`
	Queue       int    `json:"queue"` // packets that a node can hold back
}

// Name is short, for people: "recn-iq, 4 SAQs".
func (n Network) Name() string {
	switch {
	case n.Scheme == RECNIQ && n.SAQs == 0:
		return "no SAQs"
	case n.Scheme == RECNIQ || n.Scheme == RECNCIOQ:
		return fmt.Sprintf("%s, %d SAQs", schemeTitles[n.Scheme], n.SAQs)
	}
	return schemeTitles[n.Scheme]
}

var schemeTitles = map[string]string{RECNIQ: "RECN-IQ", VOQsw: "VOQsw", VOQnet: "VOQnet", RECNCIOQ: "RECN-CIOQ"}

// Hot is a phase, from the start of a run, in which all nodes send a part of
// their packets to one node. The zero value is no such phase.
type Hot struct {
	Percent float64 `json:"percent"` // of every node's packets
	Node    int     `json:"node"`
	Cycles  int     `json:"cycles"`
}

// Point is one run. Two equal points have equal results.
type Point struct {
	Network
	Seed     uint32  `json:"seed"`
	Load     float64 `json:"load"` // packets per packet time and node
	Hot      Hot     `json:"hot"`
	Warmup   int     `json:"warmup"`   // packet times before the window
	Measure  int     `json:"measure"`  // packet times of the window
	Total    int     `json:"total"`    // packet times of the run, at least warmup + measure
	Interval int     `json:"interval"` // packet times per point of the trace; 0: no trace
}

// String names the point in messages.
func (p Point) String() string {
	s := fmt.Sprintf("nodes=%d scheme=%s saqs=%d load=%s seed=%d", p.Nodes, p.Scheme, p.SAQs, number(p.Load), p.Seed)
	if p.Hot.Percent > 0 {
		s += fmt.Sprintf(" hot_percent=%s", number(p.Hot.Percent))
	}
	return s
}

// cost is about proportional to the time that a point takes.
func (p Point) cost() int64 {
	levels, size := 0, 1
	for size < p.Nodes {
		levels, size = levels+1, size*4
	}
	weight := map[string]int64{VOQnet: 3, RECNCIOQ: 2}[p.Scheme]
	return max(weight, 1) * int64(levels) * int64(p.Nodes) * int64(p.Total)
}

// key identifies the point and the version of its netlist: a stored result is
// used only for the same key.
func (p Point) key(version string) string {
	text, err := json.Marshal(p)
	if err != nil {
		panic("BUG: a point cannot be written as JSON: " + err.Error())
	}
	sum := sha256.Sum256(append(text, version...))
	return hex.EncodeToString(sum[:])
}

// fileName is the name under which the store keeps the point.
func (p Point) fileName(version string) string {
	kind := "uniform"
	if p.Hot.Percent > 0 {
		kind = "hot"
	}
	load := strings.ReplaceAll(number(p.Load), ".", "_")
	return fmt.Sprintf("%s-n%d-%s-s%d-load%s-seed%d-%s.json", kind, p.Nodes, p.Scheme, p.SAQs, load, p.Seed, p.key(version)[:16])
}

// number prints a number as people write it: 0.95, 1, 30000.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
