package cyclesim

import (
	"crypto/sha256"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/rtlgen/ir"
)

// simulator is the Engine over any machine.
type simulator struct {
	design      *ir.Design
	options     Options
	machine     machine.Machine
	instances   []machine.Instance
	inputs      int // of the top
	outputs     int
	clockInputs []int // numbers of the inputs that are clocks
	samplers    []Sampler
	failing     []failing // of the samplers, those with errors

	chunk    int       // steps between two looks at the context of Run
	failures []failure // first failures, in order
	inReset  bool      // a step with reset on, at which no property counts
	behind   bool      // edges were made without checks: see State.Behind
	mistake  error     // the first wrong call

	// Tables made at the first use.
	state      []stateObject
	properties []machine.Object
	resets     []resetObject
	resetAt    []machine.Place // of the words of resets, and these
	resetTo    []uint64
	powerAt    []machine.Place // of the words of all registers, and what PowerUp gives them
	powerTo    []uint64
	numbers    map[string]int // of instances, by path
	names      map[*ir.Module]names
	netlist    *[sha256.Size]byte // hash
}

// failure is the first failure of a property of an instance.
type failure struct {
	cycle uint64
	inst  int
	prop  *ir.Property
}

func (s *simulator) Design() *ir.Design { return s.design }

func (s *simulator) Reset() {
	s.behind = false
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
