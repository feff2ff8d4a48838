// Package bench verifies the blocks of package blocks/fabric: stimulus, corners
// and deliberate faults of the router, of the monitor and of the whole tree.
//
// What must not live here: golden models, hardware.
package bench
