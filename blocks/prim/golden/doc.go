// Package golden holds the golden models of the primitive blocks: what each of
// them does in a cycle, in plain Go, written from the contracts in
// blocks/prim/README.md and not from the netlists.
//
// Each model has a constructor that takes the block's parameters and a Step
// method that is one clock cycle: it returns the outputs for the present state
// and inputs, then performs the clock edge. The In and Out structs have one
// field per port; numbers wider than 64 bits, and ports whose width is a
// parameter that may exceed 64, are *big.Int, nil counting as 0. A field tagged
// `valid:"X"` means something only where X is true.
//
// The models are written with queues, stacks and maps where the hardware has
// pointers and linked lists, so that a mistake in a pointer cannot be made
// twice. They rely on the assumptions of the contracts and panic ("BUG: ...")
// where stimulus breaks one that would leave them without an answer.
//
// Step does not keep the slices and numbers of its input. The slices of an
// output are fresh; the numbers in it belong to the model or are those of the
// input and must not be changed.
//
// What must not live here: anything of ours that is imported, stimulus,
// comparison, knowledge of how the netlists are built.
package golden
