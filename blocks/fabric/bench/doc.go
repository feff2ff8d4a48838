// Package bench verifies the blocks of package blocks/fabric: stimulus, cover points
// and deliberate mutants of the router, of the monitor and of the whole tree.
//
// What must not live here: golden models, hardware.
package bench
