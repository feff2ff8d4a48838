package simulate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"time"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/extsim"
	"culprit.example/culprit/testbench/internal/vectors"
	"culprit.example/culprit/testbench/packets"
)

// Options are a run.
type Options struct {
	Design *ir.Design
	// Outside, if not nil, is what external simulators run in its place: its Verilog. It has the same ports, in
	// the same order, perhaps with other names.
	Outside *ir.Design
	Inputs  *Inputs
	// Engines run one after the other, the built-in ones first; the outputs of all are compared with those of
	// the first. One of them at least is built in (cyclesim.Engines).
	Engines []string
	Cycles  int
	Seed    uint64 // of random inputs, and of what the netlist leaves open
	// ResetFirst has the engines be in reset for some cycles at first, as external simulators are, with all inputs
	// 0: what has no reset is clocked. Else they begin after reset.
	ResetFirst bool
	// Wave, if not nil, gets a waveform of the first engine, with the parts of the design that VCD says.
	Wave io.Writer
	VCD  cyclesim.VCDOptions
	// Record, if not nil, gets the outputs of the first engine in the form of vectors: a line of names, then a
	// line of hexadecimal values for each cycle.
	Record io.Writer
	// Packets come in at edges; what passes the edges of Captures of the first engine is written to their files, with
	// a clock cycle of Period.
	Packets  []Packets
	Captures []packets.Target
	Period   time.Duration
	// Progress, if not nil, is told how many cycles an engine has run.
	Progress func(engine string, done, total int)
}

// Report is what came out.
type Report struct {
	Design  string         `json:"design"`            // name of the top module
	Cycles  int            `json:"cycles"`            // that were run
	Seed    uint64         `json:"seed"`              // of the stimulus
	Engines []EngineReport `json:"engines"`           // in the order of the call
	Outputs []Output       `json:"outputs"`           // at the end
	Packets []EdgeReport   `json:"packets,omitempty"` // that passed edges
}

// EngineReport is a run on an engine.
type EngineReport struct {
	Engine string `json:"engine"` // its name
	// Digest is that of all outputs in all cycles; "" of an external simulator, which compares them itself.
	Digest          string   `json:"digest,omitempty"`
	Seconds         float64  `json:"seconds"`              // without the time that it takes to begin
	CyclesPerSecond float64  `json:"cycles_per_second"`    // by the clock
	Difference      string   `json:"difference,omitempty"` // from the first engine
	Failures        []string `json:"failures,omitempty"`   // properties that did not hold
}

// Output is the value of an output, in hexadecimal.
type Output struct {
	Name  string `json:"name"`  // of the port
	Width int    `json:"width"` // in bits
	Value string `json:"value"` // hexadecimal
}

// Passed reports whether all engines did the same and all properties held.
func (r *Report) Passed() bool {
	for _, e := range r.Engines {
		if e.Difference != "" || len(e.Failures) > 0 {
			return false
		}
	}
	return true
}

// maxRecord bounds the bytes of the vectors for external simulators.
const maxRecord = 1 << 31

// lead is the number of cycles that external simulators are in reset.
const lead = 4

// Run simulates. The error is of the options, of an engine or of a writer; what differs is in the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	r := &run{Options: o, ctx: ctx, report: &Report{Design: o.Design.Top.Name, Cycles: o.Cycles, Seed: o.Seed}}
	if r.Outside == nil {
		r.Outside = r.Design
	}
	if r.Progress == nil {
		r.Progress = func(string, int, int) {}
	}
	var outside []*extsim.Simulator
	for _, name := range o.Engines {
		if s := extsim.Find(name); s != nil {
			outside = append(outside, s)
		}
	}
	switch {
	case o.Cycles < 1:
		return nil, fmt.Errorf("a run of %d cycles is none", o.Cycles)
	case len(outside) == len(o.Engines):
		return nil, errors.New("external simulators compare with an engine that is built in: name one, too")
	}
	if len(outside) > 0 {
		if err := r.prepareRecord(); err != nil {
			return nil, err
		}
	}
	for _, name := range o.Engines {
		if extsim.Find(name) == nil {
			if err := r.engine(name); err != nil {
				return nil, err
			}
		}
	}
	for _, s := range outside {
		if err := r.external(s); err != nil {
			return nil, err
		}
	}
	return r.report, nil
}

type run struct {
	Options
	ctx    context.Context
	report *Report
	set    *vectors.Set // nil if no external simulator needs it
	first  []uint64     // hash after each cycle of the first engine, to find where another differs
}

func (r *run) prepareRecord() error {
	ports := func(list []*ir.Signal) (p []vectors.Port) {
		for _, s := range list {
			p = append(p, vectors.Port{Name: s.Name, Width: s.Width})
		}
		return p
	}
	in, out := ports(r.Outside.Top.Inputs()), ports(r.Outside.Top.Outputs())
	if most := maxRecord / vectors.RowBytes(in, out); r.Cycles > most {
		return fmt.Errorf("%d cycles are too many to record for an external simulator: give at most %d", r.Cycles, most)
	}
	r.set = vectors.New(in, out, lead, r.Cycles)
	return nil
}

// engine runs the design on a built-in engine.
func (r *run) engine(name string) (err error) {
	e, err := cyclesim.New(r.Design, cyclesim.Options{Engine: name, Seed: r.Seed, Context: r.ctx})
	if err != nil {
		return err
	}
	for range lead {
		if r.ResetFirst {
			e.ResetStep()
		}
	}
	w := &watcher{run: r, e: e, isFirst: len(r.report.Engines) == 0, report: EngineReport{Engine: name}}
	if err := w.open(); err != nil {
		return err
	}
	start := time.Now()
	err = w.cycles()
	w.report.Seconds = time.Since(start).Seconds()
	w.report.CyclesPerSecond = float64(r.Cycles) / max(w.report.Seconds, 1e-9)
	if err = errors.Join(err, w.close()); err != nil {
		return err
	}
	w.finish()
	return nil
}

// watcher runs an engine and takes its outputs.
type watcher struct {
	*run
	e       cyclesim.Engine
	isFirst bool
	report  EngineReport
	outputs []*ir.Signal
	values  [][]uint64
	hash    uint64
	record  *bufio.Writer
	vcd     *cyclesim.VCD
	edges   *edges
}

func (w *watcher) open() (err error) {
	w.outputs = w.Design.Top.Outputs()
	for _, s := range w.outputs {
		w.values = append(w.values, make([]uint64, words(s.Width)))
	}
	if !w.isFirst {
		return nil
	}
	if w.Record != nil {
		w.record = bufio.NewWriter(w.Record)
		for i, s := range w.outputs {
			fmt.Fprintf(w.record, "%s%s", blank(i), s.Name)
		}
		w.record.WriteByte('\n')
	}
	if w.Wave != nil {
		if w.vcd, err = cyclesim.NewVCD(w.Wave, w.e, w.VCD); err != nil {
			return err
		}
		w.e.Attach(w.vcd)
	}
	return nil
}

func blank(i int) string {
	if i == 0 {
		return ""
	}
	return " "
}

// progressCycles is the distance of two reports, and of two looks at the context.
const progressCycles = 4096

func (w *watcher) cycles() error {
	p := w.Inputs.play(w.Seed)
	var err error
	if w.edges, err = w.openEdges(p); err != nil {
		return err
	}
	w.hash = 14695981039346656037
	for cycle := range w.Cycles {
		if cycle%progressCycles == 0 {
			if err := w.ctx.Err(); err != nil {
				return err
			}
			w.Progress(w.report.Engine, cycle, w.Cycles)
		}
		p.cycle(cycle)
		w.edges.drive()
		for i, changed := range p.changed {
			if changed {
				w.e.SetInput(i, p.values[i])
			}
		}
		w.e.Eval()
		if err := w.look(cycle, p); err != nil {
			return err
		}
		if err := w.edges.look(cycle); err != nil {
			return err
		}
		w.e.Step()
	}
	w.Progress(w.report.Engine, w.Cycles, w.Cycles)
	return w.e.Err()
}

// look takes the outputs of a cycle.
func (w *watcher) look(cycle int, p *player) error {
	for i, v := range w.values {
		w.e.Output(i, v)
		for _, x := range v {
			w.hash = (w.hash ^ x) * 1099511628211
			w.hash ^= w.hash >> 29
		}
	}
	switch {
	case w.isFirst:
		w.first = append(w.first, w.hash)
	case w.first[cycle] != w.hash && w.report.Difference == "":
		w.report.Difference = fmt.Sprintf("the outputs of cycle %d are not those of engine %s", cycle,
			w.run.report.Engines[0].Engine)
	}
	if w.isFirst && w.set != nil {
		for i, v := range p.values {
			copy(w.set.Input(cycle, i), v)
		}
		for i, v := range w.values {
			copy(w.set.Expected(cycle, i), v)
		}
	}
	if w.record != nil {
		for i := range w.outputs {
			fmt.Fprintf(w.record, "%s0x%x", blank(i), number(w.values[i]))
		}
		return w.record.WriteByte('\n')
	}
	return nil
}

func (w *watcher) close() (err error) {
	if w.record != nil {
		err = w.record.Flush()
	}
	if w.vcd != nil {
		err = errors.Join(err, w.vcd.Close())
	}
	if w.edges != nil {
		err = errors.Join(err, w.edges.captures.Close())
	}
	return err
}

// finish adds the report.
func (w *watcher) finish() {
	w.report.Digest = fmt.Sprintf("%016x", w.hash)
	for _, f := range w.e.Failures() {
		w.report.Failures = append(w.report.Failures, f.String())
	}
	if w.isFirst {
		w.run.report.Packets = w.edges.report()
		for i, s := range w.outputs {
			w.run.report.Outputs = append(w.run.report.Outputs, Output{s.Name, s.Width, fmt.Sprintf("%x", number(w.values[i]))})
		}
	}
	w.run.report.Engines = append(w.run.report.Engines, w.report)
}

// number is a value as a number.
func number(v []uint64) *big.Int {
	n := new(big.Int)
	for i := len(v) - 1; i >= 0; i-- {
		n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(v[i]))
	}
	return n
}

// external compares an external simulator with the record.
func (r *run) external(s *extsim.Simulator) error {
	r.Progress(s.Name, 0, r.Cycles)
	result, err := s.Run(r.ctx, r.Outside, r.set, r.Seed)
	if err != nil {
		return err
	}
	r.Progress(s.Name, r.Cycles, r.Cycles)
	e := EngineReport{Engine: s.Name, Seconds: result.Seconds,
		CyclesPerSecond: float64(r.Cycles) / max(result.Seconds, 1e-9)}
	var ports []string
	for _, m := range result.Mismatches {
		ports = append(ports, fmt.Sprintf("%s is %s", m.Port, m.Got))
		if len(ports) == 1 {
			ports[0] = fmt.Sprintf("in cycle %d output %s", m.Cycle, ports[0])
			i := r.output(m.Port)
			ports[0] += fmt.Sprintf(", %x on engine %s", number(r.set.Expected(m.Cycle, i)), r.report.Engines[0].Engine)
		}
	}
	e.Difference = strings.Join(ports, "; ")
	for _, b := range result.Broken {
		e.Failures = append(e.Failures, fmt.Sprintf("%s in instance %q, first in cycle %d", b.Name, b.Scope, b.Cycle))
	}
	r.report.Engines = append(r.report.Engines, e)
	return nil
}

func (r *run) output(name string) int {
	for i, p := range r.set.Outputs {
		if p.Name == name {
			return i
		}
	}
	return 0
}
