package cpus_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/examples/cpus"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/testbench/speed"
)

// measured is the tree with many rounds, which do not end while it is measured.
var measured = &speed.Subject{
	Name: "cpus", Doc: "16 CPUs at a tree of 8 switches", Switches: 8,
	Build: func() *rtlgen.Module {
		m := rtlgen.NewModule("measured")
		net, err := build(2, 255, cpus.Source, "user_nic.v")
		if err != nil {
			m.Refuse(err)
			return m
		}
		n := rtlgen.Use(m, "net", net)
		m.Output("delivered", n.Checked)
		m.Output("digest", n.Digest)
		m.Output("error", n.Error.Any())
		m.Unused("rest", n.Done, n.Cycles)
		return m
	},
	Shared: []string{"net.computer", "net.sw"},
	Inputs: func(float64) map[string]uint64 { return nil },
}

// workerVariable makes the test binary the engine that is measured.
const workerVariable = "CPUS_TEST_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) == "" {
		os.Exit(m.Run())
	}
	e := speed.Engine{Name: cyclesim.DefaultEngine(), Threads: 1}
	if err := speed.Serve(context.Background(), measured, e, 1, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// BenchmarkNetwork measures cycles per second of processor time, by turns with Verilator,
// which makes models of computers and switches that their copies share.
func BenchmarkNetwork(b *testing.B) {
	for b.Loop() {
		r, err := speed.Run(b.Context(), speed.Options{
			Subjects: []*speed.Subject{measured}, Loads: []float64{1}, Cycles: 50_000,
			Models: []string{"hierarchical"}, BuildLimit: 10 * time.Minute,
			Worker: func(string, speed.Engine, float64) speed.Worker {
				return speed.Worker{Path: os.Args[0], Env: []string{workerVariable + "=1"}}
			},
		})
		assert.NilError(b, err)
		assert.Assert(b, r.Passed())
		row := r.Rows[0]
		b.ReportMetric(row.Engines[0].CyclesPerSecond.Median, row.Engines[0].Name+"-cycles/s")
		b.ReportMetric(row.Verilator.CyclesPerSecond.Median, "verilator-cycles/s")
	}
}
