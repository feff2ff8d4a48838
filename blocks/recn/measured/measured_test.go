package measured_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/recn/measured"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/speed"
)

// TestOneSwitch has the switch with its traffic on both sides: the same to the
// last bit.
func TestOneSwitch(t *testing.T) {
	tiers.Tools(t, "make", "verilator")
	odd := filepath.Join(t.TempDir(), "a b") // make cannot work there
	assert.NilError(t, os.Mkdir(odd, 0o777))
	t.Setenv("TMPDIR", odd)
	o := speed.Options{Loads: []float64{0.05, 0.9}, Cycles: 500, Worker: worker,
		MakeFlags: []string{"OPT_FAST=-O0", "OPT_GLOBAL=-O0"}}
	o.Subjects = []*speed.Subject{speed.Find(measured.Subjects(), "switch")}
	o.Models = []string{"hierarchical"}
	o.BuildLimit = 20 * time.Minute // by the clock, on a machine that does much else
	r, err := speed.Run(context.Background(), o)
	assert.NilError(t, err)
	assert.Equal(t, len(r.Rows), 2)
	for _, row := range r.Rows {
		assert.Equal(t, row.Problem, "")
		assert.Equal(t, row.Engines[0].Name, cyclesim.DefaultEngine())
		assert.Assert(t, row.Engines[0].Ratio != nil)
		assert.Assert(t, row.Delivered > 50)
	}
	assert.Assert(t, r.Rows[1].Delivered > 10*r.Rows[0].Delivered)
}

// workerVariable makes the test binary the worker: subject, load, engine, threads, the step that is left out.
const workerVariable = "MEASURED_TEST_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) == "" {
		os.Exit(m.Run())
	}
	load, err := strconv.ParseFloat(os.Args[2], 64)
	if err == nil {
		var threads int
		if threads, err = strconv.Atoi(os.Args[4]); err == nil {
			e := speed.Engine{Name: os.Args[3], Threads: threads, Without: os.Args[5]}
			err = speed.Serve(context.Background(), speed.Find(measured.Subjects(), os.Args[1]), e, load, os.Stdin, os.Stdout)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func worker(subject string, e speed.Engine, load float64) speed.Worker {
	args := []string{subject, fmt.Sprint(load), e.Name, strconv.Itoa(e.Threads), e.Without}
	return speed.Worker{Path: os.Args[0], Args: args, Env: []string{workerVariable + "=1"}}
}
