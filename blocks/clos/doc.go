// Package clos holds networks of switching elements of package cioq: the three-stage
// Clos network and the Benes network of five stages, with their traffic inside. README.md
// in this folder is the contract: wiring, routes, traffic, ports, counter readback.
//
// What must not live here: the elements (package cioq), the network adapters (package
// adapter), golden models, stimulus.
package clos
