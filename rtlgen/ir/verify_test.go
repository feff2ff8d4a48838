package ir_test

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"culprit.example/culprit/rtlgen/ir"
)

// sample is a design with one of everything that Verify looks at.
func sample(t *testing.T) *ir.Design {
	t.Helper()
	d, err := ir.Parse("sample", `module child
  input a 4
  output q 4
  part VENDOR_NOT
    param INIT = 3
    param MODE = "NO REG"
    clock CLK
    reset RST
    A <-> a
    Q <-> q
    EN <- 1'1
  q = not(a)
end
module sample
  constant FOUR 4 = 4
  enum side 1: SIDE_LEFT = 0, SIDE_RIGHT = 1
  input a 4
  input en 1
  output word 8
  output elem 4
  output sum 8
  output side_out 1 enum side
  output rest 4
  output found 3
  output late 8
  reg r 8 reset 3
  reg free 4 noreset
  array arr 4 x 4 reset 1*4
  array free_arr 2 x 4 noreset
  memory mem 16 x 8 old
    write en at a data r
    read word_q sync en at a
  rom rom 2 x 3 = 5,6
    read found_word async at en
  instance u child
    a <- a
  if en
    r{en * 4} = u.q
    arr[a[1:0]] = a
  switch a
  case 1,2,FOUR
    r = concat(a, a)
  for i 2
    r{i * 1} = lane1(a, i)
  free = a
  free_arr[en] = a
  word = word_q
  elem = arr[2'1]
  sum = add(r, 8'1)
  side_out = mux(en, SIDE_LEFT, SIDE_RIGHT)
  rest = add(a, FOUR)
  found = found_word
  late = concat(free, free_arr[en])
  assert fine ne(r, 8'0)
end
`)
	assert.NilError(t, err)
	return d
}

func TestVerifyAccepts(t *testing.T) {
	assert.NilError(t, ir.Verify(sample(t)))
}

// TestVerifyFindsDamage breaks a sound design by hand, one thing at a time.
func TestVerifyFindsDamage(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(*ir.Design)
		want   string
	}{
		{"no top", func(d *ir.Design) { d.Top = nil }, "top module must be the last"},
		{"top is not last", func(d *ir.Design) { d.Modules[0], d.Modules[1] = d.Modules[1], d.Modules[0] },
			"top module must be the last"},
		{"same name", func(d *ir.Design) { d.Modules[0].Name = d.Top.Name }, "two modules named sample"},
		{"child is missing", func(d *ir.Design) { d.Modules = d.Modules[1:] }, "instance u comes before its module child"},
		{"register for checks is read", func(d *ir.Design) { signal(d, "r").VerificationOnly = true },
			"r is verification-only, and is read by more than properties"},
		{"array for checks is read", func(d *ir.Design) { d.Top.Arrays[0].VerificationOnly = true },
			"arr is verification-only, and is read by more than properties"},
		{"output for checks", func(d *ir.Design) { d.Top.Outputs()[2].VerificationOnly = true },
			"signal sum: a port cannot be verification-only"},
		{"two of a name", func(d *ir.Design) { d.Top.Ports[0].Name = "mem" }, "two things named mem"},
		{"copies of no array", func(d *ir.Design) { d.Top.Instances[0].Count = 2 },
			"instance u: 2 copies of what is no array"},
		{"signal width", func(d *ir.Design) { d.Top.Ports[0].Width = 0 }, "signal a: bad width"},
		{"constant too wide", func(d *ir.Design) { d.Top.Constants[0].Value = big.NewInt(16) },
			"constant four: bad width or value"},
		{"constant of another enumeration", func(d *ir.Design) { d.Top.Enums[0].Values[1] = d.Top.Constants[0] },
			"enumeration side: value four does not belong to it"},
		{"named constant of another value", func(d *ir.Design) { d.Top.Constants[0].Value = big.NewInt(3) },
			"does not refer to anything"},
		{"value that is no constant of the module", func(d *ir.Design) { d.Top.Constants = d.Top.Constants[:2] },
			"enumeration side: value side_right is not among the module's constants"},
		{"enumeration that is none of the module", func(d *ir.Design) { d.Top.Enums = nil },
			"constant side_left: its enumeration is not that of the module"},
		{"two enumerations of a name", func(d *ir.Design) { d.Top.Enums = append(d.Top.Enums, d.Top.Enums[0]) },
			"enumeration side: there is another one"},
		{"signal of another enumeration", func(d *ir.Design) { d.Top.Ports[1].Enum = &ir.Enum{Name: "other", Width: 1} },
			"signal en: it does not fit enumeration other"},
		{"signal wider than its enumeration", func(d *ir.Design) { d.Top.Ports[0].Enum = d.Top.Enums[0] },
			"signal a: it does not fit enumeration side"},
		{"constant with the name of a signal", func(d *ir.Design) { d.Top.Ports[0].Name = "FOUR" }, "two things named FOUR"},
		{"label of another module", func(d *ir.Design) {
			cases(d)[0].Labels[2] = &ir.Constant{Name: "four", Value: big.NewInt(4)}
		}, "label four does not name the value of its case"},
		{"label of another value", func(d *ir.Design) { cases(d)[0].Labels[0] = d.Top.Constants[0] },
			"label four does not name the value of its case"},
		{"register without reset", func(d *ir.Design) { signal(d, "r").Reset = nil }, "signal r: bad width or reset"},
		{"reset of a register without", func(d *ir.Design) { signal(d, "free").Reset = big.NewInt(0) },
			"signal free: bad width or reset"},
		{"two reset values", func(d *ir.Design) { signal(d, "r").DataReset = big.NewInt(0) }, "register r: two reset values"},
		{"data reset too wide", func(d *ir.Design) { signal(d, "free").DataReset = big.NewInt(256) },
			"register free: the reset value is too wide"},
		{"block RAM with an asynchronous read", func(d *ir.Design) {
			d.Top.Memories[0].Style = ir.StyleBlock
			r := d.Top.Memories[0].Reads[0]
			r.Sync, r.Enable = false, nil
		}, "memory mem: a block RAM has no asynchronous read"},
		{"wire without reset", func(d *ir.Design) { d.Top.Ports[0].NoReset = true }, "signal a: bad width or reset"},
		{"reset of an array without", func(d *ir.Design) { d.Top.Arrays[1].Reset = []*big.Int{big.NewInt(0)} },
			"array free_arr: bad shape"},
		{"behaviours", func(d *ir.Design) { d.Top.Memories[0].Reads[0].RDW = make([]ir.ReadDuringWrite, 3) },
			"read port word_q: 3 behaviours while written, for"},
		{"missing word of a ROM", func(d *ir.Design) { d.Top.Memories[1].Depth = 3 },
			"memory rom of 3 words has contents of 2"},
		{"wide word of a ROM", func(d *ir.Design) { d.Top.Memories[1].Contents[1] = big.NewInt(8) },
			"memory rom: word 1 is too wide"},
		{"lanes that do not divide a word", func(d *ir.Design) {
			d.Top.Memories[0].Writes[0].Enable = d.Top.Memories[1].Reads[0].Addr
			d.Top.Memories[0].Width = 7
		}, "with the wrong width"},
		{"reset too wide", func(d *ir.Design) { signal(d, "r").Reset = big.NewInt(256) },
			"register r: the reset value is too wide"},
		{"array reset", func(d *ir.Design) { d.Top.Arrays[0].Reset = d.Top.Arrays[0].Reset[1:] }, "array arr: bad shape"},
		{"array reset too wide", func(d *ir.Design) { d.Top.Arrays[0].Reset[2] = big.NewInt(16) },
			"array arr: reset value 2 is too wide"},
		{"read enable", func(d *ir.Design) { d.Top.Memories[0].Reads[0].Enable = nil }, "read port word_q: enable"},
		{"write address", func(d *ir.Design) { w := d.Top.Memories[0].Writes[0]; w.Addr = w.Enable },
			"memory mem: bad write port"},
		{"read address", func(d *ir.Design) { r := d.Top.Memories[0].Reads[0]; r.Addr = r.Enable },
			"memory mem: bad read port word_q"},
		{"missing connection", func(d *ir.Design) { d.Top.Instances[0].Conns = nil },
			"instance u: 0 connections for 1 inputs"},
		{"connection width", func(d *ir.Design) { d.Top.Instances[0].Conns[0].Value = d.Top.Memories[0].Writes[0].Enable },
			"instance u: connection of a has 1 bits, want 4"},
		{"connection of another port", func(d *ir.Design) { d.Top.Instances[0].Conns[0].Port = signal(d, "r") },
			"instance u: connection 0 is of r, not of a, input 0 of module child"},
		{"property width", func(d *ir.Design) { p := d.Top.Properties[0]; p.Cond = p.Cond.Args[0] },
			"property fine: condition of 8 bits"},
		{"condition width", func(d *ir.Design) { d.Top.Body[0].(*ir.If).Cond = d.Top.Instances[0].Conns[0].Value },
			"condition of 4 bits"},
		{"two targets", func(d *ir.Design) { lane(d).Arr = d.Top.Arrays[0] }, "an assignment has one target"},
		{"no target", func(d *ir.Design) { lane(d).Sig = nil }, "an assignment has one target"},
		{"input as target", func(d *ir.Design) { lane(d).Sig = d.Top.Ports[0] }, "bad target a"},
		{"target of another module", func(d *ir.Design) { lane(d).Sig = d.Modules[0].Ports[1] }, "bad target q"},
		{"beyond the end", func(d *ir.Design) { lane(d).Index = nil; lane(d).Lo = 5 }, "assignment beyond the end of r"},
		{"before the start", func(d *ir.Design) { lane(d).Index = nil; lane(d).Lo = -1 }, "assignment beyond the end of r"},
		{"lanes", func(d *ir.Design) { lane(d).Sig.Width = 7; lane(d).Sig.Reset = new(big.Int) }, "r"},
		{"array element width", func(d *ir.Design) { elem(d).Value = elem(d).Index }, "bad assignment to array arr"},
		{"array without index", func(d *ir.Design) { elem(d).Index = nil }, "bad assignment to array arr"},
		{"case too wide", func(d *ir.Design) { cases(d)[0].Values[0] = big.NewInt(16) }, "bad case 16"},
		{"case twice", func(d *ir.Design) { cases(d)[0].Values[0] = cases(d)[0].Values[1] }, "bad case 2"},
		{"loop count", func(d *ir.Design) { d.Top.Body[2].(*ir.Loop).N = 0 }, "loop of 0 rounds"},
		{"index outside its loop", func(d *ir.Design) { lane(d).Index = loop(d).Body[0].(*ir.Assign).Index },
			"outside its loop"},
		{"invalid operation", func(d *ir.Design) { sum(d).Op = ir.OpInvalid }, "invalid: widths or number of arguments"},
		{"unknown operation", func(d *ir.Design) { sum(d).Op = ir.Op(ir.NumOps) }, "widths or number of arguments"},
		{"argument count", func(d *ir.Design) { sum(d).Args = sum(d).Args[:1] }, "add: widths or number of arguments"},
		{"argument width", func(d *ir.Design) { sum(d).Width = 9 }, "add: widths or number of arguments"},
		{"constant too large", func(d *ir.Design) { sum(d).Args[1].Const = big.NewInt(256) }, "const: does not refer"},
		{"foreign signal", func(d *ir.Design) { sum(d).Args[0].Sig = d.Modules[0].Ports[0] }, "signal: does not refer"},
		{"foreign array", func(d *ir.Design) { drive(d, "elem").Arr = &ir.Array{Width: 4} }, "elem: does not refer"},
		{"foreign read port", func(d *ir.Design) { drive(d, "word").Read = &ir.ReadPort{} }, "memread: does not refer"},
		{"foreign instance", func(d *ir.Design) { lane(d).Value.Inst = &ir.Instance{Of: d.Modules[0], Count: 1} },
			"instout: does not refer"},
		{"input as instance output", func(d *ir.Design) { lane(d).Value.Port = d.Modules[0].Ports[0] },
			"instout: does not refer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := sample(t)
			c.damage(d)
			err := ir.Verify(d)
			assert.Check(t, is.ErrorContains(err, c.want))
		})
	}
}

func signal(d *ir.Design, name string) *ir.Signal {
	for _, s := range d.Top.Signals {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// drive is the value that is assigned to an output.
func drive(d *ir.Design, output string) *ir.Node {
	for _, s := range d.Top.Body {
		if a, ok := s.(*ir.Assign); ok && a.Sig != nil && a.Sig.Name == output {
			return a.Value
		}
	}
	return nil
}

func sum(d *ir.Design) *ir.Node    { return drive(d, "sum") }
func lane(d *ir.Design) *ir.Assign { return d.Top.Body[0].(*ir.If).Then[0].(*ir.Assign) }
func elem(d *ir.Design) *ir.Assign { return d.Top.Body[0].(*ir.If).Then[1].(*ir.Assign) }
func cases(d *ir.Design) []ir.Case { return d.Top.Body[1].(*ir.Switch).Cases }
func loop(d *ir.Design) *ir.Loop   { return d.Top.Body[2].(*ir.Loop) }

// TestVerifyPart breaks a black box by hand.
func TestVerifyPart(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(p *ir.Part, m *ir.Module)
		want   string
	}{
		{"port left out", func(p *ir.Part, _ *ir.Module) { p.Conns = p.Conns[:1] },
			"part PART: port q of the module is not joined"},
		{"no value", func(p *ir.Part, _ *ir.Module) { p.Conns[0].Sig = nil }, "part PART: port A has not one value"},
		{"foreign port", func(p *ir.Part, _ *ir.Module) { p.Conns[0].Sig = &ir.Signal{Name: "a"} },
			"part PART: port A is joined to a, which is no port"},
		{"tied to no constant", func(p *ir.Part, m *ir.Module) {
			p.Conns[0].Sig, p.Conns[0].Tied = nil, m.Body[0].(*ir.Assign).Value
		}, "part PART: port A is tied to no constant"},
		{"tied to a name of another module", func(p *ir.Part, m *ir.Module) {
			other := &ir.Constant{Name: "four", Width: 4, Value: big.NewInt(4)}
			p.Conns[0].Sig, p.Conns[0].Tied = nil, &ir.Node{Op: ir.OpConst, Width: 4, Const: other.Value, Named: other}
		}, "part PART: port A is tied to no constant"},
		{"value of two words", func(p *ir.Part, _ *ir.Module) { p.Params[0].Value = "1 2" },
			"part PART: parameter MODE has the value 1 2, which is no number, word or string of Verilog"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := ir.Parse("box", "module box\n  part PART\n    param MODE = 1\n    A <-> a\n    Q <-> q\n"+
				"  constant FOUR 4 = 4\n  input a 4\n  output q 4\n  q = add(a, FOUR)\nend\n")
			assert.NilError(t, err)
			c.damage(d.Top.Part, d.Top)
			assert.ErrorContains(t, ir.Verify(d), c.want)
		})
	}
}
