package difftest

import (
	"math/rand/v2"

	"culprit.example/culprit/cyclesim"
)

// Action is something done to a simulation in a cycle, besides giving it inputs.
type Action struct {
	Kind ActionKind
	// N is the number of cycles (Hold), which of the saved states (Save, Restore,
	// Swap), or a number that selects one of all names (Peek, Watch).
	N int
}

// ActionKind is what an Action does.
type ActionKind uint8

// The kinds of actions.
const (
	Hold    ActionKind = iota // run N cycles with held inputs
	Look                      // compare everything that has a name
	Peek                      // compare one thing
	Watch                     // compare one thing from now on in every cycle
	Unwatch                   // no more
	Save                      // keep the state
	Restore                   // go back to a state, if it has been saved
	Swap                      // the same, each engine to the state that the other one has saved
	Reset                     // start again
)

var actionNames = []string{"Hold", "Look", "Peek", "Watch", "Unwatch", "Save", "Restore", "Swap", "Reset"}

func (k ActionKind) String() string { return actionNames[k] }

// randomActions returns no action at all in half of the cases: some mistakes do
// not show once a signal has been looked at.
func randomActions(r *rand.Rand, cycles int) [][]Action {
	if r.IntN(2) == 0 {
		return nil
	}
	kinds := []ActionKind{Hold, Look, Peek, Peek, Watch, Unwatch, Save, Save, Restore, Restore, Swap, Reset}
	if r.IntN(2) == 0 {
		// Without looking inside.
		kinds = []ActionKind{Hold, Save, Save, Restore, Restore, Swap, Reset}
	}
	list := make([][]Action, cycles)
	for i := range list {
		for r.IntN(5) == 0 {
			list[i] = append(list[i], Action{kinds[r.IntN(len(kinds))], r.IntN(1000)})
		}
	}
	return list
}

// act does the action to both engines and compares what it shows.
func (p *pair) act(cycle int, a Action) (Difference, error) {
	if len(p.names) == 0 {
		return Difference{}, nil
	}
	name := p.names[a.N*7919%len(p.names)]
	switch a.Kind {
	case Hold:
		return Difference{}, p.hold(1 + a.N%20)
	case Look:
		return p.paths(cycle, p.names)
	case Peek:
		return p.paths(cycle, []string{name})
	case Watch:
		p.watched[name] = true
	case Unwatch:
		clear(p.watched)
	case Save:
		got, want := p.got.Save(), p.want.Save()
		p.gotSaved[a.N%savedStates], p.wantSaved[a.N%savedStates] = &got, &want
	case Restore, Swap:
		return Difference{}, p.restore(a.N%savedStates, a.Kind == Swap)
	case Reset:
		p.got.Reset()
		p.want.Reset()
	}
	return Difference{}, nil
}

func (p *pair) restore(i int, swap bool) error {
	got, want := p.gotSaved[i], p.wantSaved[i]
	if got == nil {
		return nil
	}
	if swap {
		got, want = want, got
	}
	if err := p.got.Restore(*got); err != nil {
		return err
	}
	return p.want.Restore(*want)
}

// probe compares the values of a name in the two engines.
func (p *pair) probe(cycle int, name string) (Difference, error) {
	for _, side := range []struct {
		engine cyclesim.Engine
		probes map[string]cyclesim.Probe
	}{{p.got, p.gotProbes}, {p.want, p.wantProbes}} {
		if _, ok := side.probes[name]; !ok {
			probe, err := side.engine.Probe(name)
			if err != nil {
				return Difference{}, err
			}
			side.probes[name] = probe
		}
	}
	got, want := p.gotProbes[name].Value(), p.wantProbes[name].Value()
	if !got.Equal(want) {
		return Difference{cycle, name, got.String(), want.String()}, nil
	}
	return Difference{}, nil
}
