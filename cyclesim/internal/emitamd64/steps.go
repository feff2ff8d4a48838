package emitamd64

import (
	"culprit.example/culprit/cyclesim/internal/avx"
	"culprit.example/culprit/cyclesim/internal/translate"
)

// The kinds of programs: in instructions on as many registers as they like, and what there is in the end.
const (
	Instructions = "instructions"
	MachineCode  = "machine code"
)

// shortAddresses is the name of a step that can be left out.
const shortAddresses = "windows"

const (
	onlyNative  = "native"
	onlyGroups  = "groups, native"
	onlyAVX512  = "groups, native with AVX-512"
	onlySingles = "single instances, native"
	// Where the steps after selection can be seen.
	inCode = "it is in the machine code"
)

// The first step, and the last one.
var (
	selectionStep = translate.Step{Name: "selection", Room: "avx", Only: onlyGroups, Need: []string{"vectors"},
		Text: Instructions, Doc: "the instructions of each operation on vectors, on as many registers as it likes"}
	encodingStep = translate.Step{Name: "encoding", Room: "amd64", Only: onlyNative, Need: []string{"registers"},
		Text: MachineCode, Doc: "the bytes of each instruction, and what they are of"}
)

// Steps are those of this package and package avx, in their order.
func Steps() []translate.Step {
	list := []translate.Step{
		selectionStep,
		{Name: "ternary", Room: "avx", Only: onlyAVX512, Need: []string{"selection"}, Why: "it is a part of selection",
			Doc: "operations on bits that have up to three operands together are one instruction"},
		{Name: "masks", Room: "avx", Only: onlyAVX512 + ", 64 lanes", Need: []string{"selection"},
			Why: "it is a part of selection",
			Doc: "a comparison gives a mask register for the instruction that it is for"},
	}
	for _, pass := range avx.Passes() {
		only := onlyGroups
		if pass.Only != "" {
			only += ", " + pass.Only
		}
		list = append(list, translate.Step{Name: pass.Name, Room: "avx", Only: only, Need: []string{"selection"},
			Text: Instructions, Optional: true, Doc: pass.Doc})
	}
	return append(list, []translate.Step{
		{Name: "late-flags", Room: "emitamd64", Only: onlySingles, Need: []string{"early-edge"}, Why: inCode,
			Doc: "a comparison that decides one selection, store or check is made there, in the flags"},
		{Name: "registers", Room: "regalloc", Only: onlyNative, Need: []string{"order"}, Why: inCode,
			Doc: "which values are in registers: the one that is used last gives up its own"},
		{Name: shortAddresses, Room: "emitamd64", Only: onlyAVX512, Need: []string{"registers"}, Why: inCode,
			Optional: true, Doc: "free registers point to what is accessed next: most displacements take one byte"},
		encodingStep,
		{Name: "barriers", Room: "emitamd64", Only: "threads", Need: []string{"divided"}, Why: inCode,
			Doc: "threads count their arrivals, and wait for those of others; they begin and end together"},
	}...)
}
