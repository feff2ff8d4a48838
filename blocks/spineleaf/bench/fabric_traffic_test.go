package bench

import (
	"fmt"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn"
	golden "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/benchtest"
	"culprit.example/culprit/testbench/mutant"
)

// word is a beat, lower half first.
type word [2]uint64

// server is one end of a link of the fabric under test: it sends frames, one after
// the other with the gap of the wire, and checks those that come.
type server struct {
	number, beats, debt int
	frame               frame
	queue               []frame
	raw                 []linkBeat     // what is sent before anything else
	sent                map[[3]int]int // frames of each flow
	got                 map[[3]int]int
	receiving           frame
	left                int
	received            int
}

type frame struct{ src, dst, prio, length, seq int }

// beat is beat i of a frame: the header, then a pattern.
func (f frame) beat(i int) word {
	if i > 0 {
		return word{uint64(f.src)<<40 | uint64(f.dst)<<20 | uint64(f.seq), uint64(i)<<32 | uint64(f.prio)}
	}
	high := uint64(qcn.KindData)<<62 | uint64(f.prio)<<59 | uint64(f.dst)<<47 | uint64(f.src)<<35 | uint64(f.length)<<21 |
		uint64(f.seq)<<5
	return word{uint64(f.length) * 0x9e3779b97f4a7c15 >> 27, high}
}

func (f frame) beats() int { return (f.length + qcn.BeatBytes - 1) / qcn.BeatBytes }

// fabricRun drives qcn_fabric.
type fabricRun struct {
	*benchtest.Simulation
	t       testing.TB
	servers []*server
	address func(i int) int
	number  map[int]int
}

// newFabricRun elaborates the fabric; mistake, if not nil, changes its netlist.
func newFabricRun(t testing.TB, params map[string]int, mistake func(*ir.Design) error) *fabricRun {
	v, err := blocks.Find(spineleaf.Blocks(), "qcn_fabric").Resolve(params)
	assert.NilError(t, err)
	r := &fabricRun{Simulation: benchtest.Simulate(t, spineleaf.Blocks(), "qcn_fabric", params, mistake), t: t,
		number: map[int]int{}}
	shift := 0
	for 1<<shift < v["ports"] {
		shift++
	}
	r.address = func(i int) int { return i/v["ports"]<<shift | i%v["ports"] }
	for i := range v["leaves"] * v["ports"] {
		r.servers = append(r.servers, &server{number: i, sent: map[[3]int]int{}, got: map[[3]int]int{}})
		r.number[r.address(i)] = i
	}
	return r
}

// send puts a frame into the queue of its source, given and taken by server number.
func (r *fabricRun) send(src, dst, prio, length int) {
	s := r.servers[src]
	flow := [3]int{r.address(src), r.address(dst), prio}
	s.queue = append(s.queue, frame{flow[0], flow[1], prio, length, s.sent[flow] & 0xffff})
	s.sent[flow]++
}

// untilReady runs until the fabric accepts frames.
func (r *fabricRun) untilReady() {
	ready := make([]uint64, (len(r.servers)+63)/64)
	for ready[0]&1 == 0 {
		r.cycle()
		r.GetWords("ready", ready)
	}
}

// cycle is one cycle of all links.
func (r *fabricRun) cycle() {
	n := len(r.servers)
	valid, head, tail := make([]uint64, (n+63)/64), make([]uint64, (n+63)/64), make([]uint64, (n+63)/64)
	data := make([]uint64, 2*n)
	for i, s := range r.servers {
		if s.beats == 0 && len(s.raw) > 0 {
			b := s.raw[0]
			s.raw = s.raw[1:]
			r.put(i, b, valid, head, tail, data)
			continue
		}
		s.debt = max(s.debt-qcn.BeatBytes, -qcn.BeatBytes)
		if s.beats == 0 && len(s.queue) > 0 && s.debt <= 0 {
			s.frame, s.queue = s.queue[0], s.queue[1:]
			s.beats = s.frame.beats()
			s.debt += s.frame.length + qcn.GapBytes
		}
		if s.beats == 0 {
			continue
		}
		at := s.frame.beats() - s.beats
		w := s.frame.beat(at)
		data[2*i], data[2*i+1] = w[0], w[1]
		valid[i/64] |= 1 << (i % 64)
		if at == 0 {
			head[i/64] |= 1 << (i % 64)
		}
		s.beats--
		if s.beats == 0 {
			tail[i/64] |= 1 << (i % 64)
		}
	}
	r.SetWords("rx_valid", valid...)
	r.SetWords("rx_head", head...)
	r.SetWords("rx_tail", tail...)
	r.SetWords("rx_data", data...)
	r.Engine.Eval()
	r.GetWords("tx_valid", valid)
	r.GetWords("tx_head", head)
	r.GetWords("tx_tail", tail)
	r.GetWords("tx_data", data)
	for i, s := range r.servers {
		if valid[i/64]>>(i%64)&1 == 1 {
			r.receive(s, head[i/64]>>(i%64)&1 == 1, tail[i/64]>>(i%64)&1 == 1, word{data[2*i], data[2*i+1]})
		}
	}
	r.Engine.Step()
}

// put sets the lane of a server to a beat.
func (r *fabricRun) put(i int, b linkBeat, valid, head, tail, data []uint64) {
	set := func(bits []uint64, on bool) {
		if on {
			bits[i/64] |= 1 << (i % 64)
		}
	}
	set(valid, b.valid)
	set(head, b.head)
	set(tail, b.tail)
	if b.data != nil {
		w := golden.WordOf(b.data)
		data[2*i], data[2*i+1] = w[0], w[1]
	}
}

func (r *fabricRun) receive(s *server, head, tail bool, w word) {
	if head {
		assert.Equal(r.t, s.left, 0, "server %d: a frame begins within a frame", s.number)
		h := w[1]
		s.receiving = frame{int(h >> 35 & 0xfff), int(h >> 47 & 0xfff), int(h >> 59 & 7), int(h >> 21 & 0x3fff),
			int(h >> 5 & 0xffff)}
		s.left = s.receiving.beats()
		assert.Equal(r.t, s.receiving.dst, r.address(s.number))
		flow := [3]int{s.receiving.src, s.receiving.dst, s.receiving.prio}
		assert.Equal(r.t, s.receiving.seq, s.got[flow]&0xffff, "server %d: flow %v out of order", s.number, flow)
		s.got[flow]++
	}
	f := s.receiving
	if at := f.beats() - s.left; w != f.beat(at) {
		r.t.Fatalf("server %d: beat %d of %v is %x", s.number, at, f, w)
	}
	s.left--
	assert.Equal(r.t, tail, s.left == 0)
	if tail {
		s.received++
	}
}

func (r *fabricRun) done() bool {
	sent, got := 0, 0
	for _, s := range r.servers {
		for _, n := range s.sent {
			sent += n
		}
		got += s.received
	}
	return sent == got
}

// TestFabricDelivers sends frames of all lengths between all servers: each arrives
// once, unchanged, in the order of its flow.
func TestFabricDelivers(t *testing.T) {
	t.Parallel()
	for _, params := range []map[string]int{
		{"leaves": 2, "spines": 1, "prios": 1, "in_units": 60, "leaf_q_high": 30, "leaf_q_low": 10, "leaf_headroom": 20,
			"leaf_q_eq": 4000, "places": 8},
		nil,
		{"leaves": 3, "ports": 3, "spines": 5, "prios": 3, "in_units": 100, "leaf_q_high": 60, "leaf_q_low": 20,
			"leaf_headroom": 30, "leaf_q_eq": 9000, "places": 9, "frame_units": 16, "dos": 0},
		{"leaves": 4, "ports": 2, "spines": 2, "cells": 3, "rate_num": 1, "rate_den": 1, "places": 5},
	} {
		t.Run(fmt.Sprint(params), func(t *testing.T) {
			t.Parallel()
			r := newFabricRun(t, params, nil)
			rng := rand.New(rand.NewSource(1))
			r.untilReady()
			n := len(r.servers)
			v, _ := blocks.Find(spineleaf.Blocks(), "qcn_fabric").Resolve(params)
			longest := 4 * qcn.UnitBytes * min(v["frame_units"]/4, 2)
			for range 20 * n {
				length := 64 + rng.Intn(longest-63)
				if rng.Intn(3) == 0 {
					length = 64
				}
				r.send(rng.Intn(n), rng.Intn(n), rng.Intn(v["prios"]), length)
			}
			for c := 0; !r.done(); c++ {
				if c > 40000 {
					t.Fatalf("frames are missing after %d cycles", c)
				}
				r.cycle()
			}
			r.IsSound()
		})
	}
}

// TestOutputBuffer overloads a server port until all places of its output buffer are
// taken: in no cycle are there more frames for it in fabric and buffer than places, which
// are as long as the buffer, and every frame leaves as it came.
func TestOutputBuffer(t *testing.T) {
	t.Parallel()
	overloadPort(t, nil)
	for name, mistake := range map[string]mutant.Mutation{
		"place granted before it is free": mutant.Stuck("place_there_q", 1),
		"release counted twice":           mutant.AddConst("free_q", 0, 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			benchtest.Fails(t, mutant.InModule("qcn_credit_arb", mistake), overloadPort)
		})
	}
}

func overloadPort(t testing.TB, mistake func(*ir.Design) error) {
	r := newFabricRun(t, nil, mistake)
	const hot, frames = 6, 90 // fewer than an input buffer holds
	v, err := blocks.Find(spineleaf.Blocks(), "qcn_fabric").Resolve(nil)
	assert.NilError(t, err)
	units := (1522 + qcn.UnitBytes - 1) / qcn.UnitBytes
	assert.Assert(t, v["places"]*units <= 586)
	free := r.Probe(fmt.Sprintf("leaf_%d.arbiter_0.free_q[0]", hot))
	r.untilReady()
	for range frames {
		for source := range hot {
			r.send(source, hot, 0, 1522)
		}
	}
	least := v["places"]
	for c := 0; !r.done(); c++ {
		if c > 60_000 {
			t.Fatalf("frames are missing after %d cycles", c)
		}
		r.cycle()
		assert.Assert(t, free() <= v["places"])
		least = min(least, free())
	}
	assert.Equal(t, least, 0, "the buffer never was full")
	for range 8 {
		r.cycle()
	}
	assert.Equal(t, free(), v["places"])
	r.IsSound()
}
