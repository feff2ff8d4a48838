package emitamd64

import "culprit/cyclesim/internal/translate"

// MachineCode is what there is in the end.
const MachineCode = "machine code"

const (
	onlyNative  = "native"
	onlyGroups  = "groups, native"
	onlyAVX512  = "groups, native with AVX-512"
	onlySingles = "single instances, native"
	// Where the steps after selection can be seen.
	inCode = "it is in the machine code"
)

// Steps are those of this package, in their order.
func Steps() []translate.Step {
	return []translate.Step{
		{Name: "selection", Room: "emitamd64", Only: onlyGroups, Need: []string{"vectors"}, Why: inCode,
			Doc: "the instructions of each operation on vectors, on as many registers as it likes"},
		{Name: "ternary", Room: "emitamd64", Only: onlyAVX512, Need: []string{"selection"}, Why: "it is a part of selection",
			Doc: "operations on bits that have up to three operands together are one instruction"},
		{Name: "masks", Room: "emitamd64", Only: onlyAVX512 + ", 64 lanes", Need: []string{"selection"},
			Why: "it is a part of selection",
			Doc: "a comparison gives a mask register for the instruction that it is for"},
		{Name: "pairs", Room: "emitamd64", Only: onlyGroups + ", up to 32 lanes", Need: []string{"selection"}, Why: inCode,
			Doc: "two steps that do the same with neighbouring vectors are one on vectors of twice the size"},
		{Name: "order", Room: "emitamd64", Only: onlyGroups, Need: []string{"selection"}, Why: inCode,
			Doc: "every instruction stands at the first use of its result"},
		{Name: "late-flags", Room: "emitamd64", Only: onlySingles, Need: []string{"early-edge"}, Why: inCode,
			Doc: "a comparison that decides one selection, store or check is made there, in the flags"},
		{Name: "registers", Room: "regalloc", Only: onlyNative, Need: []string{"order"}, Why: inCode,
			Doc: "which values are in registers: the one that is used last gives up its own"},
		{Name: "constants", Room: "emitamd64", Only: onlyAVX512, Need: []string{"registers"}, Why: inCode,
			Doc: "constants of instructions with the longer prefix are in registers 16 to 31"},
		{Name: "windows", Room: "emitamd64", Only: onlyAVX512, Need: []string{"registers"}, Why: inCode,
			Doc: "free registers point to what is accessed next: most displacements take one byte"},
		{Name: "encoding", Room: "amd64", Only: onlyNative, Need: []string{"registers"}, Text: MachineCode,
			Doc: "the bytes of each instruction, and what they are of"},
		{Name: "barriers", Room: "emitamd64", Only: "threads", Need: []string{"divided"}, Why: inCode,
			Doc: "threads count their arrivals, and wait for those of others; they begin and end together"},
	}
}
