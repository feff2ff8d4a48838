package workload

import (
	"testing"

	"gotest.tools/v3/assert"
)

func parsed(t *testing.T, text string) *Workload {
	t.Helper()
	w, err := Parse("w.txt", text)
	assert.NilError(t, err)
	return w
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"", "w.txt: the workload has no line with a pattern: give one of all-to-all, bit-complement"},
		{"# uniform load=1", "w.txt: the workload has no line with a pattern"},
		{"uniform load=0.5\nunifrom load=0.5", `w.txt:2: there is no pattern "unifrom": give one of all-to-all`},
		{"\n uniform", "w.txt:2: uniform needs load: part of its link that each node offers"},
		{"uniform load", `w.txt:1: "load" is no key with a value: write name=value`},
		{"uniform lod=1", `w.txt:1: uniform has no key "lod"; it has: load, bytes, sizes, cut`},
		{"uniform load=0.5 load=0.5", "w.txt:1: uniform has load twice"},
		{"uniform load=half", "w.txt:1: load=half is not a number: give a number from 0.0001 to 1 (part of its link that each node offers)"},
		{"uniform load=NaN", "w.txt:1: load=NaN is not a number"},
		{"uniform load=0x1p-1", "w.txt:1: load=0x1p-1 is not a number"},
		{"uniform load=1.5", "w.txt:1: load=1.5 is out of range: give a number from 0.0001 to 1"},
		{"uniform load=0.5 bytes=1.5", "w.txt:1: bytes=1.5 is out of range: give a whole number from 1 to"},
		{"uniform load=0.5 sizes=web", "w.txt:1: there are no sizes=web: give one of hadoop, rpc, storage, websearch"},
		{"uniform load=0.5 sizes=rpc bytes=64", "w.txt:1: uniform has bytes and sizes: give one of the two"},
		{"uniform load=0.5 cut=64", "w.txt:1: uniform has cut, which needs sizes: give both or none"},
		{"hot-spot load=1 percent=10 from=9 to=9", "w.txt:1: from=9 is not before to=9: give a larger to"},
	} {
		_, err := Parse("w.txt", c.text)
		assert.ErrorContains(t, err, c.want)
	}
	for _, c := range []struct {
		text  string
		nodes int
		want  string
	}{
		{"uniform load=1\nincast to=16 degree=3 bytes=64", 16, "w.txt:2: to=16 is not in a network of 16 nodes: give 0 to 15"},
		{"hot-spot load=1 percent=10 node=99", 64, "w.txt:1: node=99 is not in a network of 64 nodes: give 0 to 63"},
		{"incast degree=16 bytes=64", 16, "w.txt:1: degree=16 is more than the other nodes of a network of 16: give at most 15"},
		{"moe tokens=1 bytes=64 top=16", 16, "w.txt:1: top=16 is more than the other nodes of a network of 16: give at most 15"},
		{"transpose load=1", 32, "w.txt:1: transpose needs an even number of address bits, and 32 nodes have 5: give another number of nodes"},
		{"tornado load=1 leaf=8", 16, "w.txt:1: leaf=8 does not make three leaves or more of 16 nodes: give a smaller power of two"},
	} {
		assert.Error(t, parsed(t, c.text).Check(c.nodes), c.want)
	}
}

// TestText: the text is a workload of its own, the same one.
func TestText(t *testing.T) {
	t.Parallel()
	w := parsed(t, "# one\nuniform  load=0.50\n\nincast degree=3 bytes=64 at=5\nuniform sizes=rpc load=0.1\n")
	want := "uniform load=0.5 bytes=64\nincast to=0 degree=3 bytes=64 at=5 spread=0\nuniform load=0.1 sizes=rpc cut=1073741824\n"
	assert.Equal(t, w.Text(), want)
	assert.Equal(t, parsed(t, want).Text(), want)
}

// TestEveryPattern parses a line of each pattern, so that none is without a default.
func TestEveryPattern(t *testing.T) {
	t.Parallel()
	for name, p := range patterns {
		text := name
		for _, k := range p.keys {
			if k.required {
				text += " " + k.name + "=1"
			}
		}
		w := parsed(t, text)
		assert.NilError(t, w.Check(16))
		tr := w.trace(1, 16, 8, 8000)
		assert.Assert(t, len(tr.messages) > 0, name)
		assert.Assert(t, p.doc != "", name)
		for _, k := range p.keys {
			assert.Assert(t, k.doc != "", "%s %s", name, k.name)
		}
		for _, m := range tr.messages {
			assert.Assert(t, m.src != m.dst && m.src >= 0 && m.src < 16 && m.dst >= 0 && m.dst < 16 && m.packets > 0, "%s %+v", name,
				m)
		}
	}
}
