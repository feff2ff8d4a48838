// Package recn is the RECN-IQ switch: an input-queued switch that recognises
// congestion trees and sets their packets aside, in one file per unit of the
// paper. README.md in this folder is the contract of every unit: ports, widths,
// timing, and the decisions taken where the papers are silent.
//
// Sources, in the comments below: IQ is "RECN-IQ: A Cost-Effective Input-Queued
// Switch Architecture with Congestion Management", DD is "Dynamic allocation &
// Deallocation of buffering in High Speed Switch" (distributed deallocation).
//
// What must not live here: golden models, stimulus, topologies.
package recn
