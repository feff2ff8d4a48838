// Package adaptive is adaptive routing for Ethernet with congestion notifications:
// switches overhear the notifications of quantized congestion notification (CNs) on
// their way to the source, remember through which ports congestion lies, and send
// frames another way before and while the source is slowed down. README.md in this
// folder is the contract of every unit.
//
// Source, in the comments below: AR is "Adaptive Routing for Convergence Enhanced
// Ethernet".
//
// What must not live here: golden models, stimulus, experiments, the networks and
// their proofs (blocks/adaptive/graph), and what makes or obeys notifications
// (blocks/qcn).
package adaptive
