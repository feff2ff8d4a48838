package dpi

import (
	"errors"
	"fmt"
	"sync"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
)

// Status is what the functions of a library return.
type Status int

// All of them.
const (
	Done       Status = 0
	NoModel    Status = -1 // the handle is that of no model: it was closed, or never made
	WrongWidth Status = -2 // the vectors are not those of the model
	Stopped    Status = -3 // the golden model cannot go on before a reset
	Broken     Status = -4 // the block has broken a rule of its transactions
)

// Library is golden models behind handles. Its functions may be called by several threads.
type Library struct {
	mu      sync.Mutex
	benches []testbench.Bench
	models  map[uintptr]*model
	last    uintptr // handle of the last model that was made
	message string
}

// model is a golden model, or a judge of transactions, with the layout of its vectors.
type model struct {
	golden          *testbench.Model // nil for a judge
	judge           *testbench.Judge
	pins            pins
	inputs, outputs layout
	words           []uint64 // scratch
}

// NewLibrary makes a library for blocks of these benches.
func NewLibrary(benches []testbench.Bench) *Library {
	return &Library{benches: benches, models: map[uintptr]*model{}}
}

// Open makes the model of a bench (testbench.Bench.Title) with parameters, written as
// "name=value,name=value", the defaults of the others, in the state after reset. inputBits and
// outputBits are the sums of the widths of its ports, as the caller knows them. It returns the
// handle, which is never 0, or 0 and a message.
func (l *Library) Open(title, params string, inputBits, outputBits int) uintptr {
	l.mu.Lock()
	defer l.mu.Unlock()
	m, err := l.open(title, params)
	if err == nil && (m.inputs.bits != inputBits || m.outputs.bits != outputBits) {
		err = fmt.Errorf("block %s has inputs of %d and outputs of %d bits, and the SystemVerilog package has %d and %d: "+
			"write it again with the same parameters as the library", title, m.inputs.bits, m.outputs.bits, inputBits, outputBits)
	}
	if err != nil {
		l.message = err.Error()
		return 0
	}
	l.last++
	l.models[l.last] = m
	return l.last
}

func (l *Library) open(title, params string) (*model, error) {
	given, err := readParams(params)
	if err != nil {
		return nil, err
	}
	for _, b := range l.benches {
		if b.Title() != title {
			continue
		}
		return newModel(b, given)
	}
	return nil, fmt.Errorf("the library of golden models has no block %s: write it again for this block", title)
}

// with calls f with the model of a handle and keeps the message of what goes wrong.
func (l *Library) with(handle uintptr, f func(*model) (Status, error)) (status Status) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() {
		if x := recover(); x != nil {
			status, l.message = Stopped, fmt.Sprint("BUG: ", x)
		}
	}()
	m := l.models[handle]
	if m == nil {
		l.message = fmt.Sprintf("there is no golden model with the handle %d: it was closed, or never opened", handle)
		return NoModel
	}
	status, err := f(m)
	if err != nil {
		l.message = err.Error()
	}
	return status
}

// Reset is a reset of the block: Step goes on from the state after it.
func (l *Library) Reset(handle uintptr) Status {
	return l.with(handle, func(m *model) (Status, error) {
		if m.golden != nil {
			return stoppedBy(m.golden.Reset())
		}
		return stoppedBy(m.judge.Reset())
	})
}

// Step is a clock cycle with these inputs. It sets what the model expects of the outputs in the
// same cycle, before the clock edge, and ones where it knows them; expected is 0 elsewhere.
func (l *Library) Step(handle uintptr, inputs, expected, known []uint32) Status {
	return l.with(handle, func(m *model) (Status, error) {
		if status, err := m.fits(m.golden != nil, inputs, expected, known); err != nil {
			return status, err
		}
		return stoppedBy(m.step(inputs, expected, known))
	})
}

// Watch is a clock cycle of a block that is judged by its transactions: its inputs and outputs before
// the clock edge. Broken says that the block has done something wrong, and Message what.
func (l *Library) Watch(handle uintptr, inputs, outputs []uint32) Status {
	return l.with(handle, func(m *model) (Status, error) {
		if status, err := m.fits(m.judge != nil, inputs, outputs, outputs); err != nil {
			return status, err
		}
		return m.watch(inputs, outputs)
	})
}

// Passed is how many transactions a judge has seen come out as they must; 0 for a model.
func (l *Library) Passed(handle uintptr) (passed int) {
	l.with(handle, func(m *model) (Status, error) {
		if m.judge != nil {
			passed = m.judge.Passed()
		}
		return Done, nil
	})
	return passed
}

// stoppedBy is the status of an error of a golden model.
func stoppedBy(err error) (Status, error) {
	if err != nil {
		return Stopped, err
	}
	return Done, nil
}

// pins are the ports of a block.
type pins struct {
	inputs, outputs []testbench.ModelPort
	top             *ir.Module
	exact           bool // there is a model of each cycle
}

// newModel makes the model of a bench, or its judge.
func newModel(b testbench.Bench, given map[string]int) (*model, error) {
	golden, err := testbench.NewModel(b, given)
	if err == nil {
		return (&model{golden: golden, pins: pins{golden.Inputs, golden.Outputs, golden.Top, true}}).laidOut(), nil
	}
	if !errors.Is(err, testbench.ErrTransactions) {
		return nil, err
	}
	judge, err := testbench.NewJudge(b, given)
	if err != nil {
		return nil, err
	}
	return (&model{judge: judge, pins: pins{judge.Inputs, judge.Outputs, judge.Top, false}}).laidOut(), nil
}

// laidOut is the model with its layouts.
func (m *model) laidOut() *model {
	m.inputs, m.outputs = layoutOf(m.pins.inputs), layoutOf(m.pins.outputs)
	return m
}

// fits refuses vectors of other lengths, and calls that are for the other kind of model.
func (m *model) fits(kind bool, inputs, outputs, more []uint32) (Status, error) {
	if !kind || len(inputs) != m.inputs.words() || len(outputs) != m.outputs.words() || len(more) != m.outputs.words() {
		return WrongWidth, fmt.Errorf("the vectors have %d and %d words, and those of this golden model %d and %d, or it is called as "+
			"another block's: write package and library again, with the same parameters", len(inputs), len(outputs),
			m.inputs.words(), m.outputs.words())
	}
	return Done, nil
}

// watch shows a cycle to the judge.
func (m *model) watch(inputs, outputs []uint32) (Status, error) {
	for i, p := range m.pins.inputs {
		m.judge.SetInput(i, get(m.scratch(p), inputs, m.inputs.at[i], p.Width))
	}
	for i, p := range m.pins.outputs {
		m.judge.SetOutput(i, get(m.scratch(p), outputs, m.outputs.at[i], p.Width))
	}
	breaches, err := m.judge.Step()
	if err == nil && len(breaches) > 0 {
		return Broken, errors.New(breaches[0].String())
	}
	return stoppedBy(err)
}

func (m *model) step(inputs, expected, known []uint32) error {
	for i, p := range m.pins.inputs {
		m.golden.SetInput(i, get(m.scratch(p), inputs, m.inputs.at[i], p.Width))
	}
	if err := m.golden.Step(); err != nil {
		return err
	}
	clear(expected)
	clear(known)
	for i, p := range m.pins.outputs {
		words := m.scratch(p)
		m.golden.Output(i, words)
		put(expected, words, m.outputs.at[i], p.Width)
		m.golden.Known(i, words)
		put(known, words, m.outputs.at[i], p.Width)
	}
	return nil
}

// scratch is room for the value of a port.
func (m *model) scratch(p testbench.ModelPort) []uint64 {
	for len(m.words) < p.Words() {
		m.words = append(m.words, 0)
	}
	return m.words[:p.Words()]
}

// Close ends the use of a model. Its handle is never used again.
func (l *Library) Close(handle uintptr) Status {
	return l.with(handle, func(*model) (Status, error) {
		delete(l.models, handle)
		return Done, nil
	})
}

// Message is what the last call says that has not ended well; "" if there was none.
func (l *Library) Message() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.message
}
