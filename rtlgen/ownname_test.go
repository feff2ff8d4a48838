package rtlgen_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
)

// TestOwnName gives things in a module the module's name, also the one that it has with
// its parameters. An instance may have it.
func TestOwnName(t *testing.T) {
	t.Parallel()
	for what, build := range map[string]func(m *rtlgen.Module, own string){
		"input":  func(m *rtlgen.Module, own string) { m.Output("q", m.Input(own, 1)) },
		"output": func(m *rtlgen.Module, own string) { m.Output(own, m.Input("a", 1)) },
		"reg":    func(m *rtlgen.Module, own string) { m.Output("q", m.Next(own, m.Input("a", 1), 0)) },
		"wire":   func(m *rtlgen.Module, own string) { m.Output("q", m.Let(own, m.Input("a", 1))) },
		"read port": func(m *rtlgen.Module, own string) {
			m.Output("q", m.ROM("rom", 2, []uint64{1, 2}).Read(own, m.Input("a", 1)))
		},
		"memory": func(m *rtlgen.Module, own string) {
			m.Output("q", m.ROM(own, 2, []uint64{1, 2}).Read("word", m.Input("a", 1)))
		},
		"assert": func(m *rtlgen.Module, own string) {
			m.Output("q", m.Next("held", m.Input("a", 1), 0))
			m.Assert(own, m.Const(1, 1))
		},
		"loop index": func(m *rtlgen.Module, own string) {
			a, w := m.Input("a", 2), m.OutputVar("w", 2)
			for i := range m.Each(own, 2) {
				w.SetBit(i, a.Bit(i))
			}
		},
	} {
		for _, depth := range []int{4, 5} {
			m := rtlgen.NewModule("gray")
			m.Param("depth", depth, 4)
			build(m, map[int]string{4: "gray", 5: "gray_depth5"}[depth])
			_, err := rtlgen.Elaborate(m)
			assert.ErrorContains(t, err, "RTL0006: module "+m.Name()+": "+what+" "+m.Name()+" has the name of the module itself")
		}
	}
	leaf := rtlgen.NewModule("leaf")
	leaf.Output("q", leaf.Input("a", 1))
	m := rtlgen.NewModule("gray")
	in := m.Instance("gray", leaf)
	in.In("a", m.Input("a", 1))
	m.Output("q", in.Out("q"))
	_, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
}
