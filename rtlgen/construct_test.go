package rtlgen_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// TestConstantText shows how constants and enumerations stand in the netlist's text.
func TestConstantText(t *testing.T) {
	m := rtlgen.NewModule("phases")
	last := m.Constant("last", 4, 9)
	phase := m.Enum("phase", "idle", "run", "stop")
	next := phase.Input("next")
	state := phase.Reg("state", phase.Value("stop"))
	count := m.Reg("count", 4, last)
	c := m.Cases(state.Value)
	for range c.When(phase.Value("idle"), 3) {
		state.Set(phase.Value("run"))
	}
	for range c.When(phase.Value("run")) {
		count.Set(count.Add(1))
		m.If(count.Eq(last), func() { state.Set(phase.Value("stop")) })
	}
	for range c.Otherwise() {
		state.Set(next)
	}
	phase.Output("state_out", state.Value)
	want := `module phases
  constant LAST 4 = 9
  enum phase 2: PHASE_IDLE = 0, PHASE_RUN = 1, PHASE_STOP = 2
  input next 2 enum phase
  output state_out 2 enum phase
  reg state 2 enum phase reset 2
  reg count 4 reset 9
  switch state
  case PHASE_IDLE,3
    state = PHASE_RUN
  case PHASE_RUN
    count = add(count, 4'1)
    if eq(count, LAST)
      state = PHASE_STOP
  default
    state = next
  state_out = state
end
`
	assert.Equal(t, cmp.Diff(ir.Text(elaborate(t, m)), want), "")
}

// squares is a description with a loop and a case, which stop may leave early.
func squares(leave bool) *rtlgen.Module {
	m := rtlgen.NewModule("squares")
	a := m.Input("a", 3)
	q := m.OutputVar("q", 3).Default(0)
	c := m.Cases(a)
	for range c.When(1) {
		for k := range m.Each("k", 3) {
			q.SetBit(k, a.Bit(k))
			if leave {
				break
			}
		}
	}
	func() {
		for range c.When(2) {
			for k := range m.Each("k", 3) {
				q.SetBit(k, a.Bit(k).Not())
				if leave {
					return
				}
			}
		}
	}()
	for range c.Otherwise() {
		q.Set(5)
		if leave {
			continue
		}
	}
	func() {
		defer func() { _ = recover() }()
		for k := range m.Each("k", 3) {
			m.If(a.Bit(k), func() {
				q.SetBit(k, 0)
				if leave {
					panic("left early")
				}
			})
		}
	}()
	m.Output("port_at_the_top", a)
	return m
}

// TestRangesRestore leaves the bodies of ranges in every way: what follows goes
// to the place where it stands.
func TestRangesRestore(t *testing.T) {
	assert.Equal(t, cmp.Diff(ir.Text(elaborate(t, squares(true))), ir.Text(elaborate(t, squares(false)))), "")
}

// TestRangesAreTheClosures describes one circuit in both forms.
func TestRangesAreTheClosures(t *testing.T) {
	build := func(ranges bool) string {
		m := rtlgen.NewModule("both")
		a := m.Input("a", 4)
		q := m.OutputVar("q", 4).Default(0)
		body := func(k rtlgen.Value) { q.SetBit(k, a.Bit(k).Not()) }
		if ranges {
			c := m.Cases(a)
			for range c.When(1, 2) {
				for k := range m.Each("k", 4) {
					body(k)
				}
			}
			for range c.Otherwise() {
				q.Set(a)
			}
		} else {
			m.Switch(a, func(c rtlgen.Cases) {
				c.Case(func() { m.For("k", 4, body) }, 1, 2)
				c.Default(func() { q.Set(a) })
			})
		}
		return ir.Text(elaborate(t, m))
	}
	assert.Equal(t, build(true), build(false))
}

// TestConstructText shows registers without reset, lane enables, tables and black
// boxes in the netlist's text.
func TestConstructText(t *testing.T) {
	m := rtlgen.NewModule("stage")
	enables, addr, d := m.Input("enables", 2), m.Input("addr", 1), m.Input("d", 8)
	word := m.RegData("word", 8, 200)
	word.Set(d)
	arr := m.RegArrayNoReset("arr", 2, 8)
	arr.At(addr).Set(word)
	mem := m.Memory("mem", 2, 8, rtlgen.ReadNew).Style(rtlgen.Registers)
	mem.WriteLanes(enables, addr, d)
	rom := m.ROM("rom", 4, []uint64{7, 7})
	q := m.OutputVar("q", 28)
	q.Set(rtlgen.Cat(mem.ReadSync("late", m.Const(1, 1), addr), rom.Read("now", addr), arr.At(0).Value, word.Value))
	part := m.BlackBox("VENDOR_STAGE")
	part.Set("DEPTH", 2)
	part.Set("MODE", "FAST")
	part.Clock("CLK")
	part.Connect("D", d)
	part.Connect("OE", m.Const(1, 1))
	want := `module stage
  part VENDOR_STAGE
    param DEPTH = 2
    param MODE = "FAST"
    clock CLK
    D <-> d
    OE <- 1'1
    enables <-> enables
    addr <-> addr
    q <-> q
  input enables 2
  input addr 1
  input d 8
  output q 28
  reg word 8 data 200
  array arr 2 x 8 noreset
  memory mem 2 x 8 new registers
    write enables at addr data d
    read late sync 1'1 at addr
  rom rom 2 x 4 = 7*2
    read now async at addr
  word = d
  arr[addr] = word
  q = concat(late, now, arr[1'0], word)
end
`
	assert.Equal(t, cmp.Diff(ir.Text(elaborate(t, m)), want), "")
}

// TestConstructsAfterElaborate: each call is reported, and the netlist stays as it
// is.
func TestConstructsAfterElaborate(t *testing.T) {
	t.Parallel()
	type module struct {
		*rtlgen.Module
		a     rtlgen.Value
		q     rtlgen.Wire
		mem   rtlgen.Memory
		cases rtlgen.Cases
		part  rtlgen.Part
	}
	for _, c := range []struct {
		what string
		late func(m module)
	}{
		{"constant late", func(m module) { m.Constant("late", 4, 1) }},
		{"enumeration late", func(m module) { m.Enum("late", "one", "two") }},
		{"ROM late", func(m module) { m.ROM("late", 4, []uint64{1, 2}) }},
		{"reg late", func(m module) { m.RegNoReset("late", 4) }},
		{"reg late", func(m module) { m.RegData("late", 4, 1) }},
		{"array late", func(m module) { m.RegArrayNoReset("late", 2, 4) }},
		{"a write port of memory mem", func(m module) { m.mem.WriteLanes(m.a, m.a, m.a) }},
		{"loop late", func(m module) { m.Each("late", 2)(func(rtlgen.Value) bool { return true }) }},
		{"a selection", func(m module) { m.Cases(m.a) }},
		{"a case", func(m module) { m.cases.When(5)(func(struct{}) bool { return true }) }},
		{"part LATE", func(m module) { m.BlackBox("LATE") }},
		{"a call for part PART", func(m module) { m.part.Set("LATE", 1) }},
		{"a call for part PART", func(m module) { m.part.Clock("LATE") }},
		{"a call for part PART", func(m module) { m.part.Reset("LATE") }},
		{"a call for part PART", func(m module) { m.part.Connect("LATE", m.Const(1, 1)) }},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			m := module{Module: rtlgen.NewModule("box")}
			m.a = m.Input("a", 4)
			m.q = m.OutputVar("q", 4).Default(0)
			m.mem = m.Memory("mem", 16, 4, rtlgen.ReadOld)
			m.mem.Write(m.Const(1, 1), m.a, m.a)
			m.cases = m.Cases(m.a)
			word := m.mem.Read("word", m.a)
			for range m.cases.When(1) {
				m.q.Set(word)
			}
			m.part = m.BlackBox("PART")
			d := elaborate(t, m.Module)
			before := ir.Text(d)
			c.late(m)
			assert.Equal(t, ir.Text(d), before)
			_, err := rtlgen.Elaborate(m.Module)
			found := rtlgen.Diagnostics(err)
			assert.Equal(t, len(found), 1, "%v", err)
			assert.Equal(t, found[0].Code, rtlgen.CodeSealed)
			assert.Assert(t, strings.HasPrefix(found[0].Message, c.what+" comes after Elaborate"), found[0].Message)
		})
	}
}
