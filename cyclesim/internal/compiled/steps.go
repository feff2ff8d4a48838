package compiled

import (
	"slices"

	"culprit.example/culprit/cyclesim/internal/emitamd64"
	"culprit.example/culprit/cyclesim/internal/translate"
)

// Step is a step of the compiler, or something that is done while its code runs.
type Step = translate.Step

const whileRunning = "it is done while a machine runs"

// Steps are all steps from the netlist to the bytes that run, and what is done while these run, in
// their order. A pass is there as often as it runs.
func Steps() []Step {
	return slices.Concat(translate.Steps(), emitamd64.Steps(), []Step{
		{Name: translate.StepThreads, Room: "running", Only: "native", Need: []string{"divided", "barriers"}, Optional: true,
			Doc: "several threads make the cycles, as long as that takes less time than one", Why: whileRunning},
		{Name: translate.StepResting, Room: "running", Only: "native, without checks", Need: []string{"open-values"}, Optional: true,
			Doc: "groups whose state stands still are skipped as long as their inputs stay the same", Why: whileRunning},
		{Name: translate.StepDozing, Room: "word, translate, running", Only: "native, without checks", Need: []string{"resting"},
			Optional: true, Doc: "where only counters and the like move, small programs for these run instead",
			Why: whileRunning},
	})
}

// Optional lists the steps that the engine native can do without, each once.
func Optional() (names []string) {
	for _, s := range Steps() {
		if s.Optional && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return names
}
