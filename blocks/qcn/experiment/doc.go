// Package experiment has the figures and claims of "Unbiased Quantized Congestion
// Notification for Scalable Server Fabrics" (below: UQ), measured on qcn_network.
//
// qcn-fairness is its Fig. 2: four flows to one server, and a fifth one in the middle
// third of the run. qcn-victim is Fig. 3: the first source sends to another server,
// too. Each is run with PAUSE alone, with congestion points at the outputs, and with
// congestion points at the inputs and each of the three ways to choose culprits.
//
// What must not live here: hardware, golden models.
package experiment
