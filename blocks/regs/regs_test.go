package regs

import (
	"bytes"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/rtlgen"
)

func TestGoldenSystemRDL(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	assert.NilError(t, newSample(SampleParams{Ports: 3, Bits: 3}).WriteSystemRDL(&text))
	golden.Assert(t, text.String(), "sample.rdl")
}

// TestOneKind: a map whose fields are all of one kind makes hardware.
func TestOneKind(t *testing.T) {
	t.Parallel()
	for kind := range kinds {
		f := &Field{Name: "only", Width: 1, Kind: kind}
		b := Map{Name: "one", Registers: []*Register{{Name: "first", Fields: []*Field{f}}}}
		m := rtlgen.NewModule("one_" + kind.String())
		from := map[*Field]rtlgen.Signal{}
		if kind == Status || kind == Pending || kind == Counter {
			from[f] = m.Input("from", 1)
		}
		r := Request{Valid: m.Input("valid", 1), Write: m.Input("write", 1), Address: m.Input("address", 3),
			Data: m.Input("data", 32), Strobes: m.Input("strobes", 4)}
		file, err := b.Build(m, r, from)
		assert.NilError(t, err)
		m.Output("answer", rtlgen.Cat(file.Valid, file.Error, file.Data, file.Value(f)))
		m.Unused("no_interrupt", file.Interrupt)
		_, err = rtlgen.Elaborate(m)
		assert.NilError(t, err, kind)
	}
}
