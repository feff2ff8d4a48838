package bench

import (
	"math/big"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/protect"
	"culprit.example/culprit/testbench"
)

// disturbance is what an injection does to a switch while its bench runs.
type disturbance struct {
	code   protect.Code
	memory int    // the bit of the memory that is disturbed, -1: all
	flips  int64  // the bits that are wrong in each word that is written, turned by a bit from cycle to cycle
	keep   string // the assertion that stays: no_ and the name of the port
}

// netlist is the protected netlist with the disturbance at its ports, and the ports of the block. It covers that
// all memories have corrected a bit.
func (x disturbance) netlist(d *ir.Design) (*ir.Design, error) {
	list, err := protect.Memories(d, x.code)
	if err != nil {
		return nil, err
	}
	tied := protect.Tied(d)
	top, in := tied.Top, tied.Top.Instances[0]
	mask := x.mask(top, d.Top.Port(protect.Mask).Width)
	for i, c := range in.Conns {
		switch c.Port.Name {
		case protect.Inject:
			which := ir.Ones(len(list))
			if x.memory >= 0 {
				which = new(big.Int).Lsh(big.NewInt(1), uint(x.memory))
			}
			in.Conns[i].Value = constant(len(list), which)
		case protect.Mask:
			in.Conns[i].Value = mask
		}
	}
	var kept []*ir.Property
	for _, p := range top.Properties {
		if p.Name == x.keep {
			kept = append(kept, p)
		}
		if p.Name == "no_"+protect.Corrected {
			seen := &ir.Node{Op: ir.OpRedAnd, Width: 1, Args: p.Cond.Args[:1]}
			kept = append(kept, &ir.Property{Name: "all_have_corrected", Kind: ir.Cover, Cond: seen})
		}
	}
	top.Properties = kept
	return tied, ir.Verify(tied)
}

// mask is the value of the mask: 0 before the first reset, when the memories are written at random.
func (x disturbance) mask(top *ir.Module, width int) *ir.Node {
	register := func(name string, width int, reset *big.Int, next func(*ir.Node) *ir.Node) *ir.Node {
		s := &ir.Signal{Name: name, Kind: ir.Reg, Width: width, Reset: reset}
		now := &ir.Node{Op: ir.OpSignal, Width: width, Sig: s}
		top.Signals = append(top.Signals, s)
		top.Body = append(top.Body, &ir.Assign{Sig: s, Value: next(now)})
		return now
	}
	turning := register("turning", width, big.NewInt(x.flips), func(now *ir.Node) *ir.Node {
		return &ir.Node{Op: ir.OpRotL, Width: width, Args: []*ir.Node{now, constant(1, big.NewInt(1))}}
	})
	started := big.NewInt(0x5eed5eed5eed)
	was := register("was_in_reset", 64, started, func(now *ir.Node) *ir.Node { return now })
	ready := &ir.Node{Op: ir.OpEq, Width: 1, Args: []*ir.Node{was, constant(64, started)}}
	return &ir.Node{Op: ir.OpAnd, Width: width, Args: []*ir.Node{turning,
		{Op: ir.OpReplicate, Width: width, Args: []*ir.Node{ready}}}}
}

func constant(width int, x *big.Int) *ir.Node {
	return &ir.Node{Op: ir.OpConst, Width: width, Const: x}
}

// run runs the bench of a switch of 4 ports with the disturbance.
func (x disturbance) run(t *testing.T, cycles int) testbench.EngineReport {
	t.Helper()
	r, err := testbench.Verify(switchBench(), map[string]int{"ports": 4, "slots": 16}, testbench.Options{
		Engines: []string{cyclesim.DefaultEngine()}, Cycles: cycles, Seed: 1, StandIn: x.netlist, WorkDir: t.TempDir()})
	assert.NilError(t, err)
	return r.Engines[0]
}

// TestSingleErrors: with a wrong bit in every word of every memory a switch with ECC does in each cycle what it does
// without, all memories report that they have corrected some, and none has failed.
func TestSingleErrors(t *testing.T) {
	t.Parallel()
	e := disturbance{protect.ECC, -1, 1, "no_" + protect.Failed}.run(t, 3000)
	assert.Assert(t, e.Passed, "%+v", e)
	assert.Equal(t, e.Covers[0].Name, "recn_switch_ports4_slots16_tied.all_have_corrected")
	assert.Assert(t, e.Covers[0].Count > 0)
}

// TestUncorrectable: each memory of an input port and of an output port reports two wrong bits with ECC, and one with
// parity.
func TestUncorrectable(t *testing.T) {
	t.Parallel()
	for code, flips := range map[protect.Code]int64{protect.ECC: 3, protect.Parity: 1} {
		d, err := blocks.Find(rtl.Blocks(), "recn_switch").Elaborate(map[string]int{"ports": 4, "slots": 16})
		assert.NilError(t, err)
		list, err := protect.Memories(d, code)
		assert.NilError(t, err)
		for _, mem := range list {
			if !strings.HasPrefix(mem.Path, "in_port_0.") && !strings.HasPrefix(mem.Path, "out_port_0.") {
				continue
			}
			t.Run(code.String()+" "+mem.Path, func(t *testing.T) {
				t.Parallel()
				e := disturbance{code, mem.Bit, flips, "no_" + protect.Failed}.run(t, 1500)
				assert.Assert(t, len(e.Failures) > 0 && strings.HasSuffix(e.Failures[0].Name, ".no_mem_failed"), "%+v", e)
			})
		}
	}
}

// TestDamagedPacket: a packet with a beat that no code corrects is bad at its last beat, whichever beat it is; the
// packets before and behind it are not.
func TestDamagedPacket(t *testing.T) {
	t.Parallel()
	for code, flips := range map[protect.Code]uint64{protect.ECC: 3, protect.Parity: 1} {
		d, err := blocks.Find(rtl.Blocks(), "recn_mmu").Elaborate(map[string]int{"slots": 8, "saqs": 1})
		assert.NilError(t, err)
		list, err := protect.Memories(d, code)
		assert.NilError(t, err)
		ram := uint64(0)
		for _, x := range list {
			if x.Path == "packet_ram" {
				ram = 1 << x.Bit
			}
		}
		assert.Assert(t, ram != 0)
		for damaged := range uint64(8) {
			e, err := cyclesim.New(d, cyclesim.Options{Seed: 1})
			assert.NilError(t, err)
			cycle := func(inputs map[string]uint64) (bad uint64) {
				for i, p := range d.Top.Inputs() {
					x := make([]uint64, (p.Width+63)/64)
					x[0] = inputs[p.Name]
					e.SetInput(i, x)
				}
				e.Eval()
				for i, p := range d.Top.Outputs() {
					if p.Name == "rd_bad" {
						var x [1]uint64
						e.Output(i, x[:])
						bad = x[0]
					}
				}
				e.Step()
				return bad
			}
			const packets = 3
			for p := range uint64(packets) {
				for beat := range uint64(8) {
					in := map[string]uint64{"rx_start": 0, "rx_valid": 1, "rx_word": beat, "rx_data": p<<8 | beat, "rx_last": 7,
						protect.Mask: flips}
					if beat == 0 {
						in["rx_start"] = 1
						cycle(map[string]uint64{}) // the packet before has ended
					}
					if beat == 7 {
						in["rx_end"] = 1
					}
					if p == 1 && beat == damaged {
						cycle(map[string]uint64{protect.Inject: ram})
					}
					cycle(in)
				}
			}
			for p := range uint64(packets) {
				for beat := range uint64(8) {
					cycle(map[string]uint64{"rd_en": 1, "rd_slot": p, "rd_word": beat})
				}
				bad := cycle(map[string]uint64{"rd_slot": p, "rd_word": 7})
				want := uint64(0)
				if p == 1 {
					want = 1
				}
				assert.Equal(t, bad, want, "%v: packet %d, beat %d damaged", code, p, damaged)
			}
		}
	}
}
