package regs

import (
	"bytes"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
)

// TestMistakes: each mistake in a map is told by WriteSystemRDL and by Build, which make nothing then.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		spoil func(s *sample)
		want  string
	}{
		{"name of the map", func(s *sample) { s.Name = "Sample" },
			`the name "Sample" of the map is not lower_snake: give one such as error_count`},
		{"keyword", func(s *sample) { s.level.Name = "level" },
			`the name level of a field of register irq_pending is a word of SystemRDL: give another one, such as level_value`},
		{"no registers", func(s *sample) { s.Registers = nil }, "the map regs_sample has no registers: give it at least one"},
		{"nil", func(s *sample) { s.Registers[1] = nil },
			"register 1 of the map regs_sample, or a field of it, is nil: leave it out"},
		{"same name", func(s *sample) { s.Registers[1].Name = "irq_enable" },
			"two registers have the name irq_enable: give one of them another name"},
		{"negative count", func(s *sample) { s.Registers[3].Count = -1 },
			"register port_errors: count=-1 is negative: give 0 for a register that is no array"},
		{"address", func(s *sample) { s.Registers[3].Address = 0x82 },
			"register port_errors: address 0x82 is no multiple of 4: give 0x80"},
		{"overlap of registers", func(s *sample) { s.Registers[3].Address = 0x48 },
			"register port_errors overlaps port_xoff at address 0x48: the first free address behind port_xoff is 0x4c"},
		{"no fields", func(s *sample) { s.Registers[3].Fields = nil },
			"register port_errors has no fields: give it at least one"},
		{"same field name", func(s *sample) { s.clear.Name = "xoff" },
			"register port_xoff has two fields xoff: give one of them another name"},
		{"field in two registers", func(s *sample) { s.Registers[3].Fields = []*Field{s.clear} },
			"field port_errors.clear is in register port_xoff, too: make a field for each of them"},
		{"bits", func(s *sample) { s.clear.Low = 32 },
			"field port_xoff.clear: bits 32 to 32 are not within 0 to 31: give other bits, or another register"},
		{"overlap of fields", func(s *sample) { s.clear.Low = 12 },
			"fields xoff and clear of register port_xoff overlap in bit 12: move one of them"},
		{"kind", func(s *sample) { s.clear.Kind = 9 },
			"field port_xoff.clear: there is no kind 9: give one of the kinds of package regs"},
		{"wide command", func(s *sample) { s.clear.Low, s.clear.Width = 29, 2 },
			"field port_xoff.clear: a command of SystemRDL has one bit: make 2 fields"},
		{"reset of a counter", func(s *sample) { s.counts.Reset = 1 },
			"field port_errors.errors: a counter is 0 after reset: leave reset=0x1 out"},
		{"reset too large", func(s *sample) { s.threshold.Reset = 512 },
			"field port_xoff.xoff: reset=0x200 has more than 9 bits"},
		{"enable of a counter", func(s *sample) { s.counts.Enable = s.enable },
			"field port_errors.errors: a counter raises no interrupt: leave enable out"},
		{"enable from elsewhere", func(s *sample) { s.seen.Enable = &Field{} },
			"field irq_pending.causes: its enable is in no register of the map: put it in one"},
		{"enable of another width", func(s *sample) { s.seen.Enable = s.threshold },
			"field irq_pending.causes: its enable port_xoff.xoff must be a setting of 10 bits"},
		{"enable in an array", func(s *sample) { s.Registers[0].Count = 1 },
			"field irq_pending.causes: it and its enable must not be in arrays: SystemRDL cannot pair their elements"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSample(SampleParams{Ports: 3, Bits: 3})
			c.spoil(s)
			var text bytes.Buffer
			assert.Error(t, s.WriteSystemRDL(&text), c.want)
			assert.Equal(t, text.Len(), 0)
			m := rtlgen.NewModule("refused")
			_, err := s.Build(m, Request{Address: m.Zero(12)}, nil)
			assert.Error(t, err, c.want)
		})
	}
}

// TestMistakesOfBuild: what hardware gives must fit the map.
func TestMistakesOfBuild(t *testing.T) {
	t.Parallel()
	s := newSample(SampleParams{Ports: 3, Bits: 3})
	m := rtlgen.NewModule("sample_registers")
	r := Request{Valid: m.Ones(1), Write: m.Ones(1), Address: m.Zero(7), Data: m.Zero(32), Strobes: m.Zero(4)}
	from := map[*Field]rtlgen.Signal{s.seen: m.Zero(10), s.level: m.Zero(8), s.counts: m.Zero(3)}
	build := func(want string) {
		t.Helper()
		_, err := s.Build(m, r, from)
		assert.Error(t, err, want)
	}
	build("the address of map regs_sample has 7 bits: give it 8 or more")
	r.Address = m.Zero(8)
	delete(from, s.level)
	build("field irq_pending.level_now of map regs_sample: hardware gives 0 bits: a status needs 8")
	from[s.level] = m.Zero(8)
	from[s.threshold] = m.Zero(9)
	build("field port_xoff.xoff of map regs_sample: hardware gives 9 bits: a setting needs 0")
	delete(from, s.threshold)
	from[&Field{Name: "other"}] = m.Zero(1)
	build("hardware gives field other, which map regs_sample does not have: leave it out")
}
