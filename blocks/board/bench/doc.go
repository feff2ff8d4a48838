// Package bench has the benches of the board and its parts: stimulus, cover points and
// mutants of each block of blocks/board.
//
// What must not live here: golden models (blocks/board/golden), the harness.
package bench
