package translate

import (
	"slices"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/word"
)

// Options choose what the compiler does. Tests turn parts of it off, and checks on.
type Options struct {
	// Observe makes all wires visible in the frames and leaves out the clock
	// edge: the code for Peek and waveforms.
	Observe bool
	Passes  []word.Pass // optimisations
	// OneHotIndex replaces one-hot multiplexers by an index where possible.
	OneHotIndex bool
	// Inline compiles small single instances into the kernels around them.
	Inline bool
	// Ungrouped has arrays inside groups called: how copies are grouped is not decided yet, and decides whether
	// these can be joined.
	Ungrouped bool
	// noChecks leaves out properties and verification-only state.
	noChecks bool
	// Groups is how copies that run side by side are grouped.
	Groups layout.Grouping
	// FewLanes leaves out lanes without a copy, if they are the last ones of each block.
	FewLanes bool
	// LeastGuarded is what skipping a part of code for lanes must save (word.Guard).
	LeastGuarded float64
	// FunctionOps and FunctionVectorOps bound the instructions of a function in WebAssembly:
	// the time that its compiler takes grows faster than the length of a function.
	FunctionOps, FunctionVectorOps int
	Sharing                        Sharing
	// Rest has groups whose state does not change skipped; Dozing says when little enough changes.
	Rest   bool
	Dozing DozeLimits
	// Without are the optional steps that are left out.
	Without map[string]bool
	// Check verifies programs after every step; Trace, if there is one, gets them, by the names of the steps.
	Check bool
	Trace func(k Named, lanes int, step, text string)
}

// passesFor is the passes for programs with or without lanes, less those that are left out.
func (o *Options) passesFor(passes []word.Pass, lanes bool) []word.Pass {
	if lanes {
		passes = word.ForLanes(passes)
	}
	return slices.DeleteFunc(slices.Clone(passes), func(p word.Pass) bool { return o.Without[p.Name] })
}

// Standard is the options for all designs.
func Standard(cfg machine.Config) Options {
	without := map[string]bool{}
	for _, step := range cfg.Without {
		without[step] = true
	}
	threads := cfg.Threads
	if without[StepThreads] {
		threads = 1
	}
	return Options{
		Without: without,
		Passes:  word.Passes(), OneHotIndex: true, Inline: true, noChecks: cfg.NoChecks,
		Groups:       layout.Grouping{Sizes: []int{16, 8}, Joined: 16},
		LeastGuarded: word.LeastGuarded, Sharing: Sharing{Threads: threads, leastGain: 1.2, Least: 16, Timed: true},
		FunctionOps: 1200, FunctionVectorOps: 1500,
		Dozing: DozeLimits{Restless: 8, Samples: 20, Cost: 0.5, Learning: 0.04},
	}
}
