package cyclesim

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/rtlgen/ir"
)

// State is a state of a design, for Engine.Restore. MarshalBinary makes bytes of it, which outlive
// the process; UnmarshalBinary reads them.
type State struct {
	design   *ir.Design // nil if it was read from bytes
	netlist  [sha256.Size]byte
	top      string
	seed     uint64
	cycle    uint64
	behind   bool
	inputs   []uint64 // of all input ports, one after the other
	words    []uint64 // of stateObjects
	failures []failureIn
}

// failureIn is a failure by number: of the instance, and of the property in its module.
type failureIn struct{ cycle, inst, prop uint64 }

// Cycle is the number of steps from reset to the state.
func (s State) Cycle() uint64 { return s.cycle }

// Seed is Options.Seed of the engine that saved the state. An engine with another one goes on
// with other open values.
func (s State) Seed() uint64 { return s.seed }

// Behind reports whether cycles since the last reset were simulated without checks
// (Options.NoChecks) in a design with verification-only state. That state stood still, so
// properties that read it may fail though they are true: an engine with checks does not take
// the state. Counts of failures and covers are those of the cycles with checks.
func (s State) Behind() bool { return s.behind }

// stateObject is a part of the state and its size.
type stateObject struct {
	object machine.Object
	width  int // of an element
	words  int
}

// stateObjects lists everything that a clock edge may change.
func (s *simulator) stateObjects() []stateObject {
	if s.state != nil {
		return s.state
	}
	list := []stateObject{}
	add := func(o machine.Object, elements, width int) {
		list = append(list, stateObject{o, width, elements * machine.Words(width)})
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
			if !mem.ROM() {
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

// verificationOnly lists the paths of registers and arrays that only properties read.
func (s *simulator) verificationOnly() (paths []string) {
	for _, inst := range s.instances {
		for _, sig := range inst.Module.Signals {
			if sig.Kind == ir.Reg && sig.VerificationOnly {
				paths = append(paths, machine.Join(inst.Path, sig.Name))
			}
		}
		for _, a := range inst.Module.Arrays {
			if a.VerificationOnly {
				paths = append(paths, machine.Join(inst.Path, a.Name))
			}
		}
	}
	return paths
}

// netlistHash is the hash of the design's text.
func netlistHash(d *ir.Design) [sha256.Size]byte { return sha256.Sum256([]byte(ir.Text(d))) }

func (s *simulator) Save() State {
	st := State{
		design: s.design, top: s.design.Top.Name, seed: s.options.Seed, cycle: s.machine.Cycle(),
		behind: s.behind && len(s.verificationOnly()) > 0,
	}
	for _, p := range s.design.Top.Inputs() {
		words := make([]uint64, machine.Words(p.Width))
		s.machine.Load(machine.Object{Sig: p}, 0, words)
		st.inputs = append(st.inputs, words...)
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
	for _, f := range s.failures {
		prop := slices.Index(s.instances[f.inst].Module.Properties, f.prop)
		st.failures = append(st.failures, failureIn{f.cycle, uint64(f.inst), uint64(prop)})
	}
	return st
}

func (s *simulator) Restore(st State) error {
	if s.mistake != nil {
		return s.mistake
	}
	if err := s.restorable(st); err != nil {
		return err
	}
	rest := st.words
	for _, o := range s.stateObjects() {
		s.machine.Store(o.object, 0, rest[:o.words])
		rest = rest[o.words:]
	}
	rest = st.inputs
	for i, p := range s.design.Top.Inputs() {
		n := machine.Words(p.Width)
		s.machine.SetInput(i, rest[:n])
		rest = rest[n:]
	}
	s.machine.SetCycle(st.cycle)
	s.behind = st.behind
	s.failures = nil
	for _, f := range st.failures {
		s.failures = append(s.failures, failure{f.cycle, int(f.inst), s.instances[f.inst].Module.Properties[f.prop]})
	}
	return nil
}

// restorable says why a state cannot be restored here; nil if it can.
func (s *simulator) restorable(st State) error {
	if st.top == "" {
		return errors.New("cannot restore an empty state: use one that Save returned or UnmarshalBinary has read")
	}
	if st.design != s.design {
		if err := s.sameNetlist(st); err != nil {
			return err
		}
	}
	if st.behind && !s.options.NoChecks {
		return fmt.Errorf("cannot restore a state that was reached without checks into an engine with checks: %s stood still, so properties that hold would fail: "+
			"run to the state with checks, reset with ResetStep before it is saved, or restore it with Options.NoChecks",
			some(s.verificationOnly()))
	}
	if st.design == nil && !s.fits(st) {
		return fmt.Errorf("cannot restore the state of %s: it does not fit the netlist that it names: the bytes that it was read from were changed",
			st.top)
	}
	return nil
}

// some names the first of a list.
func some(list []string) string {
	const most = 3
	text := "verification-only " + strings.Join(list[:min(most, len(list))], ", ")
	if len(list) > most {
		text += fmt.Sprintf(" and %d more", len(list)-most)
	}
	return text
}

// sameNetlist compares the netlist of a state with the one that is simulated.
func (s *simulator) sameNetlist(st State) error {
	of := st.netlist
	if st.design != nil {
		of = netlistHash(st.design)
	}
	if s.netlist == nil {
		hash := netlistHash(s.design)
		s.netlist = &hash
	}
	if here := *s.netlist; of != here {
		return fmt.Errorf("cannot restore a state of %s (netlist %x) into a simulation of %s (netlist %x): save and restore need the same netlist",
			st.top, of[:6], s.design.Top.Name, here[:6])
	}
	return nil
}

// fits reports whether the parts of a state have the sizes that the netlist gives them. Those of one
// that Save made do.
func (s *simulator) fits(st State) bool {
	rest, ok := st.words, true
	take := func(width, n int) {
		if ok = ok && n <= len(rest); !ok {
			return
		}
		per := machine.Words(width)
		for i := per - 1; i < n; i += per {
			ok = ok && rest[i]&^machine.TopMask(width) == 0
		}
		rest = rest[n:]
	}
	for _, o := range s.stateObjects() {
		take(o.width, o.words)
	}
	ok = ok && len(rest) == 0
	rest = st.inputs
	for _, p := range s.design.Top.Inputs() {
		take(p.Width, machine.Words(p.Width))
	}
	ok = ok && len(rest) == 0
	for _, f := range st.failures {
		if !ok || f.inst >= uint64(len(s.instances)) {
			return false
		}
		list := s.instances[f.inst].Module.Properties
		ok = f.prop < uint64(len(list)) && list[f.prop].Kind != ir.Cover
	}
	return ok
}
