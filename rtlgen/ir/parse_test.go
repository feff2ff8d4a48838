package ir_test

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
)

const all = ir.Docs | ir.Positions

// TestParseGivesTheSame: what is read back is the design, with and without its
// details.
func TestParseGivesTheSame(t *testing.T) {
	t.Parallel()
	d := sample(t)
	d.Top.Doc = "has \"quotes\", two\nlines and @ here:3"
	d.Top.Ports[0].Doc = "a port"
	d.Top.Arrays[0].Doc = "an array"
	d.Top.Memories[0].Doc = "a memory"
	d.Top.Properties[0].Doc = "a property"
	d.Top.Signals[0].Doc = "a register"
	d.Top.Constants[0].Doc = "a constant"
	d.Top.Enums[0].Doc = "an enumeration"
	d.Top.Params = []ir.Param{{Name: "kind", Value: "", Default: "two words"}, {Name: "depth", Value: "4", Default: "8"}}
	for _, with := range []ir.Detail{0, ir.Docs, ir.Positions, all} {
		text := ir.TextWith(d, with)
		again, err := ir.Parse("sample.txt", text)
		assert.NilError(t, err, text)
		assert.Equal(t, ir.TextWith(again, with), text)
	}
	for _, file := range []string{"a b/c.go", "x @ y/c.go", `odd".go`, "c @ d:3 e.go"} {
		d.Top.Signals[0].Pos = ir.Pos{File: file, Line: 7}
		again, err := ir.Parse("sample.txt", ir.TextWith(d, all))
		assert.NilError(t, err, file)
		assert.Equal(t, again.Top.Signals[0].Pos, d.Top.Signals[0].Pos)
	}
	again, err := ir.Parse("sample.txt", ir.Text(d))
	assert.NilError(t, err)
	assert.Equal(t, again.Top.Body[0].(*ir.If).Pos.File, "sample.txt", "what has no position gets one in the text")
}

// TestParseOps: every operation is read back, whatever its widths.
func TestParseOps(t *testing.T) {
	t.Parallel()
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	for _, o := range ir.Operations() {
		assert.Assert(t, o.Doc() != "", "%s: no documentation", o)
		for _, w := range []int{1, 2, 7, 64, 65} {
			f := o.Form(w, r.IntN)
			m := &ir.Module{Name: "op"}
			var args []*ir.Node
			for i, a := range f.Args {
				s := &ir.Signal{Name: string(rune('a' + i)), Kind: ir.Input, Width: a.Width}
				m.Ports = append(m.Ports, s)
				args = append(args, &ir.Node{Op: ir.OpSignal, Width: a.Width, Sig: s})
			}
			out := &ir.Signal{Name: "y", Kind: ir.Output, Width: f.Width}
			m.Ports = append(m.Ports, out)
			m.Body = []ir.Stmt{&ir.Assign{Sig: out, Value: f.Node(args...)}}
			d := &ir.Design{Top: m, Modules: []*ir.Module{m}}
			assert.NilError(t, ir.Verify(d), "%s, seed %d", o, seed)
			again, err := ir.Parse("op.txt", ir.Text(d))
			assert.NilError(t, err, "%s, seed %d:\n%s", o, seed, ir.Text(d))
			n := again.Top.Body[0].(*ir.Assign).Value
			assert.Equal(t, n.Op, o)
			assert.Equal(t, [3]int{n.Width, n.Lo, n.Rows}, [3]int{f.Width, f.Lo, f.Rows}, ir.Text(d))
		}
	}
}

// TestParseByHand: comments, blank lines, and names that are words elsewhere.
func TestParseByHand(t *testing.T) {
	t.Parallel()
	d, err := ir.Parse("hand.txt", `
# A comment.
module m
  input memory 4
  output read 4

  wire array 4
  array[3:2] = memory[1:0]
  # another one
  array{1'0 * 2} = not(memory[3:2])
  read = add(array, 4'15)
end
`)
	assert.NilError(t, err)
	assert.Equal(t, len(d.Top.Body), 3)
	sum := d.Top.Body[2].(*ir.Assign).Value
	assert.Equal(t, sum.Args[1].Const.Cmp(big.NewInt(15)), 0)
}

// TestParseMember: the place of a port in its struct is read as it is written.
func TestParseMember(t *testing.T) {
	t.Parallel()
	text := "module m\n  input b 24\n    member \"rx:1/3:2.data:4\"\nend\n"
	d, err := ir.Parse("hand.txt", text)
	assert.NilError(t, err)
	got := d.Top.Ports[0].Member
	assert.DeepEqual(t, got, &ir.Member{Path: []string{"rx", "data"}, Lanes: []ir.Lane{
		{Of: 0, Count: 3, Split: true, Index: 1}, {Of: 0, Count: 2}, {Of: 1, Count: 4}}})
	assert.DeepEqual(t, got.Packed(), []int{2, 4})
	assert.DeepEqual(t, got.LanesOf(0), []int{3, 2})
	assert.Equal(t, ir.TextWith(d, ir.Docs), text)
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	child := "module child\n  input a 4\n  output y 4\n  y = a\nend\n"
	in := func(lines ...string) string {
		return child + "module m\n  input a 4\n  output y 4\n  " + strings.Join(lines, "\n  ") + "\nend\n"
	}
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "t:1: expected a line module NAME, found the end"},
		{"no module", "y = a", "t:1: expected module, found y = a"},
		{"no name", "module", "t:1: expected the name of the module, found the end of the line"},
		{"member of other lanes", child + "module m\n  input b 4\n    member \"rx:3.data\"\nend\n",
			`t:8: expected the member that the port is, in quotes, as in "rx:8.data", found rx:3.data`},
		{"lane beyond the last", child + "module m\n  input b 4\n    member \"rx:2/2.data\"\nend\n", "found rx:2/2.data"},
		{"no number of lanes", child + "module m\n  input b 4\n    member \"rx:.data\"\nend\n", "found rx:.data"},
		{"member without a name", child + "module m\n  input b 4\n    member \"rx.\"\nend\n", "found rx."},
		{"no end", "module m\n  input a 4\n", "expected end, found the end"},
		{"level", "module m\n   input a 4\nend", "t:2: expected two blanks for each level, found 3 before input a 4"},
		{"too deep", "module m\n  input a 4\n    wire b 4\nend",
			"t:3: expected a declaration after 2 blanks, found 4 blanks before wire b 4"},
		{"two modules", child + child, "t:6: a second module child"},
		{"two names", in("wire a 2"), "t:9: a second thing named a"},
		{"width", in("wire b wide"), "t:9: expected its width, found wide"},
		{"huge width", in("wire b 99999999999"), "t:9: expected its width, found 99999999999"},
		{"no width", in("wire b 0"), "t:9: expected its width, 1 or more, found 0"},
		{"no depth", in("memory b 0 x 4 old"), "t:9: expected the depth, 1 or more, found 0"},
		{"constant without width", in("y = zext4(0'0)"), "t:9: expected the width of a constant, 1 or more, found 0"},
		{"name", in("wire 4b 4"), "t:9: expected the name of the wire, found 4b 4"},
		{"reset", in("reg b 4"), "t:9: expected reset or noreset or data, found the end of the line"},
		{"rest of line", in("wire b 4 goast"), "t:9: expected the end of the line, found goast"},
		{"reset values", in("array b 4 x 2 reset 0*3"), "t:9: expected 4 values, found 3"},
		{"more reset values", in("array b 2 x 2 reset 0,1,2"), "t:9: expected 2 values, found more"},
		{"bad reset values", in("array b 2 x 2 reset 0*two"), "t:9: expected values like 0*3,1, found 0*two"},
		{"shape", in("memory b 4 by 2 old"), "t:9: expected x, found by 2 old"},
		{"read during write", in("memory b 4 x 2 sometimes"),
			"t:9: expected old or new or undefined or keep, found sometimes"},
		{"read during write of a pair", in("memory b 4 x 2 old", "  write a[0:0] at a[1:0] data a[1:0]",
			"  read r sync a[0:0] at a[1:0] while sometimes"),
			"t:11: expected old or new or undefined or keep, found sometimes"},
		{"read during write of too few pairs",
			in("memory b 4 x 2 old", "  write a[0:0] at a[1:0] data a[1:0]", "  write a[0:0] at a[1:0] data a[1:0]",
				"  read r sync a[0:0] at a[1:0] while keep"),
			"t:12: expected old or new or undefined or keep, found the end of the line"},
		{"memory port", in("memory b 4 x 2 old", "  erase"), "t:10: expected read or write, found erase"},
		{"read port", in("memory b 4 x 2 old", "  read r a"), "t:10: expected async or sync, found a"},
		{"write port", in("memory b 4 x 2 old", "  write a[0:0] to a"), "t:10: expected at, found to a"},
		{"unknown module", in("instance u other"), "t:9: expected a module that stands above, found other"},
		{"unknown input", in("instance u child", "  b <- a"), "t:10: expected an input of child, found b"},
		{"output driven", in("instance u child", "  y <- a"), "t:10: expected an input of child, found y"},
		{"arrow", in("instance u child", "  a = a"), "t:10: expected <-, found = a"},
		{"unknown output", in("instance u child", "  a <- a", "y = u.z"), "t:11: expected an output of child, found z"},
		{"unknown name", in("y = b"), "t:9: expected an expression, found b, which names nothing with a value here"},
		{"unknown target", in("z = a"), "t:9: expected a statement, or a signal or array to assign, found z"},
		{"unknown operation", in("y = addd(a, a)"), "t:9: expected the name of an operation, found addd"},
		{"operation without width", in("y = zext(a)"), "t:9: expected the form of zextWIDTH(...), found zext"},
		{"operation with width", in("y = add4(a, a)"), "t:9: expected the form of add(...), found add4"},
		{"operation without rows", in("y = transpose(a)"), "t:9: expected the form of transposeROWS(...), found transpose"},
		{"slice as a call", in("y = slice(a)"), "t:9: expected the form of A[HIGH:LOW], found slice"},
		{"arguments", in("y = add(a)"), "t:9: add takes 2 arguments, here are 1"},
		{"argument widths", in("y = add(a, 3'1)"), "t:9: the arguments of add have widths that do not fit: 4, 3"},
		{"bracket", in("y = add(a, a"), "t:9: expected ), found the end of the line"},
		{"constant", in("y = 4'16"), "t:9: expected a value of 4 bits, found 16"},
		{"constant without value", in("y = 4"), "t:9: expected ', found the end of the line"},
		{"slice", in("y = a[4:1]"), "t:9: expected a slice of 4 bits, found [4:1]"},
		{"width of the value", in("y[2:0] = a"), "t:9: 4 bits are assigned to 3 bits of y"},
		{"width of the lane", in("y{1'0 * 2} = a"), "t:9: 4 bits are assigned to 2 bits of y"},
		{"case", in("switch a", "case 1,x"), "t:10: expected a value, found x"},
		{"rounds", in("for i many", "  y = a"), "t:9: expected the number of rounds, found many"},
		{"no value", in("y ="), "t:9: expected an expression, found the end of the line"},
		{"constant in lower case", in("constant four 4 = 4"),
			"t:9: expected the name of the constant in upper case, found four"},
		{"constant twice", in("constant FOUR 4 = 4", "constant FOUR 4 = 4"), "t:10: a second thing named FOUR"},
		{"constant too wide", in("constant FOUR 2 = 4"), "constant four: bad width or value"},
		{"value of an enumeration", in("enum side 1: LEFT = 0, right = 1"),
			"t:9: expected the name of a value in upper case, found right"},
		{"enumeration without values", in("enum side 1:"), "t:9: expected the name of a value, found the end of the line"},
		{"enumeration twice", in("enum side 1: LEFT = 0", "enum side 1: UP = 0"), "t:10: a second enumeration side"},
		{"unknown enumeration", in("wire b 1 enum side"), "t:9: expected an enumeration that stands above, found side"},
		{"unknown label", in("switch a", "case FIVE"), "t:10: expected a value, found FIVE"},
		{"reset of a wire", in("wire b 4 noreset"), "t:9: expected the end of the line, found noreset"},
		{"words of a ROM", in("rom b 4 x 2 = 1,2"), "t:9: expected 4 values, found 2"},
		{"words of a memory", in("memory b 4 x 2 old = 1,2"), "t:9: expected 4 values, found 2"},
		{"write port of a ROM", in("rom b 2 x 2 = 1,2", "  write a[0:0] at a[0:0] data a[1:0]"),
			"t:10: expected read, found write"},
		{"second part", in("part ONE", "part TWO"), "t:10: a second part of the module"},
		{"line of a part", in("part ONE", "  gate CLK"),
			"t:10: expected param, clock, reset, file, include, define, begins, PORT <-> or PORT <-, found gate"},
		{"port of a part", in("part ONE", "  A <-> b"), "t:10: expected a port of the module, found b"},
		{"tied port of a part", in("part ONE", "  A <- a"), "part ONE: port A is tied to no constant"},
		{"parameter of a part", in("part ONE", "  param A = 1 2"), "t:10: expected the end of the line, found 2"},
		{"after the properties", in("cover c a[0:0]", "y = a"), "t:10: expected assert or assume or cover, found y = a"},
		{"documentation", in("wire b 4", "  doc none"), "t:10: expected the documentation, in quotes, found none"},
		{"index outside its loop", in("for i 4", "  y = a", "y{i * 1} = a[0:0]"),
			"t:11: expected an expression, found i, which names nothing"},
		{"sense", in("y = a", "a = y"), "t: module m: t:10: bad target a"},
		{"missing connection", in("instance u child", "y = u.y"), "t: module m: instance u: 0 connections for 1 inputs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := ir.Parse("t", c.text)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// TestParseDamaged: whatever is done to a text, there is a netlist or an error,
// never a panic, and the netlist can be written and read again.
func TestParseDamaged(t *testing.T) {
	t.Parallel()
	const seed, tries = 1, 3000
	r := rand.New(rand.NewPCG(seed, 0))
	whole := ir.TextWith(sample(t), all)
	sound := 0
	for i := range tries {
		text := []byte(whole)
		for range 1 + r.IntN(3) {
			from := r.IntN(len(text))
			to := min(len(text), from+r.IntN(12))
			piece := r.IntN(len(text) - 12)
			switch r.IntN(3) {
			case 0: // a piece is missing
				text = append(text[:from:from], text[to:]...)
			case 1: // a piece stands there twice
				text = append(text[:to:to], text[from:]...)
			case 2: // a piece from elsewhere
				copy(text[from:to], text[piece:])
			}
		}
		d, err := ir.Parse("damaged", string(text))
		if err != nil {
			continue
		}
		sound++
		again, err := ir.Parse("again", ir.TextWith(d, all))
		assert.NilError(t, err, "seed %d, try %d:\n%s", seed, i, text)
		assert.Equal(t, ir.TextWith(again, all), ir.TextWith(d, all), "seed %d, try %d", seed, i)
	}
	assert.Assert(t, sound > 0 && sound < tries/2, "%d of %d are netlists", sound, tries)
}
