package cyclesim

import "culprit.example/culprit/cyclesim/internal/compiled"

// Step is a step of the compiler on the way from the netlist to the bytes that run, or something that
// is done while these run: Name and Doc say what it does, Room in which package below
// cyclesim/internal it stands, Only what it is for, Need which steps come before it. Text is the kind
// of program that Stages shows after it; if there is none, Why says why.
type Step = compiled.Step

// Steps are all steps, in their order. A step is there as often as it runs.
func Steps() []Step { return compiled.Steps() }

// OptionalSteps lists the names for Options.Without.
func OptionalSteps() []string { return compiled.Optional() }
