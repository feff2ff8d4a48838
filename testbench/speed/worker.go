package speed

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/ir"
)

// The protocol of a simulation as a process. It starts, makes its simulation,
// drives the inputs, runs the first cycle, and says so:
//
//	ready CPU WALL CPU WALL PEAK
//
// the times for elaborating the netlist (0 for Verilator) and from there to the
// end of the first cycle, in microseconds of processor and of the clock, and the
// peak memory in bytes. Then, for every line
//
//	run N
//
// it runs N cycles and says what it took and what the outputs are:
//
//	ran CYCLE CPU PEAK DELIVERED DIGEST ERROR
//
// CYCLE counts from reset. It ends at the end of its input.
const (
	readyFormat = "ready %d %d %d %d %d\n"
	runFormat   = "run %d\n"
	ranFormat   = "ran %d %d %d %d %d %d %d\n"
)

// Serve is a simulation of a subject on an engine: it reads commands and writes
// answers until its input ends or ctx is done.
func Serve(ctx context.Context, s *Subject, e Engine, load float64, in io.Reader, out io.Writer) error {
	if ctx == nil || s == nil {
		return caller.Errorf("speed.Serve needs a context and a subject")
	}
	elaborating := startWatch()
	d, err := s.elaborate()
	if err != nil {
		return err
	}
	elaborated := elaborating.read()
	building := startWatch()
	o := cyclesim.Options{Engine: e.Name, Seed: 1, NoChecks: true, Threads: e.Threads, Context: ctx}
	if e.Without != "" {
		o.Without = []string{e.Without}
	}
	sim, err := cyclesim.New(d, o)
	if err != nil {
		return err
	}
	drive(sim, s.Inputs(load))
	for range s.resets {
		sim.ResetStep()
	}
	sim.Step()
	built := building.read()
	if _, err := fmt.Fprintf(out, readyFormat, elaborated.cpu.Microseconds(), elaborated.wall.Microseconds(),
		built.cpu.Microseconds(), built.wall.Microseconds(), peakMemory()); err != nil {
		return err
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var n int
		if _, err := fmt.Sscanf(lines.Text()+"\n", runFormat, &n); err != nil {
			return fmt.Errorf("cannot understand the command %q: it must be: run CYCLES", lines.Text())
		}
		running := startWatch()
		if err := sim.Run(ctx, n); err != nil {
			return err
		}
		took := running.read()
		sim.Eval()
		values := outputs(sim)
		if _, err := fmt.Fprintf(out, ranFormat, sim.Cycle()-uint64(s.resets), took.cpu.Microseconds(),
			took.wall.Microseconds(), peakMemory(),
			values[0], values[1], values[2]); err != nil {
			return err
		}
	}
	return lines.Err()
}

func drive(sim cyclesim.Engine, values map[string]uint64) {
	for i, p := range sim.Design().Top.Inputs() {
		sim.SetInput(i, []uint64{values[p.Name]})
	}
}

// outputs are the values of those that are checked.
func outputs(sim cyclesim.Engine) []uint64 {
	ports := sim.Design().Top.Outputs()
	values := make([]uint64, len(checked))
	for k, name := range checked {
		var x [1]uint64
		sim.Output(slices.IndexFunc(ports, func(p *ir.Signal) bool { return p.Name == name }), x[:])
		values[k] = x[0]
	}
	return values
}

// watch measures what happens from its start on.
type watch struct {
	cpu  time.Duration
	wall time.Time
}

// taken is time by the processor and by the clock.
type taken struct{ cpu, wall time.Duration }

func startWatch() watch { return watch{cpuTime(), time.Now()} }

func (w watch) read() taken { return taken{cpuTime() - w.cpu, time.Since(w.wall)} }
