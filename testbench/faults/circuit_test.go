package faults

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
)

// TestCircuit: an event of the part that comes after the fault is due is hit, once.
func TestCircuit(t *testing.T) {
	t.Parallel()
	const from, cycles = 20, 300
	// Bursts of four events, then four free cycles; the third event of a burst belongs to the part.
	sent := func(c uint64) bool { return c%8 < 4 }
	in := func(part bool) (list []uint64) {
		for c := range uint64(cycles) {
			if sent(c) && (!part || c%8 == 2) {
				list = append(list, c)
			}
		}
		return list
	}
	all := in(false)
	first := slices.Index(all, 26) // the first of the part from cycle 20 on
	for _, c := range []struct {
		does Does
		want []uint64
	}{
		{Loses, slices.Delete(slices.Clone(all), first, first+1)},
		{Doubles, slices.Insert(slices.Clone(all), first, 26)},
		{Bubbles, all},
		{Damages, slices.Replace(slices.Clone(all), first, first+1, 26^8)},
		{Delays, nil},
		{Invents, slices.Insert(slices.Clone(all), slices.Index(all, 24), 18)},
		{Mutes, slices.DeleteFunc(slices.Clone(all), func(x uint64) bool { return x >= 26 && x < 26+SilentFor })},
	} {
		d, err := rtlgen.Elaborate(circuit("circuit", 16, 1))
		assert.NilError(t, err)
		e, err := cyclesim.New(d, cyclesim.Options{})
		assert.NilError(t, err)
		set := func(name string, x uint64) {
			e.SetInput(slices.IndexFunc(d.Top.Inputs(), named(name)), []uint64{x})
		}
		get := func(name string) uint64 {
			var x [1]uint64
			e.Output(slices.IndexFunc(d.Top.Outputs(), named(name)), x[:])
			return x[0]
		}
		for name, x := range map[string]uint64{inputLink: 5, "number": 5, inputDoes: uint64(slices.Index(does, c.does)),
			inputPart: 1, inputMask: 8} {
			set(name, x)
		}
		var got []uint64
		for now := range uint64(cycles) {
			set(inputDue, bit(now >= from))
			set("valid", bit(sent(now)))
			set("parts", bit(now%8 == 2))
			set("payload", now)
			e.Eval()
			assert.Equal(t, get("hit") == 1, c.does == Invents && now > 20 || c.does != Invents && now > 26, "%s in cycle %d", c.does, now)
			if get("valid_out") == 1 {
				got = append(got, get("payload_out"))
				if x := get("payload_out"); c.does == Bubbles {
					late := x == 26 || x == 27
					assert.Equal(t, now, x+bit(late), "event %d", x)
				}
			}
			e.Step()
		}
		if c.does == Delays {
			at := slices.Index(got, 26)
			assert.Assert(t, got[at-1] >= 26+LateBy-4 && got[at-1] <= 26+LateBy+4, "after %d", got[at-1])
			c.want = slices.Insert(slices.Delete(slices.Clone(all), first, first+1), at, 26)
		}
		assert.DeepEqual(t, got, c.want)
	}
}

// TestCircuitOfOthers: what is for another link, or not due, changes nothing.
func TestCircuitOfOthers(t *testing.T) {
	t.Parallel()
	for _, given := range []struct{ link, due uint64 }{{6, 1}, {5, 0}} {
		d, err := rtlgen.Elaborate(circuit("circuit", 16, 1))
		assert.NilError(t, err)
		e, err := cyclesim.New(d, cyclesim.Options{})
		assert.NilError(t, err)
		for i, p := range d.Top.Inputs() {
			e.SetInput(i, []uint64{map[string]uint64{inputLink: given.link, inputDue: given.due, "number": 5, inputPart: 1,
				"parts": 1, "valid": 1, "payload": 77, inputMask: 1, inputDoes: uint64(slices.Index(does, Damages))}[p.Name]})
		}
		for range 10 {
			e.Eval()
			var hit, payload [1]uint64
			e.Output(slices.IndexFunc(d.Top.Outputs(), named("hit")), hit[:])
			e.Output(slices.IndexFunc(d.Top.Outputs(), named("payload_out")), payload[:])
			assert.Equal(t, hit[0], uint64(0))
			assert.Equal(t, payload[0], uint64(77))
			e.Step()
		}
	}
}
