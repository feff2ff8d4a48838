package experiment

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Point is one run: a block of the library, its parameters, and what is done with
// it. Points with equal blocks, parameters and stimuli are the same point and have
// equal results.
type Point struct {
	Name     string         `json:"name"`   // for messages: "nodes=16 load=0.5 seed=1"
	Block    string         `json:"block"`  // a block with traffic inside
	Params   map[string]int `json:"params"` // that differ from the block's defaults
	Stimulus Stimulus       `json:"stimulus"`
	Fault    *Fault         `json:"fault,omitempty"`  // nil: the links are sound
	Mutant   *Mutant        `json:"mutant,omitempty"` // nil: the netlist is that of the block
	Host     *Host          `json:"host,omitempty"`   // nil: the block makes its traffic itself

	// Cost is about proportional to the time that the point takes.
	Cost int64 `json:"-"`
	// Spec is what the experiment made the point from, for its own claims and
	// tables.
	Spec any `json:"-"`
}

// Stimulus is what is done with a block from its reset on. After the last phase
// the outputs and then the counters of the block's readback are read.
type Stimulus struct {
	Inputs  map[string]uint64 `json:"inputs"`  // held from reset on; all others are 0
	Phases  []Phase           `json:"phases"`  // one after the other
	Outputs []string          `json:"outputs"` // output ports to be read at the end
	Trace   Trace             `json:"trace"`
	// Errors are counters and outputs that are 0 in every sound run.
	Errors []string `json:"errors"`
}

// Phase is a part of a run.
type Phase struct {
	Cycles int               `json:"cycles"`
	Inputs map[string]uint64 `json:"inputs,omitempty"` // that change at its start
	Expect map[string]uint64 `json:"expect,omitempty"` // outputs at its end
	Steady *Steady           `json:"steady,omitempty"` // not nil: it measures a steady state; of one phase at most
}

// Trace is an output that is read again and again. The zero value is no trace.
type Trace struct {
	Output   string `json:"output"`
	Start    int    `json:"start"`    // cycles after reset
	Interval int    `json:"interval"` // cycles from one sample to the next; the first is one interval after Start
	// Counters are counters of the readback, by name, that are sampled, too. One is
	// read per cycle from the time of the sample on, while the run goes on.
	Counters []string `json:"counters,omitempty"`
}

// Cycles is the length of the run without the reading of counters.
func (s Stimulus) Cycles() int {
	n := 0
	for _, p := range s.Phases {
		n += p.Cycles
	}
	return n
}

// String names the point in messages.
func (p Point) String() string { return p.Name }

// id is equal for equal points only.
func (p Point) id() string {
	return asJSON(struct {
		Block    string
		Params   map[string]int
		Stimulus Stimulus
		Fault    *Fault  `json:",omitempty"`
		Mutant   *Mutant `json:",omitempty"`
		Host     *Host   `json:",omitempty"`
	}{p.Block, p.Params, p.Stimulus, p.Fault, p.Mutant, p.Host})
}

// design is equal for points with the same netlist, but for what a fault adds.
func (p Point) design() string {
	if p.Mutant != nil {
		return p.Block + asJSON(p.Params) + p.Mutant.Name
	}
	return p.Block + asJSON(p.Params)
}

func asJSON(x any) string {
	text, err := json.Marshal(x)
	if err != nil {
		panic("BUG: a point cannot be written as JSON: " + err.Error())
	}
	return string(text)
}

// fileName is the name under which the store keeps the point: a stored result is
// used only for the same point and version of the netlist.
func (p Point) fileName(version string) string {
	sum := sha256.Sum256([]byte(p.id() + version))
	name := strings.NewReplacer(" ", "-", "=", "", ".", "_", "/", "_").Replace(p.Name)
	return name + "-" + hex.EncodeToString(sum[:])[:16] + ".json"
}

// Shard is the part of the points that one of several workers measures: part i of n, from 1 on. The
// points are dealt out, the longest first, so that each part takes about the same time.
func Shard(points []Point, i, n int) []Point {
	order := slices.Clone(points)
	slices.SortStableFunc(order, func(a, b Point) int { return cmp.Compare(b.Cost, a.Cost) })
	var part []Point
	for k := i - 1; k < len(order); k += n {
		part = append(part, order[k])
	}
	return part
}

// Number prints a number as people write it: 0.95, 1, 30000.
func Number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
