// Package spineleaf is the fabric on which unbiased quantized congestion notification is
// measured: leaf switches with congestion points at the inputs and outputs of their server
// ports, spine switches, and servers with their traffic. README.md in this folder is the
// contract of every unit.
//
// Source, in the comments below: UQ is "Unbiased Quantized Congestion Notification for
// Scalable Server Fabrics".
//
// What must not live here: golden models, stimulus, experiments, and the protocol with
// its units, which fit other switches, too (package qcn).
package spineleaf
