// Package cioqrecn is the original RECN: a switch with queues on its input and on
// its output side that sets packets of congestion trees aside on arrival and keeps
// them in order with markers. It is the baseline that RECN-IQ is compared with, and
// has the same pins as its switch. README.md in this folder is the contract of
// every unit.
//
// Sources, in the comments below: DD is "Dynamic allocation & Deallocation of
// buffering in High Speed Switch", section II; IQ is "RECN-IQ: A Cost-Effective
// Input-Queued Switch Architecture with Congestion Management", which says what
// its predecessor needed.
//
// What must not live here: golden models, stimulus, topologies, and what the
// RECN-IQ switch has, too (blocks/recn).
package cioqrecn
