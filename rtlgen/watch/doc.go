// Package watch puts the assumptions of a design into its hardware. An assumption is a rule of the
// surroundings, which exists in simulation only; here each becomes a bit that says whether it was
// ever broken, so that a broken rule is seen in a chip, too.
//
// What must not live here: Verilog, and what is particular to a block.
package watch
