package blocks_test

import (
	"errors"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

func sample() *blocks.Block {
	return &blocks.Block{
		Name: "sample", Family: "prim", Doc: "a register",
		Params: []blocks.Param{
			{Name: "width", Default: 4, Min: 1, Max: 8, Doc: "bits"},
			{Name: "reset", Default: 0, Min: 0, Max: 255, Doc: "value in reset"},
		},
		Check: func(v blocks.Values) error {
			if v["reset"] >= 1<<v["width"] {
				return errors.New("the reset value is too wide")
			}
			return nil
		},
		Build: func(v blocks.Values) *rtlgen.Module {
			m := rtlgen.NewModule("sample")
			m.Param("width", v["width"], 4)
			m.Param("reset", v["reset"], 0)
			m.Output("q", m.Next("r", m.Input("d", v["width"]), v["reset"]).Value)
			return m
		},
	}
}

func TestResolve(t *testing.T) {
	v, err := sample().Resolve(map[string]int{"width": 8})
	assert.NilError(t, err)
	assert.DeepEqual(t, v, blocks.Values{"width": 8, "reset": 0})
	assert.DeepEqual(t, sample().Defaults(), blocks.Values{"width": 4, "reset": 0})

	for _, c := range []struct {
		given map[string]int
		want  string
	}{
		{map[string]int{"depth": 1}, `block sample has no parameter "depth"; it has: width, reset`},
		{map[string]int{"width": 9}, "block sample: parameter width=9 is out of range: give 1 to 8 (bits)"},
		{map[string]int{"width": 0, "zz": 1}, "block sample: parameter width=0 is out of range: give 1 to 8 (bits)"},
		{map[string]int{"reset": 16}, "block sample: the reset value is too wide"},
	} {
		_, err := sample().Resolve(c.given)
		assert.Error(t, err, c.want)
	}
	bare := &blocks.Block{Name: "bare"}
	_, err = bare.Resolve(map[string]int{"x": 1})
	assert.Error(t, err, `block bare has no parameter "x"; it has: none`)
}

func TestElaborate(t *testing.T) {
	d, err := sample().Elaborate(map[string]int{"width": 2, "reset": 3})
	assert.NilError(t, err)
	assert.Equal(t, d.Top.Name, "sample_width2_reset3")
	_, err = sample().Elaborate(map[string]int{"width": 99})
	assert.ErrorContains(t, err, "width=99 is out of range")
}

type sampleParams struct {
	Width int `param:"width" default:"4" min:"1" max:"8" doc:"bits"`
	Reset int `param:"reset" default:"0" min:"0" max:"255" doc:"value in reset"`
}

func (p sampleParams) Check() error {
	if p.Width > 0 && p.Reset >= 1<<p.Width {
		return errors.New("the reset value is too wide")
	}
	return nil
}

type typedPorts struct {
	_ rtlgen.Unit `name:"typed" doc:"a register" params:"width>=2 reset"`
	D rtlgen.In   `width:"width" doc:"what is kept"`
	S struct {
		Q     rtlgen.Out `lanes:"2" width:"width" doc:"twice what was kept" if:"width"`
		Wide  rtlgen.In  `doc:"ignored" if:"width-2"`
		Other rtlgen.Out `doc:"of another family" if:"0"`
	} `doc:"state"`
}

func typed(p sampleParams) *rtlgen.Typed[typedPorts] {
	m, io := rtlgen.New[typedPorts](p)
	r := m.Next("r", io.D, p.Reset)
	io.S.Q.Drive(rtlgen.Lanes(r, r))
	if p.Width > 2 {
		m.Unused("wide", io.S.Wide)
	}
	return m
}

func TestOf(t *testing.T) {
	b := blocks.Of(typed)
	assert.Equal(t, b.Family, "blocks_test")
	d, err := b.Elaborate(map[string]int{"reset": 3})
	assert.NilError(t, err)
	assert.Equal(t, d.Top.Name, "typed_reset3")
	_, err = b.Elaborate(map[string]int{"width": 1})
	assert.Error(t, err, "block typed: parameter width=1 is out of range: give 2 to 8 (bits)")
	_, err = b.Elaborate(map[string]int{"reset": 16})
	assert.Error(t, err, "block typed: the reset value is too wide")
}

// TestUpdateContract: the tables name the condition of a port that not all values of
// the parameters have, and leave out a port that none of them has.
func TestUpdateContract(t *testing.T) {
	list := []*blocks.Block{blocks.Of(typed)}
	pages, err := blocks.UpdateContract(map[string]string{"README.md": "no tables",
		"units.md": "# Contract\n<!-- interface: typed -->\nold\n<!-- end -->\nmore\n"}, list)
	assert.NilError(t, err)
	assert.Equal(t, pages["README.md"], "no tables")
	got := pages["units.md"]
	assert.Equal(t, got, "# Contract\n<!-- interface: typed -->\nA register.\n\n"+
		"| parameter | default | range | meaning |\n|---|---|---|---|\n| `width` | 4 | 2..8 | bits |\n| `reset` | 0 | 0..255 | value in reset |\n\n"+
		"| port | | width | meaning |\n|---|---|---|---|\n| `d` | in | width = 4 | what is kept |\n| *state* | | | |\n"+
		"| `s_q` | out | 2 × width = 2 × 4 | twice what was kept |\n"+
		"| `s_wide` | in | 1 | ignored (only with `width-2`) |\n<!-- end -->\nmore\n")
	assert.DeepEqual(t, blocks.Unsized(got), []string(nil))
	assert.DeepEqual(t, blocks.Unsized("| `d` | in | width | kept |\n| `e` | out | 2 × width = 2 × 4 | kept |\n| `f` | in | 3 | kept |\n"),
		[]string{"d: width"})
	_, err = blocks.UpdateContract(map[string]string{"README.md": "nothing"}, list)
	assert.ErrorContains(t, err, "lacks the interface of typed: add the lines <!-- interface: typed -->")
	_, err = blocks.UpdateContract(map[string]string{"a.md": "<!-- interface: other -->\n<!-- end -->\n"}, list)
	assert.ErrorContains(t, err, "interface of other (a.md)")
	twice := "<!-- interface: typed -->\n<!-- end -->\n"
	_, err = blocks.UpdateContract(map[string]string{"a.md": twice, "b.md": twice}, list)
	assert.ErrorContains(t, err, "interface of typed (b.md) twice")
}
