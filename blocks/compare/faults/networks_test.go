package faults

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/testbench/faults"
)

// beat is an event at the pins of a node of a tree.
func beat(data uint64, sop, eop, bad uint64) faults.Event {
	return faults.Event{{data}, {sop}, {eop}, {bad}}
}

// whole is a packet as a node of a tree receives it.
func whole() (list []faults.Event) {
	for i := range packet.Beats {
		list = append(list, beat(0x1111<<i, 0, 0, 0))
	}
	list[0][1][0], list[packet.Beats-1][2][0] = 1, 1
	return list
}

// TestRead: a packet of a tree is whole in one form only, and is the same whatever its way and time.
func TestRead(t *testing.T) {
	t.Parallel()
	good := read(whole())
	assert.Assert(t, good.Whole)
	assert.Equal(t, len(good.Content), packet.Beats)
	for _, c := range []struct {
		what   string
		change func([]faults.Event) []faults.Event
		whole  bool
		same   bool
	}{
		{"route", func(l []faults.Event) []faults.Event { l[0][0][0] ^= 1 << 63; return l }, true, true},
		{"time", func(l []faults.Event) []faults.Event { l[2][0][0] ^= 1 << 31; return l }, true, true},
		{"beside the time", func(l []faults.Event) []faults.Event { l[2][0][0] ^= 1 << 32; return l }, true, false},
		{"source", func(l []faults.Event) []faults.Event { l[0][0][0] ^= 1; return l }, true, false},
		{"marked", func(l []faults.Event) []faults.Event { l[7][3][0] = 1; return l }, false, true},
		{"second head", func(l []faults.Event) []faults.Event { l[4][1][0] = 1; return l }, false, true},
		{"second tail", func(l []faults.Event) []faults.Event { l[4][2][0] = 1; return l }, false, true},
		{"no head", func(l []faults.Event) []faults.Event { l[0][1][0] = 0; return l }, false, true},
		{"no tail", func(l []faults.Event) []faults.Event { l[7][2][0] = 0; return l }, false, true},
		{"short", func(l []faults.Event) []faults.Event { return slices.Delete(l, 3, 4) }, false, false},
	} {
		p := read(c.change(whole()))
		assert.Equal(t, p.Whole, c.whole, c.what)
		assert.Equal(t, slices.Equal(p.Content, good.Content), c.same, c.what)
	}
}

// TestReadLine: a packet on the external line of an adapter begins once, ends once and is not marked.
func TestReadLine(t *testing.T) {
	t.Parallel()
	line := func(data, first, last, bad uint64) faults.Event {
		return faults.Event{{data}, {first}, {last}, {bad}, {3}}
	}
	for _, c := range []struct {
		what  string
		list  []faults.Event
		whole bool
	}{
		{"one beat", []faults.Event{line(7, 1, 1, 0)}, true},
		{"three", []faults.Event{line(7, 1, 0, 0), line(8, 0, 0, 0), line(9, 0, 1, 0)}, true},
		{"marked", []faults.Event{line(7, 1, 0, 0), line(8, 0, 1, 1)}, false},
		{"no first", []faults.Event{line(7, 0, 0, 0), line(8, 0, 1, 0)}, false},
		{"no last", []faults.Event{line(7, 1, 0, 0), line(8, 0, 0, 0)}, false},
		{"two firsts", []faults.Event{line(7, 1, 0, 0), line(8, 1, 1, 0)}, false},
	} {
		p := readLine(c.list)
		assert.Equal(t, p.Whole, c.whole, c.what)
		assert.Equal(t, p.Flow, "3")
		assert.Equal(t, len(p.Content), len(c.list))
	}
}

// TestRoute: the fields of the header of a segment that faults damage are together all bits of it.
func TestRoute(t *testing.T) {
	t.Parallel()
	seen := map[int]bool{}
	for _, f := range segments()[0].Fields {
		if f.Field == "data" {
			for i := range f.Width {
				assert.Assert(t, !seen[f.Lo+i])
				seen[f.Lo+i] = true
			}
		}
	}
	assert.Equal(t, len(seen), 64)
	assert.Assert(t, !seen[0], "the end of the packet")
}
