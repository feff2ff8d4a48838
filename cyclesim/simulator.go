package cyclesim

import (
	"errors"
	"fmt"
	"slices"

	"culprit/cyclesim/internal/machine"
	"culprit/rtlgen/ir"
)

// simulator is the Engine over any machine.
type simulator struct {
	design    *ir.Design
	options   Options
	machine   machine.Machine
	instances []machine.Instance
	inputs    int // of the top
	outputs   int
	samplers  []Sampler
	failing   []failing // of the samplers, those with errors

	chunk    int       // steps between two looks at the context of Run
	failures []failure // first failures, in order
	inReset  bool      // a step with reset on, at which no property counts
	mistake  error     // the first wrong call

	// Tables made at the first use.
	state      []stateObject
	properties []machine.Object
	resets     []resetObject
	numbers    map[string]int // of instances, by path
	names      map[*ir.Module]names
}

// failure is the first failure of a property of an instance.
type failure struct {
	cycle uint64
	inst  int
	prop  *ir.Property
}

func (s *simulator) Design() *ir.Design { return s.design }

func (s *simulator) Reset() {
	s.machine.Reset()
	s.failures = nil
}

func (s *simulator) Eval() { s.machine.Settle() }

func (s *simulator) Cycle() uint64 { return s.machine.Cycle() }

func (s *simulator) InReset() bool { return s.inReset }

// failed is called by the machine at an edge.
func (s *simulator) failed(inst int, p *ir.Property) {
	if !s.inReset && len(s.failures) < s.options.MaxFailures && s.count(inst, p) == 1 {
		s.failures = append(s.failures, failure{s.machine.Cycle(), inst, p})
	}
}

func (s *simulator) count(inst int, p *ir.Property) uint64 {
	var n [1]uint64
	s.machine.Load(machine.Object{Inst: inst, Prop: p}, 0, n[:])
	return n[0]
}

func (s *simulator) Failures() []PropertyFailure {
	var list []PropertyFailure
	for _, f := range s.failures {
		list = append(list, PropertyFailure{
			Cycle: f.cycle,
			Count: s.count(f.inst, f.prop),
			Path:  machine.Join(s.instances[f.inst].Path, f.prop.Name),
			Kind:  f.prop.Kind,
			Doc:   f.prop.Doc,
			Pos:   f.prop.Pos,
		})
	}
	return list
}

func (s *simulator) CoverCounts() []CoverCount {
	var list []CoverCount
	for i, inst := range s.instances {
		for _, p := range inst.Module.Properties {
			if p.Kind == ir.Cover {
				list = append(list, CoverCount{machine.Join(inst.Path, p.Name), s.count(i, p), p.Doc, p.Pos})
			}
		}
	}
	return list
}

// State is a state of a design, for Engine.Restore.
type State struct {
	design   *ir.Design
	cycle    uint64
	inputs   [][]uint64
	words    []uint64 // of stateObjects
	failures []failure
}

// Cycle is the number of steps from reset to the state.
func (s State) Cycle() uint64 { return s.cycle }

// stateObject is a part of the state and its size in words.
type stateObject struct {
	object machine.Object
	words  int
}

// stateObjects lists everything that a clock edge may change.
func (s *simulator) stateObjects() []stateObject {
	if s.state != nil {
		return s.state
	}
	list := []stateObject{}
	add := func(o machine.Object, elements, width int) {
		list = append(list, stateObject{o, elements * machine.Words(width)})
	}
	for i, inst := range s.instances {
		m := inst.Module
		for _, sig := range m.Signals {
			if sig.Kind == ir.Reg {
				add(machine.Object{Inst: i, Sig: sig}, 1, sig.Width)
			}
		}
		for _, a := range m.Arrays {
			add(machine.Object{Inst: i, Arr: a}, a.Depth, a.Width)
		}
		for _, mem := range m.Memories {
			if mem.Contents == nil {
				add(machine.Object{Inst: i, Mem: mem}, mem.Depth, mem.Width)
			}
			for _, r := range mem.Reads {
				if r.Sync {
					add(machine.Object{Inst: i, Read: r}, 1, mem.Width)
				}
			}
		}
		for _, p := range m.Properties {
			add(machine.Object{Inst: i, Prop: p}, 1, 64)
		}
	}
	s.state = list
	return list
}

func (s *simulator) Save() State {
	st := State{design: s.design, cycle: s.machine.Cycle(), failures: slices.Clone(s.failures)}
	for _, p := range s.design.Top.Inputs() {
		words := make([]uint64, machine.Words(p.Width))
		s.machine.Load(machine.Object{Sig: p}, 0, words)
		st.inputs = append(st.inputs, words)
	}
	objects := s.stateObjects()
	total := 0
	for _, o := range objects {
		total += o.words
	}
	st.words = make([]uint64, total)
	rest := st.words
	for _, o := range objects {
		s.machine.Load(o.object, 0, rest[:o.words])
		rest = rest[o.words:]
	}
	return st
}

func (s *simulator) Restore(st State) error {
	if s.mistake != nil {
		return s.mistake
	}
	if st.design == nil {
		return errors.New("cannot restore an empty state: use one that Save returned")
	}
	if st.design != s.design {
		return fmt.Errorf("cannot restore a state of design %s into a simulation of another design, %s: save and restore need the same *ir.Design",
			st.design.Top.Name, s.design.Top.Name)
	}
	rest := st.words
	for _, o := range s.stateObjects() {
		s.machine.Store(o.object, 0, rest[:o.words])
		rest = rest[o.words:]
	}
	for i, words := range st.inputs {
		s.machine.SetInput(i, words)
	}
	s.machine.SetCycle(st.cycle)
	s.failures = slices.Clone(st.failures)
	return nil
}
