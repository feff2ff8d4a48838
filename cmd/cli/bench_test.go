package cli

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/speed"
)

// TestBenchBuildLimit measures one side only: making a model of the switch takes
// longer than a test should. It fails, since nothing is compared.
func TestBenchBuildLimit(t *testing.T) {
	tiers.Tools(t, "verilator", "gcc")
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
	assert.Assert(t, row.Delivered > 500 && row.Verilator == nil && row.Engines[0].Ratio == nil)
	assert.Equal(t, row.Engines[0].Name, cyclesim.DefaultEngine())
	assert.Equal(t, len(row.Builds), 3)
	for _, key := range []string{`"ratio": null`, `"limit_hit": true`, `"cycles_per_second": `,
		`"peak_bytes_per_switch": `, `"verilator": null`} {
		assert.Assert(t, strings.Contains(out, key), "no %s in %s", key, out)
	}
	assert.Equal(t, len(tree(t, dir)), 0)
}

// speedReport is what a measurement could give: one row with both sides, one
// without Verilator, and perhaps one where the sides differ.
func speedReport(problem string) *speed.Report {
	r := &speed.Report{
		Tools: map[string]string{"verilator": "5.006", "g++": "12.2.0"}, CPU: "a processor",
		Rows: []*speed.Row{{
			Design: "switch", Switches: 1, Load: 0.4, Cycles: 1000, WarmUp: 2000, ElaborationSeconds: 0.05,
			Engines: []*speed.Side{{
				Name: "native", CyclesPerSecond: speed.Spread{Median: 600_000, Low: 590_000, High: 650_000},
				Ratio:             &speed.Spread{Median: 3, Low: 2.5, High: 3.25},
				FirstCycleSeconds: 0.07, PeakBytes: 40_000_000, PeakBytesPerSwitch: 40_000_000,
				Totals: []speed.Total{{Cycles: 1e4, Seconds: 0.09}},
			}, {
				Name: "compiled", CyclesPerSecond: speed.Spread{Median: 300_000, Low: 250_000, High: 310_000},
				Ratio:             &speed.Spread{Median: 1.5, Low: 1.25, High: 1.75},
				FirstCycleSeconds: 0.08, PeakBytes: 50_000_000, PeakBytesPerSwitch: 50_000_000,
				Totals: []speed.Total{{Cycles: 1e4, Seconds: 0.11}},
			}},
			Verilator: &speed.Side{
				Name: "verilator", CyclesPerSecond: speed.Spread{Median: 200_000, Low: 190_000, High: 210_000},
				FirstCycleSeconds: 60, PeakBytes: 26_000_000, PeakBytesPerSwitch: 26_000_000,
				Totals: []speed.Total{{Cycles: 1e4, Seconds: 61}},
			},
			Builds: []speed.Build{
				{Name: "verilator", Flags: "verilator with g++", Seconds: 59, WallSeconds: 30, PeakBytes: 300_000_000,
					CyclesPerSecond: speed.Spread{Median: 200_000, Low: 190_000, High: 210_000}},
				{Name: "verilator -O3", Flags: "verilator -O3 with g++", Seconds: 90, WallSeconds: 600, LimitHit: true},
			},
			Delivered: 1234, Digest: 0xabc,
		}, {
			Design: "fabric48", Switches: 48, Load: 0.4, Cycles: 1000, WarmUp: 2000,
			Engines: []*speed.Side{{
				Name: "native", CyclesPerSecond: speed.Spread{Median: 5000, Low: 4000, High: 6000},
				FirstCycleSeconds: 0.5, PeakBytes: 400_000_000, PeakBytesPerSwitch: 8_300_000,
				Totals: []speed.Total{{Cycles: 1e4, Seconds: 2.5}},
			}},
			Builds: []speed.Build{{Name: "verilator", Flags: "verilator with g++", WallSeconds: 600, LimitHit: true}},
		}},
	}
	if problem != "" {
		r.Rows = append(r.Rows, &speed.Row{Design: "fabric16", Switches: 16, Load: 0.9, Cycles: 1000, Problem: problem})
	}
	return r
}

func TestBenchPrinted(t *testing.T) {
	var stdout bytes.Buffer
	p := &program{name: "rtlgen", stdout: &stdout}
	err := p.showSpeed(speedReport("the sides differ: here and there"), false)
	assert.Error(t, err, "not all designs do the same on all sides")
	assert.Equal(t, stdout.String(), strings.TrimPrefix(`
DESIGN    LOAD  CYCLES  SIDE       SPEED      OF TURNS                RATIO  OF TURNS      PACKETS  CHECKSUM
switch    0.4   1000    native     600.0 k/s  590.0 k/s to 650.0 k/s  3.00   2.50 to 3.25  1234     00000abc
switch    0.4   1000    compiled   300.0 k/s  250.0 k/s to 310.0 k/s  1.50   1.25 to 1.75  1234     00000abc
switch    0.4   1000    verilator  200.0 k/s  190.0 k/s to 210.0 k/s  -      -             1234     00000abc
fabric48  0.4   1000    native     5000 /s    4000 /s to 6000 /s      -      -             0        00000000
fabric16  0.9   1000    -          -          -                       -      -             -        FAILED: see below

DESIGN    LOAD  SIDE       ELABORATION  FIRST CYCLE  1e+04 CYCLES  MEMORY  PER SWITCH  MEMORY TO BUILD
switch    0.4   native     0.05 s       0.07 s       0.09 s        40 MB   40000 KB    -
switch    0.4   compiled   0.05 s       0.08 s       0.11 s        50 MB   50000 KB    -
switch    0.4   verilator  0.05 s       60 s         61 s          26 MB   26000 KB    300 MB
fabric48  0.4   native     0.00 s       0.50 s       2.50 s        400 MB  8300 KB     -

SPEED: cycles per second; RATIO: to the fastest model of Verilator. Medians of all turns. All seconds are processor time.
FIRST CYCLE: from the netlist; for Verilator: writing Verilog, Verilator, C++ compiler, start. ELABORATION comes before, on all sides.
1e+04 CYCLES and so on: computed, FIRST CYCLE + cycles / median. MEMORY: peak of the process.
With: g++ 12.2.0, verilator 5.006, a processor
verilator: verilator with g++
verilator -O3: verilator -O3 with g++
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
		p := &program{name: "rtlgen", stdout: &stdout}
		err := p.showSpeed(speedReport(problem), true)
		assert.Equal(t, err != nil, problem != "")
		var r speed.Report
		assert.NilError(t, json.Unmarshal(stdout.Bytes(), &r))
		assert.Equal(t, r.Passed(), problem == "")
		assert.DeepEqual(t, r.Rows[0], speedReport("").Rows[0])
	}
}

func TestBenchWrongUse(t *testing.T) {
	tiers.Tools(t, "verilator", "gcc")
	for _, c := range []struct {
		args string
		want []string
	}{
		{"bench swich", []string{`no design "swich"`, "did you mean switch?",
			"switch, qcn_network, adaptive_network, clos_network, fabric16, clos64, fabric48, fabric256"}},
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
		{"bench --engines natve", []string{`no engine "natve"`, "did you mean native?",
			"c, compiled, native, native-avx2, reference"}},
		{"bench --engines c,c", []string{"--engines c,c: c is there twice"}},
		{"bench --threads 0", []string{"--threads 0", `"0" is no whole number`, "--threads 1,2"}},
		{"bench --threads 2,2", []string{"2 is there twice"}},
		{"bench --engines reference --threads 2 switch", []string{`only engine "native" can have several threads`}},
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
	tiers.Tools(t, "verilator", "gcc")
	env := []string{"CULPRIT_CACHE=" + t.TempDir(), "CULPRIT_VERILATOR=" + filepath.Join(t.TempDir(), "none")}
	refused(t, rtlgen(t, t.TempDir(), env, "bench", "switch"), "verilator (simulation, lint) is missing",
		"apt-get install verilator")
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
	p := &program{name: "rtlgen", stdout: &stdout}
	r := speedReport("")
	r.Rows = r.Rows[:1]
	r.Rows[0].Builds = r.Rows[0].Builds[:1]
	r.Rows[0].Engines = r.Rows[0].Engines[:1]
	assert.NilError(t, p.showSpeed(r, true))
	assert.Equal(t, stdout.String(), strings.TrimPrefix(`
{
  "schema": "rtlgen.bench/1",
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
      "by_clock": false,
      "elaboration_seconds": 0.05,
      "engines": [
        {
          "name": "native",
          "cycles_per_second": {
            "median": 600000,
            "low": 590000,
            "high": 650000
          },
          "ratio": {
            "median": 3,
            "low": 2.5,
            "high": 3.25
          },
          "first_cycle_seconds": 0.07,
          "first_cycle_wall_seconds": 0,
          "peak_bytes": 40000000,
          "peak_bytes_per_switch": 40000000,
          "totals": [
            {
              "cycles": 10000,
              "seconds": 0.09
            }
          ]
        }
      ],
      "verilator": {
        "name": "verilator",
        "cycles_per_second": {
          "median": 200000,
          "low": 190000,
          "high": 210000
        },
        "ratio": null,
        "first_cycle_seconds": 60,
        "first_cycle_wall_seconds": 0,
        "peak_bytes": 26000000,
        "peak_bytes_per_switch": 26000000,
        "totals": [
          {
            "cycles": 10000,
            "seconds": 61
          }
        ]
      },
      "verilator_builds": [
        {
          "name": "verilator",
          "flags": "verilator with g++",
          "seconds": 59,
          "wall_seconds": 30,
          "peak_bytes": 300000000,
          "limit_hit": false,
          "cycles_per_second": {
            "median": 200000,
            "low": 190000,
            "high": 210000
          }
        }
      ],
      "delivered": 1234,
      "digest": 2748
    }
  ]
}
`, "\n"))
}
