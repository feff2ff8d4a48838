package speed_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/speed"
)

// toy is a small design with the outputs that a subject needs: a counter that
// counts packets at a rate, and a digest of it.
func toy(name string, wrong bool) *speed.Subject {
	return &speed.Subject{
		Name: name, Doc: "a toy", Switches: 400,
		Build: func() *rtlgen.Module {
			m := rtlgen.NewModule("toy")
			load := m.Input("load", 17)
			phase := m.Reg("phase", 17, 0)
			delivered := m.Reg("delivered_q", 40, 0)
			digest := m.Reg("digest_q", 32, 1)
			next := m.Let("next", phase.Zext(18).Add(load.Zext(18)))
			phase.Set(next.Low(17))
			m.If(next.High(1), func() {
				delivered.Set(delivered.Add(1))
				digest.Set(digest.RotL(1).Xor(delivered.Low(32)))
			})
			bad := m.Const(1, 0)
			if wrong {
				bad = delivered.Ge(100)
			}
			m.Output("delivered", delivered.Value)
			m.Output("digest", digest.Value)
			m.Output("error", bad)
			return m
		},
		Inputs: func(load float64) map[string]uint64 { return map[string]uint64{"load": uint64(load * 65536)} },
	}
}

// other is a toy that counts wrong after a while: what a mistake of an engine
// would look like.
func other() *speed.Subject {
	s := toy("other", false)
	build := s.Build
	s.Build = func() *rtlgen.Module {
		if os.Getenv(workerVariable) == "" {
			return build()
		}
		m := rtlgen.NewModule("toy")
		load := m.Input("load", 17)
		n := m.Reg("n", 40, 0)
		n.Set(n.Add(load.Zext(40)))
		m.Output("delivered", n.Value)
		m.Output("digest", n.Low(32))
		m.Output("error", m.Const(1, 0))
		return m
	}
	return s
}

// withPart is a toy that has a part with a source.
func withPart() *speed.Subject {
	s := toy("part", false)
	s.Build = func() *rtlgen.Module {
		m := rtlgen.NewModule("toy")
		m.Unused("load_unused", m.Input("load", 17))
		path, err := filepath.Abs(filepath.Join("testdata", "counter.v"))
		if err == nil {
			var d *ir.Design
			d, err = ir.Parse("counter.nl", fmt.Sprintf(counterText, path))
			n := m.Instance("counter", rtlgen.Imported(d)).Out("n")
			m.Output("delivered", n)
			m.Output("digest", n.RotL(7))
			m.Output("error", m.Const(1, 0))
		}
		if err != nil {
			m.Refuse(err)
		}
		return m
	}
	return s
}

const counterText = `module counter_part
  part counter
    clock clk
    reset rst
    file %q
    n <-> n
  output n 32
  reg count 32 reset 0
  count = add(count, 32'1)
  n = count
end
`

var toys = []*speed.Subject{toy("toy", false), toy("wrong", true), other(), withPart()}

// workerVariable makes the test binary the worker: subject, load, engine, threads, the step that is left out.
const workerVariable = "SPEED_TEST_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) == "" {
		os.Exit(m.Run())
	}
	load, err := strconv.ParseFloat(os.Args[2], 64)
	if err == nil {
		var threads int
		if threads, err = strconv.Atoi(os.Args[4]); err == nil {
			e := speed.Engine{Name: os.Args[3], Threads: threads, Without: os.Args[5]}
			err = speed.Serve(context.Background(), speed.Find(toys, os.Args[1]), e, load, os.Stdin, os.Stdout)
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
