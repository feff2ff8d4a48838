package cyclesim_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
)

// shadowed has a register that only a property reads, which always holds.
func shadowed(m *rtlgen.Module) {
	en := m.Input("en", 1)
	c, shadow := m.Reg("c", 16, 0), m.Reg("shadow", 16, 0)
	m.If(en, func() { c.Set(c.Add(1)); shadow.Set(shadow.Add(1)) })
	m.Assert("same", shadow.Eq(c), "the circuit is right")
	m.Output("q", c.Value)
}

// TestStateBehind: a state knows that its verification-only part stood still, and engines with checks do not
// take it; the part is right again after a reset.
func TestStateBehind(t *testing.T) {
	d := build(t, "shadowed", shadowed)
	open := func(noChecks bool) cyclesim.Engine {
		sim, err := cyclesim.New(d, cyclesim.Options{Engine: testEngine, NoChecks: noChecks})
		assert.NilError(t, err)
		sim.SetInput(0, []uint64{1})
		return sim
	}
	run := func(sim cyclesim.Engine) { assert.NilError(t, sim.Run(context.Background(), 10)) }
	accepted := func(what string, st cyclesim.State, steps uint64) {
		t.Helper()
		assert.Assert(t, !st.Behind(), what)
		sim := open(false)
		assert.NilError(t, sim.Restore(st), what)
		run(sim)
		assert.Equal(t, len(sim.Failures()), 0, what)
		assert.Equal(t, sim.Cycle(), steps+10, what)
	}
	fast, slow := open(true), open(false)
	run(fast)
	run(slow)
	behind := fast.Save()
	assert.Assert(t, behind.Behind())
	assert.ErrorContains(t, open(false).Restore(behind),
		"cannot restore a state that was reached without checks into an engine with checks: verification-only shadow stood still")
	again := open(true)
	assert.NilError(t, again.Restore(behind))
	assert.Assert(t, again.Save().Behind(), "what was restored is still behind")
	again.Reset()
	accepted("after a reset", again.Save(), 0)

	accepted("with checks", slow.Save(), 10)
	assert.NilError(t, again.Restore(slow.Save()))
	accepted("without a step in between", again.Save(), 10)
	again.Step()
	assert.Assert(t, again.Save().Behind(), "a step without checks")
	again.ResetStep()
	accepted("after a step in reset", again.Save(), 12)
}

// TestStateBehindNothing: where properties read nothing of their own, a state without checks is
// as good as any other.
func TestStateBehindNothing(t *testing.T) {
	d := build(t, "pair", pair)
	fast, err := cyclesim.New(d, cyclesim.Options{Engine: testEngine, Seed: 1, NoChecks: true})
	assert.NilError(t, err)
	history(fast, 20)
	sim := newEngine(t, d)
	assert.NilError(t, sim.Restore(fast.Save()))
	assert.DeepEqual(t, history(sim, 20), history(fast, 20))
}

// savedBytes is a state of the pair with failures, as bytes.
func savedBytes(t testing.TB) []byte {
	t.Helper()
	sim := newEngine(t, build(t, "pair", pair))
	history(sim, 40)
	assert.Assert(t, len(sim.Failures()) > 0)
	data, err := sim.Save().MarshalBinary()
	assert.NilError(t, err)
	return data
}

// TestStateBytes: a state goes through bytes into another engine for another description of the same
// netlist. The bytes are the same on all engines.
func TestStateBytes(t *testing.T) {
	data := savedBytes(t)
	var st cyclesim.State
	assert.NilError(t, st.UnmarshalBinary(data))
	assert.Equal(t, st.Cycle(), uint64(40))
	assert.Equal(t, st.Seed(), uint64(1))
	again, err := st.MarshalBinary()
	assert.NilError(t, err)
	assert.Assert(t, bytes.Equal(again, data))

	want, got := newEngine(t, build(t, "pair", pair)), newEngine(t, build(t, "pair", pair))
	history(want, 40)
	assert.NilError(t, got.Restore(st))
	assert.DeepEqual(t, got.Failures(), want.Failures())
	assert.DeepEqual(t, history(got, 40), history(want, 40))
	assert.DeepEqual(t, got.CoverCounts(), want.CoverCounts())

	other, err := cyclesim.New(build(t, "pair", pair), cyclesim.Options{Engine: "reference", Seed: 1})
	assert.NilError(t, err)
	history(other, 40)
	same, err := other.Save().MarshalBinary()
	assert.NilError(t, err)
	assert.Assert(t, bytes.Equal(same, data), "engines %s and reference", testEngine)
}

// TestStateBytesBehind: bytes say that a state is behind.
func TestStateBytesBehind(t *testing.T) {
	d := build(t, "shadowed", shadowed)
	fast, err := cyclesim.New(d, cyclesim.Options{Engine: testEngine, NoChecks: true})
	assert.NilError(t, err)
	fast.Step()
	data, err := fast.Save().MarshalBinary()
	assert.NilError(t, err)
	var st cyclesim.State
	assert.NilError(t, st.UnmarshalBinary(data))
	assert.Assert(t, st.Behind())
	assert.ErrorContains(t, newEngine(t, d).Restore(st), "reached without checks")
}

// signed gives changed bytes the length and the checksum that they would have.
func signed(data []byte) []byte {
	data = bytes.Clone(data)
	binary.LittleEndian.PutUint64(data[24:], uint64(len(data)))
	sum := sha256.Sum256(data[:len(data)-sha256.Size])
	copy(data[len(data)-sha256.Size:], sum[:])
	return data
}

func TestStateBytesRefused(t *testing.T) {
	data := savedBytes(t)
	changed := func(at int, by ...byte) []byte {
		other := bytes.Clone(data)
		copy(other[at:], by)
		return other
	}
	const names = 16 + 16 + 32
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"nothing":       {nil, "this is no state of a simulation"},
		"a text":        {[]byte("$version culprit cyclesim $end"), "this is no state of a simulation"},
		"line ends":     {bytes.Replace(data, []byte("\r\n"), []byte("\n"), 1), "this is no state of a simulation"},
		"a newer one":   {changed(16, 2), "the form of version 2: this program reads version 1"},
		"few bytes":     {data[:20], "cut short: it has 20 bytes"},
		"half of it":    {data[:len(data)/2], "cut short: it has "},
		"one more":      {append(bytes.Clone(data), 0), "damaged: it has "},
		"a changed bit": {changed(len(data)/2, data[len(data)/2]^1), "damaged: its bytes are not those that were written"},
		"a long name": {signed(changed(names, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)),
			"damaged: its parts do not have the lengths"},
		"no name": {signed(changed(names, 0)), "damaged: its parts do not have the lengths"},
	} {
		var st cyclesim.State
		assert.ErrorContains(t, st.UnmarshalBinary(c.data), c.want, name)
		assert.ErrorContains(t, newEngine(t, build(t, "pair", pair)).Restore(st), "empty state", name)
	}
	_, err := cyclesim.State{}.MarshalBinary()
	assert.ErrorContains(t, err, "an empty state has no bytes")

	var st cyclesim.State
	assert.NilError(t, st.UnmarshalBinary(data))
	assert.ErrorContains(t, newEngine(t, build(t, "shadowed", shadowed)).Restore(st),
		"cannot restore a state of pair (netlist ")
	assert.ErrorContains(t, newEngine(t, build(t, "shadowed", shadowed)).
		Restore(newEngine(t, build(t, "pair", pair)).Save()), "need the same netlist")
}

// TestStateForged: bytes that were changed with care may be read, but nothing that does not fit the netlist
// gets into an engine.
func TestStateForged(t *testing.T) {
	data := savedBytes(t)
	sim := newEngine(t, build(t, "pair", pair))
	before := history(sim, 3)
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	read, refused := 0, 0
	for range 3000 {
		other := bytes.Clone(data)
		for range 1 + r.IntN(3) {
			other[32+r.IntN(len(other)-32)] = byte(r.Uint32() >> r.IntN(32))
		}
		if r.IntN(4) == 0 {
			other = other[:64+r.IntN(len(other)-64)]
		}
		var st cyclesim.State
		if st.UnmarshalBinary(signed(other)) != nil {
			continue
		}
		read++
		if sim.Restore(st) != nil {
			refused++
			continue
		}
		sim.Step()
		_ = sim.Failures()
	}
	assert.Assert(t, read > 100 && refused > 100, "seed %d: %d read, %d of them refused", seed, read, refused)
	sim.Reset()
	assert.DeepEqual(t, history(sim, 3), before)
}

// FuzzState: no bytes make the reader panic.
func FuzzState(f *testing.F) {
	f.Add([]byte("culprit state\r\n\x1a"))
	f.Add(savedBytes(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, b := range [][]byte{data, append(bytes.Clone(data), make([]byte, 64)...)} {
			var st cyclesim.State
			if len(b) > 64 {
				b = signed(b)
			}
			if st.UnmarshalBinary(b) == nil {
				again, err := st.MarshalBinary()
				assert.NilError(t, err)
				assert.Assert(t, bytes.Equal(again, b))
			}
		}
	})
}
