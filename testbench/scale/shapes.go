package scale

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// Shape is a description of any size.
type Shape struct {
	Name  string
	Size  int // the smaller of the two sizes that are compared; the other one is four times as large
	Build func(n int) *rtlgen.Module
	// Steps and Bytes are how many times as much work four times the size may be in a
	// phase, where what comes out grows with the square.
	Steps, Bytes map[string]float64
}

// indented is for statements inside each other: the blanks in front of the lines grow with
// the square.
var indented = map[string]float64{"emit": 11, "text": 9, "wrap": 9}

// Shapes are descriptions that are long in one way each.
var Shapes = []Shape{
	{Name: "else-if chain", Size: 100, Build: elseIfs},
	{Name: "registers in one if", Size: 250, Build: registersInIf},
	{Name: "wires in one if", Size: 250, Build: wiresInIf},
	{Name: "registers", Size: 500, Build: registers},
	{Name: "chain of wires", Size: 500, Build: chain},
	{Name: "conditional wires", Size: 250, Build: conditionalWires},
	{Name: "slices of a wire", Size: 250, Build: slices},
	{Name: "last assignment wins", Size: 1000, Build: lastWins},
	{Name: "switch", Size: 1000, Build: switchCases},
	{Name: "nested expression", Size: 30, Build: expression, Bytes: indented},
	{Name: "wide concatenation", Size: 1000, Build: concatenation},
	{Name: "chain of choices", Size: 100, Build: choices},
	{Name: "shared expressions", Size: 100, Build: shared},
	{Name: "memories", Size: 100, Build: memories},
	{Name: "memory ports", Size: 100, Build: memoryPorts},
	{Name: "arrays", Size: 100, Build: arrays},
	{Name: "registers in ifs", Size: 1000, Build: registersInIfs},
	{Name: "array elements", Size: 100, Build: elements},
	{Name: "ports", Size: 250, Build: ports},
	{Name: "ports through a wire", Size: 25, Build: portsThrough,
		// A piece of an instance for each set of inputs, and pairs of pieces of which one
		// follows the other.
		Steps: map[string]float64{"reference": 10}, Bytes: map[string]float64{"reference": 9}},
	{Name: "instances", Size: 100, Build: instances},
	{Name: "chain of instances", Size: 100, Build: instanceChain},
	{Name: "copies", Size: 100, Build: copies},
	{Name: "copies driven one by one", Size: 100, Build: copiesByLane},
	{Name: "modules", Size: 100, Build: modules},
	{Name: "hierarchy", Size: 100, Build: hierarchy},
	{Name: "ROM", Size: 250, Build: rom},
	{Name: "nested ifs", Size: 25, Build: nestedIfs, Bytes: indented},
	{Name: "nested ifs around registers", Size: 50, Build: registersInNest,
		// The engines have a tree of statements for each register, with all conditions
		// around it.
		Steps: map[string]float64{"compiled": 17, "native": 18},
		Bytes: map[string]float64{"emit": 11, "text": 9, "wrap": 9, "compiled": 16, "native": 16}},
	{Name: "loops", Size: 100, Build: loops},
	{Name: "properties", Size: 800, Build: properties},
	{Name: "enumeration", Size: 250, Build: enumeration,
		// What depends on the state alone is computed for each state.
		Steps: map[string]float64{"compiled": 11, "native": 11}, Bytes: map[string]float64{"compiled": 8, "native": 8}},
	{Name: "constants", Size: 250, Build: constants},
	{Name: "functions", Size: 50, Build: functions},
	{Name: "unused values", Size: 250, Build: unused},
}

func name(prefix string, i int) string { return fmt.Sprintf("%s%d", prefix, i) }

// elseIfs is an else-if chain with a signal of its own in each condition.
func elseIfs(n int) *rtlgen.Module {
	m := rtlgen.NewModule("else_ifs")
	a := m.Input("a", 16)
	w := m.Wire("w", 16).Default(0)
	r := m.Reg("r", 16, 0)
	c := m.If(a.Eq(0), func() { w.Set(1) })
	for i := 1; i < n; i++ {
		c = c.ElseIf(a.Xor(w.Width()).Eq(i), func() { w.Set(i); r.Set(i) })
	}
	m.Output("o", w.Xor(r.Value))
	return m
}

func registersInIf(n int) *rtlgen.Module {
	m := rtlgen.NewModule("registers_in_if")
	x := m.Input("a", 16)
	en := m.Input("en", 1)
	rs := make([]rtlgen.Reg, n)
	for i := range rs {
		rs[i] = m.Reg(name("r", i), 16, 0)
	}
	m.If(en, func() {
		for i := range rs {
			rs[i].Set(x.Xor(i))
			x = rs[i].Value
		}
	})
	m.Output("o", x)
	return m
}

// registersInIfs sets each register in an if of its own, and one in all of them.
func registersInIfs(n int) *rtlgen.Module {
	m := rtlgen.NewModule("registers_in_ifs")
	a := m.Input("a", 16)
	x := a
	last := m.Reg("last", 16, 0)
	for i := range n {
		r := m.Reg(name("r", i), 16, 0)
		m.If(a.Eq(i), func() {
			r.Set(x)
			last.Set(i)
		})
		x = r.Value
	}
	m.Output("o", x.Xor(last.Value))
	return m
}

func wiresInIf(n int) *rtlgen.Module {
	m := rtlgen.NewModule("wires_in_if")
	x := m.Input("a", 16)
	en := m.Input("en", 1)
	ws := make([]rtlgen.Wire, n)
	for i := range ws {
		ws[i] = m.Wire(name("w", i), 16).Default(0)
	}
	m.If(en, func() {
		for i := range ws {
			ws[i].Set(x.Xor(i))
			x = ws[i].Value
		}
	})
	m.Output("o", x)
	return m
}

func registers(n int) *rtlgen.Module {
	m := rtlgen.NewModule("registers")
	x := m.Input("a", 16)
	for i := range n {
		x = m.Next(name("r", i), x.Add(1), 0).Value
	}
	m.Output("o", x)
	return m
}

func chain(n int) *rtlgen.Module {
	m := rtlgen.NewModule("chain")
	x := m.Input("a", 16)
	for i := range n {
		x = m.Let(name("w", i), x.Add(1))
	}
	m.Output("o", x)
	return m
}

func conditionalWires(n int) *rtlgen.Module {
	m := rtlgen.NewModule("conditional_wires")
	x := m.Input("a", 16)
	for i := range n {
		w := m.Wire(name("w", i), 16).Default(x)
		m.If(x.Eq(i), func() { w.Set(i) })
		x = w.Value
	}
	m.Output("o", x)
	return m
}

// slices assigns a wire bit by bit.
func slices(n int) *rtlgen.Module {
	m := rtlgen.NewModule("slices")
	a := m.Input("a", 16)
	w := m.Wire("w", n)
	for i := range n {
		w.SetBit(i, a.Eq(i))
	}
	m.Output("o", w.Value)
	return m
}

// lastWins assigns a wire again and again.
func lastWins(n int) *rtlgen.Module {
	m := rtlgen.NewModule("last_wins")
	a := m.Input("a", 16)
	w := m.Wire("w", 16).Default(0)
	for i := range n {
		m.If(a.Eq(i), func() { w.Set(i) })
	}
	m.Output("o", w.Value)
	return m
}

func switchCases(n int) *rtlgen.Module {
	m := rtlgen.NewModule("switch_cases")
	a := m.Input("a", 16)
	w := m.Wire("w", 16).Default(0)
	r := m.Reg("r", 16, 0)
	m.Switch(a, func(c rtlgen.Cases) {
		for i := range n {
			c.Case(func() { w.Set(i); r.Set(a.Xor(i)) }, i)
		}
	})
	m.Output("o", w.Xor(r.Value))
	return m
}

// expression has 4n operations, none of them with a name.
func expression(n int) *rtlgen.Module {
	m := rtlgen.NewModule("expression")
	a := m.Input("a", 16)
	x := a
	for range n {
		x = x.Add(a).Xor(3)
	}
	m.Output("o", x)
	y := a
	for range n {
		y = y.Xor(a)
	}
	m.Output("p", y)
	return m
}

func concatenation(n int) *rtlgen.Module {
	m := rtlgen.NewModule("concatenation")
	a := m.Input("a", 16)
	hits := make([]rtlgen.Value, n)
	for i := range hits {
		hits[i] = a.Eq(i)
	}
	m.Output("o", rtlgen.CatOf(hits))
	return m
}

func choices(n int) *rtlgen.Module {
	m := rtlgen.NewModule("choices")
	a := m.Input("a", 16)
	x := m.Zero(16)
	for i := range n {
		x = rtlgen.Mux(a.Eq(i), m.Const(16, n-i), x)
	}
	m.Output("o", x)
	return m
}

// shared reads small expressions twice, in a chain of registers.
func shared(n int) *rtlgen.Module {
	m := rtlgen.NewModule("shared")
	x := m.Input("a", 16)
	for i := range n {
		y := x.Add(x)
		x = m.Let(name("w", i), y.Xor(y.Not()))
	}
	m.Output("o", x)
	return m
}

func memories(n int) *rtlgen.Module {
	m := rtlgen.NewModule("memories")
	x := m.Input("a", 16)
	en := m.Input("en", 1)
	for i := range n {
		mem := m.Memory(name("mem", i), 64, 16, rtlgen.ReadOld)
		mem.Write(en, x.Low(6), x)
		x = mem.ReadSync(name("q", i), en, x.Low(6))
	}
	m.Output("o", x)
	return m
}

func memoryPorts(n int) *rtlgen.Module {
	m := rtlgen.NewModule("memory_ports")
	x := m.Input("a", 16)
	en := m.Input("en", 1)
	mem := m.Memory("mem", 64, 16, rtlgen.ReadOld)
	for i := range n {
		mem.Write(en, x.Low(6), x)
		x = mem.ReadSync(name("q", i), en, x.Low(6))
	}
	m.Output("o", x)
	return m
}

func arrays(n int) *rtlgen.Module {
	m := rtlgen.NewModule("arrays")
	x := m.Input("a", 16)
	for i := range n {
		arr := m.RegArray(name("arr", i), 4, 16, 0)
		arr.At(x.Low(2)).Set(x)
		w := m.Wire(name("w", i), 16).Default(0)
		m.If(x.Bit(2), func() { w.Set(arr.At(x.Low(2)).Value) })
		x = w.Value
	}
	m.Output("o", x)
	return m
}

// elements reads and writes many elements of one array.
func elements(n int) *rtlgen.Module {
	m := rtlgen.NewModule("elements")
	a := m.Input("a", 16)
	arr := m.RegArrayInit("arr", n, 16, func(i int) uint64 { return uint64(i*i) % 251 })
	w := m.Wire("w", 16).Default(0)
	for i := range n {
		m.If(a.Eq(i), func() {
			arr.At(i).Set(a.Add(i))
			w.Set(arr.At(i).Value)
		})
	}
	m.Output("o", w.Value)
	return m
}

func ports(n int) *rtlgen.Module {
	m := rtlgen.NewModule("ports")
	for i := range n {
		m.Output(name("o", i), m.Input(name("a", i), 8).Add(1))
	}
	return m
}

// portsThrough has many outputs that all depend on all inputs, through a wire, and is
// used twice.
func portsThrough(n int) *rtlgen.Module {
	child := rtlgen.NewModule("through")
	x := child.Zero(8)
	for i := range n {
		x = child.Let(name("w", i), x.Xor(child.Input(name("a", i), 8)))
	}
	for i := range n {
		child.Output(name("o", i), x.Add(i%256))
	}
	m := rtlgen.NewModule("ports_through")
	u, v := m.Instance("u", child), m.Instance("v", child)
	a := m.Input("a", 8)
	for i := range n {
		u.In(name("a", i), a)
		v.In(name("a", i), u.Out(name("o", i)))
		m.Output(name("o", i), v.Out(name("o", i)))
	}
	return m
}

// stage is a module with a register and a path through.
func stage(name string) *rtlgen.Module {
	m := rtlgen.NewModule(name)
	a := m.Input("a", 16)
	m.Output("q", m.Next("r", a, 0).Value)
	m.Output("o", a.Add(1))
	return m
}

func instances(n int) *rtlgen.Module {
	m := rtlgen.NewModule("instances")
	child := stage("stage")
	a := m.Input("a", 16)
	x := a
	for i := range n {
		u := m.Instance(name("u", i), child)
		u.In("a", a)
		x = m.Next(name("r", i), x.Xor(u.Out("q")).Xor(u.Out("o")), 0).Value
	}
	m.Output("o", x)
	return m
}

func instanceChain(n int) *rtlgen.Module {
	m := rtlgen.NewModule("instance_chain")
	child := stage("stage")
	x := m.Input("a", 16)
	for i := range n {
		u := m.Instance(name("u", i), child)
		u.In("a", x)
		x = u.Out("o")
		m.Output(name("q", i), u.Out("q"))
	}
	m.Output("o", x)
	return m
}

func copies(n int) *rtlgen.Module {
	m := rtlgen.NewModule("copies")
	u := m.InstanceArray("u", n, stage("stage"))
	u.In("a", m.Input("a", 16*n))
	m.Output("q", u.Out("q"))
	m.Output("o", u.Out("o"))
	return m
}

func copiesByLane(n int) *rtlgen.Module {
	m := rtlgen.NewModule("copies_by_lane")
	u := m.InstanceArray("u", n, stage("stage"))
	a := m.Input("a", 16)
	for i := range n {
		u.InLane("a", i, a.Xor(i))
		m.Output(name("q", i), u.OutLane("q", i))
		m.Output(name("o", i), u.OutLane("o", i))
	}
	return m
}

func modules(n int) *rtlgen.Module {
	m := rtlgen.NewModule("modules")
	x := m.Input("a", 16)
	for i := range n {
		u := m.Instance(name("u", i), stage(name("stage_", i)))
		u.In("a", x)
		x = u.Out("q")
		m.Output(name("o", i), u.Out("o"))
	}
	m.Output("o", x)
	return m
}

func hierarchy(n int) *rtlgen.Module {
	child := stage("level_0")
	for i := 1; i <= n; i++ {
		m := rtlgen.NewModule(name("level_", i))
		u := m.Instance("u", child)
		u.In("a", m.Input("a", 16))
		m.Output("q", m.Next("r", u.Out("q"), 0).Value)
		m.Output("o", u.Out("o").Add(1))
		child = m
	}
	return child
}

func rom(n int) *rtlgen.Module {
	m := rtlgen.NewModule("rom_of_words")
	r := m.ROMInit("table_of_words", n, 32, func(i int) rtlgen.Operand { return i * 2654435761 % (1 << 32) })
	m.Output("o", r.Read("word", m.Input("a", rtlgen.IndexBits(n))))
	return m
}

// nestedIfs is as deep as it is long: its text grows with the square, by indentation.
func nestedIfs(n int) *rtlgen.Module {
	m := rtlgen.NewModule("nested_ifs")
	a := m.Input("a", 16)
	w := m.Wire("w", 16).Default(0)
	var nest func(i int)
	nest = func(i int) {
		if i < n {
			m.If(a.Ne(i), func() {
				w.Set(i)
				nest(i + 1)
			})
		}
	}
	nest(0)
	m.Output("o", w.Value)
	return m
}

// registersInNest sets a register at each level of a nest.
func registersInNest(n int) *rtlgen.Module {
	m := rtlgen.NewModule("registers_in_nest")
	a := m.Input("a", 16)
	x := a
	var nest func(i int)
	nest = func(i int) {
		if i < n {
			m.If(a.Ne(i), func() {
				r := m.Reg(name("r", i), 16, 0)
				r.Set(x)
				x = r.Value
				nest(i + 1)
			})
		}
	}
	nest(0)
	m.Output("o", x)
	return m
}

func loops(n int) *rtlgen.Module {
	m := rtlgen.NewModule("loops")
	x := m.Input("a", 16)
	for i := range n {
		w := m.Wire(name("w", i), 16).Default(0)
		for k := range m.Each(name("k", i), 4) {
			w.SetLane(k, x.Lane(k, 4).Add(1))
		}
		x = w.Value
	}
	m.Output("o", x)
	return m
}

func properties(n int) *rtlgen.Module {
	m := rtlgen.NewModule("properties")
	a := m.Input("a", 16)
	r := m.Next("r", a, 0)
	for i := range n {
		g := m.Next(name("g", i), r.Eq(i), 0)
		m.Assert(name("never_", i), g.Value.AndNot(r.Ne(i)).Not())
		m.Cover(name("seen_", i), g.Value)
	}
	m.Output("o", r.Value)
	return m
}

func enumeration(n int) *rtlgen.Module {
	m := rtlgen.NewModule("enumeration")
	values := make([]string, n)
	for i := range values {
		values[i] = name("v", i)
	}
	e := m.Enum("state", values...)
	r := e.Reg("r", e.Value(values[0]))
	m.Switch(r, func(c rtlgen.Cases) {
		for i := range n {
			c.Case(func() { r.Set(e.Value(values[(i+1)%n])) }, e.Value(values[i]))
		}
	})
	m.Output("o", r.Value)
	return m
}

func constants(n int) *rtlgen.Module {
	m := rtlgen.NewModule("constants")
	x := m.Input("a", 16)
	for i := range n {
		x = m.Next(name("r", i), x.Xor(m.Constant(name("c", i), 16, i)), 0).Value
	}
	m.Output("o", x)
	return m
}

// functions uses operations that become functions in the Verilog, each of a width of
// its own.
func functions(n int) *rtlgen.Module {
	m := rtlgen.NewModule("functions")
	a := m.Input("a", n+4)
	x := m.Zero(16)
	for i := 2; i < n+2; i++ {
		x = m.Let(name("w", i), x.Add(a.Low(i).PopCount().Zext(16)))
	}
	m.Output("o", x)
	m.Unused("rest", a.Slice(n+3, n+1))
	return m
}

func unused(n int) *rtlgen.Module {
	m := rtlgen.NewModule("unused")
	a := m.Input("a", 16)
	for i := range n {
		m.Unused(name("v", i), m.Let(name("w", i), a.Add(i)))
	}
	m.Output("o", a)
	return m
}
