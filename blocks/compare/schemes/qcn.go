package schemes

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/testbench/experiment"
)

// quantized is quantized congestion notification with PAUSE, or PAUSE alone, on a spine-leaf fabric that has a leaf for
// each of the lowest switches of the tree. As in the paper a server has four uplinks, which together are 8/5 as fast as
// its link. A packet is a frame of spineleaf.HostedBytes.
//
// Buffers are of the setting's size in packets. What the paper and the standard give in bytes and in time is scaled as
// the buffer is; rates are not.
type quantized struct {
	points  bool // there are congestion points
	sampled int  // whom they blame at inputs: one of the policies
}

// Policies, as the input says them.
const (
	byArrival   = 0 // as the standard
	byOccupancy = 1 // deterministic occupancy sampling
)

// Sizes of the paper and the standard, for buffers of paperUnits.
const (
	paperUnits  = 586
	paperStop   = 430 // units
	paperGo     = 172
	paperQueue  = 60_000 // bytes in equilibrium
	paperSample = 150_000
	paperStage  = 150_000 // bytes of a stage in recovery
	paperTimer  = 292_969 // cycles of one
)

// Sizes of the fabric.
const (
	uplinks      = 4 // of a server
	unitsOfFrame = spineleaf.HostedBytes / qcn.UnitBytes
	bufferCells  = 16
	cellBits     = 4*8*qcn.BeatBytes + 8*spineleaf.CellBytes
)

// fewestSlots leave room for what comes after a STOP: up to 18 units, that is 10 cycles until it is ready, a frame
// and a PAUSE frame before it, 8 cycles in the server, a frame that has just begun there, and units that are not
// full.
const fewestSlots = 18

func (q quantized) block() string { return "qcn_network" }

func (q quantized) params(p planned) map[string]int {
	units := p.v.Int("slots") * unitsOfFrame
	scaled := func(x int) int { return (x*units + paperUnits/2) / paperUnits }
	stop := scaled(paperStop)
	return map[string]int{"leaves": p.nodes / leaf, "ports": leaf, "spines": uplinks * leaf, "prios": 1,
		"flows": p.nodes, "queue": nodeQueue / p.nodes, "whole_beats": 1, "windows": 1, "cells": bufferCells,
		"frame_units": unitsOfFrame, "in_units": units, "places": p.v.Int("slots"),
		"leaf_q_high": stop, "leaf_q_low": scaled(paperGo), "leaf_headroom": units - stop,
		"leaf_q_eq": scaled(paperQueue), "sample": scaled(paperSample),
		"byte_counter": scaled(paperStage), "timer": scaled(paperTimer)}
}

func (q quantized) stimulus(p planned, seed uint32) experiment.Stimulus {
	in := map[string]uint64{"seed": uint64(seed), "pause": 1, "policy": uint64(q.sampled)}
	if q.points {
		in["cp_in"], in["cp_out"] = 1, 1
	}
	var phases []experiment.Phase
	for server := range p.nodes {
		for dst := range p.nodes {
			phases = append(phases, experiment.Phase{Cycles: 1, Inputs: map[string]uint64{"set_valid": 1,
				"set_server": uint64(server), "set_flow": uint64(dst), "set_dst": uint64(dst),
				"set_length": spineleaf.HostedBytes}})
		}
	}
	// That takes longer than the ports need to be ready: a cycle for each place of the outputs.
	const packet = spineleaf.HostedBytes / qcn.BeatBytes // cycles
	phases = append(phases, experiment.Phase{Cycles: packet - len(phases)%packet, Inputs: map[string]uint64{"set_valid": 0}})
	return experiment.Stimulus{
		Inputs: in, Phases: phases, Outputs: []string{"error"},
		Errors: []string{"error", "dropped", "frames_out_of_order", "wrong_beats", "frames_astray", "strays", "impossible"},
	}
}

func (q quantized) cost(planned) int64 { return 20 }

// memory is that of the buffers of the leaves towards the servers, at inputs and outputs, and of the cells at both
// ends of the links of the fabric.
func (q quantized) memory(p planned) memory {
	links := p.nodes / leaf * uplinks * leaf
	const frame = 8 * spineleaf.HostedBytes
	frames := 2 * p.v.Int("slots") * frame // at a port of a leaf to a server
	ports := p.nodes + 2*links
	return memory{ports: ports, portBits: (p.nodes*frames + 3*links*bufferCells*cellBits) / ports,
		packet: frame}
}
