package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/testbench/speed"
)

// TestBenchBuildLimit measures one side only: making a model of the switch takes
// longer than a test should. It fails, since nothing is compared.
func TestBenchBuildLimit(t *testing.T) {
	dir := t.TempDir()
	run := rtlgen(t, dir, nil, "bench", "switch", "--loads", "0.4", "--cycles", "500", "--build-limit", "1ms", "--json")
	assert.Equal(t, run.status, statusFailed)
	assert.Equal(t, run.stderr, "rtlgen: nothing was compared: Verilator made no model within --build-limit\n")
	out := run.stdout
	var r speed.Report
	assert.NilError(t, json.Unmarshal([]byte(out), &r))
	assert.Equal(t, len(r.Rows), 1)
	row := r.Rows[0]
	assert.Equal(t, row.Design, "switch")
	assert.Equal(t, row.Load, 0.4)
	assert.Equal(t, row.Cycles, 500)
	assert.Assert(t, row.Delivered > 500 && row.Verilator == nil && row.Ratio == nil)
	assert.Equal(t, len(row.Builds), 3)
	for _, key := range []string{`"ratio": null`, `"limit_hit": true`, `"cycles_per_second": `, `"engine_seconds": `, `"verilator_seconds": null`} {
		assert.Assert(t, strings.Contains(out, key), "no %s in %s", key, out)
	}
	assert.Equal(t, len(tree(t, dir)), 0)
}

// speedReport is what a measurement could give: one row with both sides, one
// without Verilator, and perhaps one where the sides differ.
func speedReport(problem string) *speed.Report {
	ratio, low, high, total := 3.0, 2.5, 3.25, 61.0
	r := &speed.Report{
		Tools: map[string]string{"verilator": "5.006", "g++": "12.2.0"}, CPU: "a processor",
		Rows: []*speed.Row{{
			Design: "switch", Switches: 1, Load: 0.4, Cycles: 1000, WarmUp: 2000, ElaborationSeconds: 0.05,
			Engine:    speed.Side{Name: "compiled", CyclesPerSecond: 600_000, FirstCycleSeconds: 0.07, PeakBytes: 40_000_000},
			Verilator: &speed.Side{Name: "verilator", CyclesPerSecond: 200_000, FirstCycleSeconds: 60, PeakBytes: 26_000_000},
			Builds: []speed.Build{
				{Name: "verilator", Seconds: 59, WallSeconds: 30, PeakBytes: 300_000_000, CyclesPerSecond: 200_000},
				{Name: "verilator -O3", Seconds: 90, WallSeconds: 600, LimitHit: true},
			},
			Ratio: &ratio, RatioLow: &low, RatioHigh: &high,
			Totals:    []speed.Total{{Cycles: 1e4, EngineSeconds: 0.09, VerilatorSeconds: &total}},
			Delivered: 1234, Digest: 0xabc,
		}, {
			Design: "fabric48", Switches: 48, Load: 0.4, Cycles: 1000, WarmUp: 2000,
			Engine: speed.Side{Name: "compiled", CyclesPerSecond: 5000, FirstCycleSeconds: 0.5, PeakBytes: 400_000_000},
			Builds: []speed.Build{{Name: "verilator", WallSeconds: 600, LimitHit: true}},
			Totals: []speed.Total{{Cycles: 1e4, EngineSeconds: 2.5}},
		}},
	}
	if problem != "" {
		r.Rows = append(r.Rows, &speed.Row{Design: "fabric16", Switches: 16, Load: 0.9, Cycles: 1000, Problem: problem})
	}
	return r
}

func TestBenchPrinted(t *testing.T) {
	var stdout bytes.Buffer
	p := &program{stdout: &stdout}
	err := p.showSpeed(speedReport("the sides differ: here and there"), false)
	assert.Error(t, err, "not all designs do the same on both sides")
	assert.Equal(t, stdout.String(), strings.TrimPrefix(`
DESIGN    LOAD  CYCLES  COMPILED   VERILATOR  RATIO  OF SLICES     PACKETS  CHECKSUM
switch    0.4   1000    600.0 k/s  200.0 k/s  3.00   2.50 to 3.25  1234     00000abc
fabric48  0.4   1000    5000 /s    -          -      -             0        00000000
fabric16  0.9   1000    -          -          -      -             -        FAILED: see below

DESIGN    LOAD  ELABORATION  FIRST CYCLE    1e+04 CYCLES   MEMORY         MEMORY TO BUILD
switch    0.4   0.05 s       0.07 s | 60 s  0.09 s | 61 s  40 MB | 26 MB  300 MB
fabric48  0.4   0.00 s       0.50 s | -     2.50 s | -     400 MB | -     -

COMPILED, VERILATOR: cycles per second. Pairs of cells: compiled | Verilator. All seconds are processor time.
FIRST CYCLE: from the netlist; for Verilator: writing Verilog, Verilator, C++ compiler, start. ELABORATION comes before, on both sides.
1e+04 CYCLES and so on: computed, FIRST CYCLE + cycles / rate.
With: g++ 12.2.0, verilator 5.006, a processor
Models of switch (rates at load 0.4): verilator: made in 59 s, 30 s by the clock, 200.0 k/s; verilator -O3: given up after 600 s by the clock (--build-limit)
Models of fabric48 (rates at load 0.4): verilator: given up after 600 s by the clock (--build-limit)
Models of fabric16 (rates at load 0.9): none

fabric16, load 0.9: the sides differ: here and there
`, "\n"))
}

// TestBenchStatus: JSON and status go together.
func TestBenchStatus(t *testing.T) {
	for _, problem := range []string{"", "the sides differ"} {
		var stdout bytes.Buffer
		p := &program{stdout: &stdout}
		err := p.showSpeed(speedReport(problem), true)
		assert.Equal(t, err != nil, problem != "")
		var r speed.Report
		assert.NilError(t, json.Unmarshal(stdout.Bytes(), &r))
		assert.Equal(t, r.Passed(), problem == "")
		assert.DeepEqual(t, r.Rows[0], speedReport("").Rows[0])
	}
}

func TestBenchWrongUse(t *testing.T) {
	for _, c := range []struct {
		args string
		want []string
	}{
		{"bench swich", []string{`no design "swich"`, "did you mean switch?", "switch, fabric16, fabric48, fabric256"}},
		{"bench switch switch", []string{"switch is given twice"}},
		{"bench --cycles 0", []string{"--cycles 0"}},
		{"bench --loads 0", []string{"--loads 0", `"0" is not a number above 0 and up to 1`}},
		{"bench --loads 0.4,1.5", []string{`"1.5"`, "--loads 0.05,0.4"}},
		{"bench --loads 0.4,", []string{`"" is not a number`}},
		{"bench --loads NaN", []string{`"NaN" is not a number`}},
		{"bench --loads 0.4,0.40", []string{"0.4 is there twice"}},
		{"bench --models O4", []string{`no model "O4"`, "hierarchical, default, O3"}},
		{"bench --models hierarchcal", []string{"did you mean hierarchical?"}},
		{"bench --models O3,O3", []string{"O3 is there twice"}},
		{"bench --build-limit 10", []string{"--build-limit 10", "90s or 10m"}},
		{"bench --build-limit -1m", []string{"--build-limit -1m"}},
		{"bench --engine x", []string{"no option --engine", "rtlgen bench --help"}},
		{"bench-worker", []string{"bench-worker needs a design"}},
		{"bench-worker nothing", []string{`no design "nothing"`}},
	} {
		t.Run(c.args, func(t *testing.T) {
			dir := t.TempDir()
			refused(t, rtlgen(t, dir, nil, strings.Fields(c.args)...), c.want...)
			assert.Equal(t, len(tree(t, dir)), 0)
		})
	}
}

func TestBenchWithoutVerilator(t *testing.T) {
	env := []string{"CULPRIT_VERILATOR=" + filepath.Join(t.TempDir(), "none")}
	refused(t, rtlgen(t, t.TempDir(), env, "bench", "switch"), "verilator (simulation, lint) is missing", "apt-get install verilator")
}

// TestWorkerIsHidden: users see bench, not what it starts.
func TestWorkerIsHidden(t *testing.T) {
	help := held(t, t.TempDir(), "--help")
	assert.Assert(t, strings.Contains(help, "bench ") && !strings.Contains(help, workerCommand), help)
	r := rtlgen(t, t.TempDir(), nil, "nothing")
	assert.Assert(t, strings.Contains(r.stderr, "bench,") && !strings.Contains(r.stderr, workerCommand), r.stderr)
}

// TestBenchJSON pins the names that other programs read.
func TestBenchJSON(t *testing.T) {
	var stdout bytes.Buffer
	p := &program{stdout: &stdout}
	r := speedReport("")
	r.Rows = r.Rows[:1]
	r.Rows[0].Builds = r.Rows[0].Builds[:1]
	assert.NilError(t, p.showSpeed(r, true))
	assert.Equal(t, stdout.String(), strings.TrimPrefix(`
{
  "tools": {
    "g++": "12.2.0",
    "verilator": "5.006"
  },
  "cpu": "a processor",
  "rows": [
    {
      "design": "switch",
      "switches": 1,
      "load": 0.4,
      "cycles": 1000,
      "warm_up": 2000,
      "elaboration_seconds": 0.05,
      "engine": {
        "name": "compiled",
        "cycles_per_second": 600000,
        "first_cycle_seconds": 0.07,
        "first_cycle_wall_seconds": 0,
        "peak_bytes": 40000000
      },
      "verilator": {
        "name": "verilator",
        "cycles_per_second": 200000,
        "first_cycle_seconds": 60,
        "first_cycle_wall_seconds": 0,
        "peak_bytes": 26000000
      },
      "verilator_builds": [
        {
          "name": "verilator",
          "seconds": 59,
          "wall_seconds": 30,
          "peak_bytes": 300000000,
          "limit_hit": false,
          "cycles_per_second": 200000
        }
      ],
      "ratio": 3,
      "ratio_low": 2.5,
      "ratio_high": 3.25,
      "totals": [
        {
          "cycles": 10000,
          "engine_seconds": 0.09,
          "verilator_seconds": 61
        }
      ],
      "delivered": 1234,
      "digest": 2748
    }
  ]
}
`, "\n"))
}
