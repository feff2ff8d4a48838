package rtlgen_test

import "culprit.example/culprit/rtlgen"

var corrections = []correction{
	{rtlgen.CodeWidth,
		func(m *rtlgen.Module) {
			a, b := m.Input("a", 3), m.Input("b", 4)
			m.Output("q", a.Add(b))
		},
		func(m *rtlgen.Module) {
			a, b := m.Input("a", 3), m.Input("b", 4)
			m.Output("q", a.Zext(4).Add(b))
		}},
	{rtlgen.CodeConst,
		func(m *rtlgen.Module) {
			m.Output("full", m.Input("level", 3).Eq(8))
		},
		func(m *rtlgen.Module) {
			m.Output("full", m.Input("level", 4).Eq(8))
		}},
	{rtlgen.CodeRange,
		func(m *rtlgen.Module) {
			a := m.Input("a", 4)
			m.Output("top", a.Bit(4))
			m.Output("rest", a.Low(3))
		},
		func(m *rtlgen.Module) {
			a := m.Input("a", 4)
			m.Output("top", a.Bit(3))
			m.Output("rest", a.Low(3))
		}},
	{rtlgen.CodeName,
		func(m *rtlgen.Module) {
			m.Output("Grant", m.Input("request", 1))
		},
		func(m *rtlgen.Module) {
			m.Output("grant", m.Input("request", 1))
		}},
	{rtlgen.CodeKeyword,
		func(m *rtlgen.Module) {
			m.Output("output", m.Input("a", 1))
		},
		func(m *rtlgen.Module) {
			m.Output("result", m.Input("a", 1))
		}},
	{rtlgen.CodeDuplicate,
		func(m *rtlgen.Module) {
			count := m.Input("count", 4)
			m.Output("q", m.Next("count", count, 0))
		},
		func(m *rtlgen.Module) {
			count := m.Input("count", 4)
			m.Output("q", m.Next("count_q", count, 0))
		}},
	{rtlgen.CodeUndriven,
		func(m *rtlgen.Module) {
			stall := m.Wire("stall", 1)
			m.Output("ready", m.Input("a", 1).AndNot(stall))
		},
		func(m *rtlgen.Module) {
			stall := m.Wire("stall", 1)
			stall.Set(m.Input("full", 1))
			m.Output("ready", m.Input("a", 1).AndNot(stall))
		}},
	{rtlgen.CodeTwoDrivers,
		func(m *rtlgen.Module) {
			count, clear := m.Reg("count", 4, 0), m.Input("clear", 1)
			m.If(clear, func() { count.Set(0) })
			count.Set(count.Add(1)) // always, so that the line above has no effect
			m.Output("q", count)
		},
		func(m *rtlgen.Module) {
			count, clear := m.Reg("count", 4, 0), m.Input("clear", 1)
			count.Set(count.Add(1))
			m.If(clear, func() { count.Set(0) })
			m.Output("q", count)
		}},
	{rtlgen.CodeLatch,
		func(m *rtlgen.Module) {
			next, a := m.OutputVar("next", 4), m.Input("a", 4)
			m.If(m.Input("load", 1), func() { next.Set(a) })
		},
		func(m *rtlgen.Module) {
			next, a := m.OutputVar("next", 4).Default(0), m.Input("a", 4)
			m.If(m.Input("load", 1), func() { next.Set(a) })
		}},
	{rtlgen.CodeLoop,
		func(m *rtlgen.Module) {
			ready, stall := m.Wire("ready", 1), m.Wire("stall", 1)
			ready.Set(stall.Not())
			stall.Set(m.Input("full", 1).Or(ready))
			m.Output("q", ready)
		},
		func(m *rtlgen.Module) {
			ready, stall := m.Wire("ready", 1), m.Reg("stall", 1, 0)
			ready.Set(stall.Not())
			stall.Set(m.Input("full", 1).Or(ready))
			m.Output("q", ready)
		}},
	{rtlgen.CodeUnread,
		func(m *rtlgen.Module) {
			m.Input("debug", 1)
			m.Output("q", m.Input("a", 1))
		},
		func(m *rtlgen.Module) {
			m.Unused("debug", m.Input("debug", 1))
			m.Output("q", m.Input("a", 1))
		}},
	{rtlgen.CodeForeign,
		func(m *rtlgen.Module) {
			other := rtlgen.NewModule("other")
			a := other.Input("a", 1)
			m.Output("q", m.Input("b", 1).And(a))
		},
		func(m *rtlgen.Module) {
			a := m.Input("a", 1)
			m.Output("q", m.Input("b", 1).And(a))
		}},
	{rtlgen.CodeSize,
		func(m *rtlgen.Module) {
			m.Output("q", m.Next("r", m.Input("a", 0), 0))
		},
		func(m *rtlgen.Module) {
			m.Output("q", m.Next("r", m.Input("a", 1), 0))
		}},
	{rtlgen.CodeOperand,
		func(m *rtlgen.Module) {
			a := m.Input("a", 4)
			m.Output("q", a.Add(1.5))
		},
		func(m *rtlgen.Module) {
			a := m.Input("a", 4)
			m.Output("q", a.Add(2))
		}},
	{rtlgen.CodePort,
		func(m *rtlgen.Module) {
			u := m.Instance("u", registered(4))
			u.In("a", m.Input("a", 4))
			u.In("enable", 1)
			m.Output("q", u.Out("q"))
		},
		func(m *rtlgen.Module) {
			u := m.Instance("u", registered(4))
			u.In("a", m.Input("a", 4))
			m.Output("q", u.Out("q"))
		}},
	{rtlgen.CodeUnnamed,
		func(m *rtlgen.Module) {
			a, b := m.Input("a", 4), m.Input("b", 4)
			m.Output("odd", a.Add(b).Bit(0))
		},
		func(m *rtlgen.Module) {
			a, b := m.Input("a", 4), m.Input("b", 4)
			sum := m.Let("sum", a.Add(b))
			m.Output("odd", sum.Bit(0))
			m.Output("rest", sum.High(3))
		}},
	{rtlgen.CodePlace,
		func(m *rtlgen.Module) {
			r := m.Reg("r", 1, 0)
			m.If(m.Input("load", 1), func() { r.Set(m.Input("a", 1)) })
			m.Output("q", r)
		},
		func(m *rtlgen.Module) {
			r, a := m.Reg("r", 1, 0), m.Input("a", 1)
			m.If(m.Input("load", 1), func() { r.Set(a) })
			m.Output("q", r)
		}},
	{rtlgen.CodeSameName,
		func(m *rtlgen.Module) {
			stage := func(width int) *rtlgen.Module {
				s := rtlgen.NewModule("stage")
				s.Output("q", s.Next("a_q", s.Input("a", width), 0))
				return s
			}
			for _, width := range []int{1, 2} {
				name := []string{"", "one", "two"}[width]
				u := m.Instance(name, stage(width))
				u.In("a", m.Input(name+"_in", width))
				m.Output(name+"_out", u.Out("q"))
			}
		},
		func(m *rtlgen.Module) {
			stage := func(width int) *rtlgen.Module {
				s := rtlgen.NewModule("stage")
				s.Param("width", width, 1)
				s.Output("q", s.Next("a_q", s.Input("a", width), 0))
				return s
			}
			for _, width := range []int{1, 2} {
				name := []string{"", "one", "two"}[width]
				u := m.Instance(name, stage(width))
				u.In("a", m.Input(name+"_in", width))
				m.Output(name+"_out", u.Out("q"))
			}
		}},
	{rtlgen.CodeNoClock,
		func(m *rtlgen.Module) {
			a, b := m.Input("a", 1), m.Input("b", 1)
			m.Assume("one_at_a_time", a.And(b).Not())
			m.Output("q", a.Or(b))
		},
		func(m *rtlgen.Module) {
			a, b := m.Input("a", 1), m.Input("b", 1)
			m.Assume("one_at_a_time", a.And(b).Not())
			m.Output("q", m.Next("any", a.Or(b), 0)) // a register, so that there is a clock
		}},
	{rtlgen.CodeCase,
		func(m *rtlgen.Module) {
			q := m.OutputVar("q", 1).Default(0)
			m.Switch(m.Input("state", 2), func(c rtlgen.Cases) {
				c.Case(func() { q.Set(1) }, 1, 2)
				c.Case(func() { q.Set(0) }, 2)
			})
		},
		func(m *rtlgen.Module) {
			q := m.OutputVar("q", 1).Default(0)
			m.Switch(m.Input("state", 2), func(c rtlgen.Cases) {
				c.Case(func() { q.Set(1) }, 1)
				c.Case(func() { q.Set(0) }, 2)
			})
		}},
	{rtlgen.CodeUnreadBits,
		func(m *rtlgen.Module) {
			header := m.Input("header", 8)
			m.Output("kind", header.Low(2))
		},
		func(m *rtlgen.Module) {
			header := m.Input("header", 8)
			m.Unused("reserved", header.High(6))
			m.Output("kind", header.Low(2))
		}},
	{rtlgen.CodeNeverSet,
		func(m *rtlgen.Module) {
			version := m.Reg("version", 4, 3)
			m.Output("q", version)
		},
		func(m *rtlgen.Module) {
			version := m.Const(4, 3)
			m.Output("q", version)
		}},
	{rtlgen.CodeToolWord,
		func(m *rtlgen.Module) {
			m.Output("set", m.Input("a", 1))
		},
		func(m *rtlgen.Module) {
			m.Output("is_set", m.Input("a", 1))
		}},
	{rtlgen.CodeBundle,
		func(m *rtlgen.Module) {
			u := rtlgen.Use(m, "u", delayed(DepthParams{Depth: 4}))
			v := rtlgen.Use(m, "v", delayed(DepthParams{Depth: 4}))
			rtlgen.Connect(u.Q, v.Q)
			u.A.Drive(0)
			v.A.Drive(0)
		},
		func(m *rtlgen.Module) {
			u := rtlgen.Use(m, "u", delayed(DepthParams{Depth: 4}))
			v := rtlgen.Use(m, "v", delayed(DepthParams{Depth: 4}))
			rtlgen.Connect(v.A, u.Q)
			u.A.Drive(0)
			m.Output("q", v.Q)
		}},
	{rtlgen.CodeNilValue,
		func(m *rtlgen.Module) {
			var found rtlgen.Value
			for _, name := range []string{"a", "b"} {
				found = found.Or(m.Input(name, 1))
			}
			m.Output("q", found)
		},
		func(m *rtlgen.Module) {
			found := m.Zero(1)
			for _, name := range []string{"a", "b"} {
				found = found.Or(m.Input(name, 1))
			}
			m.Output("q", found)
		}},
	{rtlgen.CodeEnum,
		func(m *rtlgen.Module) {
			state := m.Enum("state", "idle", "busy")
			s := state.Reg("s", state.Value("idel"))
			s.Set(state.Input("next"))
			m.Output("q", s)
		},
		func(m *rtlgen.Module) {
			state := m.Enum("state", "idle", "busy")
			s := state.Reg("s", state.Value("idle"))
			s.Set(state.Input("next"))
			m.Output("q", s)
		}},
	{rtlgen.CodeSealed,
		func(m *rtlgen.Module) {
			m.Output("q", m.Input("a", 1))
			_, _ = rtlgen.Elaborate(m)
			m.Next("late", m.Zero(1), 0)
		},
		func(m *rtlgen.Module) {
			m.Output("q", m.Next("late", m.Input("a", 1), 0))
			_, _ = rtlgen.Elaborate(m)
		}},
	{rtlgen.CodeStyle,
		func(m *rtlgen.Module) {
			mem := m.Memory("mem", 1024, 32, rtlgen.ReadOld).Style(rtlgen.Block)
			mem.Write(m.Input("we", 1), m.Input("wa", 10), m.Input("d", 32))
			m.Output("q", mem.Read("word", m.Input("ra", 10)))
		},
		func(m *rtlgen.Module) {
			mem := m.Memory("mem", 1024, 32, rtlgen.ReadOld).Style(rtlgen.Block)
			mem.Write(m.Input("we", 1), m.Input("wa", 10), m.Input("d", 32))
			m.Output("q", mem.ReadSync("word", m.Ones(1), m.Input("ra", 10)))
		}},
	{rtlgen.CodeTooLarge,
		func(m *rtlgen.Module) {
			a, x := m.Input("a", 16), m.Zero(16)
			for i := range 1000 {
				x = rtlgen.Mux(a.Eq(i), m.Const(16, 3*i), x)
			}
			m.Output("q", x)
		},
		func(m *rtlgen.Module) {
			a, q := m.Input("a", 16), m.OutputVar("q", 16).Default(0)
			m.Switch(a, func(c rtlgen.Cases) {
				for i := range 1000 {
					c.Case(func() { q.Set(3 * i) }, i)
				}
			})
		}},
	{rtlgen.CodeParam,
		func(m *rtlgen.Module) {
			u := rtlgen.Use(m, "u", delayed(DepthParams{Depth: 100})) // max:"64"
			u.A.Drive(0)
			m.Output("q", u.Q)
		},
		func(m *rtlgen.Module) {
			u := rtlgen.Use(m, "u", delayed(DepthParams{Depth: 64}))
			u.A.Drive(0)
			m.Output("q", u.Q)
		}},
	{rtlgen.CodeTag,
		func(m *rtlgen.Module) {
			type Ports struct {
				_ rtlgen.Unit `name:"stage" doc:"a register" params:"depth"`
				A rtlgen.In   `width:"dept" doc:"in"`
			}
			u, _ := rtlgen.New[Ports](DepthParams{Depth: 4})
			rtlgen.Use(m, "u", u).A.Drive(m.Input("a", 4))
		},
		func(m *rtlgen.Module) {
			type Ports struct {
				_ rtlgen.Unit `name:"stage" doc:"a register" params:"depth"`
				A rtlgen.In   `width:"depth" doc:"in"`
				Q rtlgen.Out  `width:"depth" doc:"out"`
			}
			u, io := rtlgen.New[Ports](DepthParams{Depth: 4})
			io.Q.Drive(u.Next("a_q", io.A, 0))
			stage := rtlgen.Use(m, "u", u)
			stage.A.Drive(m.Input("a", 4))
			m.Output("q", stage.Q)
		}},
	{rtlgen.CodeClock,
		func(m *rtlgen.Module) {
			fast := m.Clock("fast")
			m.Clocked(fast, func() { m.Output("q", m.Next("r", m.Input("a", 1), 0)) })
		},
		func(m *rtlgen.Module) {
			fast := m.Clock("fast_clk")
			m.Clocked(fast, func() { m.Output("q", m.Next("r", m.Input("a", 1), 0)) })
		}},
	{rtlgen.CodeCrossing,
		func(m *rtlgen.Module) {
			var request rtlgen.Reg
			m.Clocked(m.Clock("a_clk"), func() { request = m.Next("request", m.Input("a", 1), 0) })
			m.Clocked(m.Clock("b_clk"), func() { m.Output("q", m.Next("seen", request, 0)) })
		},
		func(m *rtlgen.Module) {
			var request rtlgen.Reg
			m.Clocked(m.Clock("a_clk"), func() { request = m.Next("request", m.Input("a", 1), 0) })
			m.Clocked(m.Clock("b_clk"), func() { m.Output("q", m.Synchronize("seen", request, 2, 0)) })
		}},
}
