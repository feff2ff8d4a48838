// Package graph describes networks of switches and hosts with the routes that their
// switches may choose from: reads them from a file, makes the lists of ports from
// the links alone, and proves that no frame can come to a switch twice and that no
// buffers wait for each other in a circle.
//
// Source: "Adaptive Routing for Convergence Enhanced Ethernet", section III.
//
// What must not live here: hardware, and simulation.
package graph
