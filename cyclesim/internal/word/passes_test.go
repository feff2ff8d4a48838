package word

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/textcase"
)

func TestOrderOfPasses(t *testing.T) {
	t.Parallel()
	assert.NilError(t, CheckOrder(FirstPasses()))
	assert.NilError(t, CheckOrder(WirePasses(nil)))
	assert.NilError(t, CheckOrder(Passes()))
	assert.NilError(t, CheckOrder(LatePasses(LeastGuarded, true)))
	assert.NilError(t, CheckOrder(LatePasses(LeastGuarded, false)))
	a, b := Pass{Name: "a"}, Pass{Name: "b", After: []string{"a"}, Last: true}
	assert.NilError(t, CheckOrder([]Pass{a, b}))
	assert.Error(t, CheckOrder([]Pass{b}), `pass "b" must run after "a"`)
	b.After = nil
	assert.Error(t, CheckOrder([]Pass{b, a}), `pass "b" must be the last one if and only if it says so`)
	assert.Error(t, CheckOrder([]Pass{a}), `pass "a" must be the last one if and only if it says so`)
}

// allPasses are those of all tables, each once.
func allPasses() []Pass {
	var list []Pass
	for _, p := range slices.Concat(FirstPasses(), WirePasses(map[uint64]bool{24: true}), Passes(),
		LatePasses(LeastGuarded, true), LatePasses(LeastGuarded, false)) {
		if !slices.ContainsFunc(list, func(x Pass) bool { return x.Name == p.Name }) {
			list = append(list, p)
		}
	}
	return list
}

// TestPasses runs each pass on the programs in testdata/PASS, of which there is at least
// one. A file has the program, a line with =>, and what the pass makes of it, less dead
// code. With -update it gets the latter.
func TestPasses(t *testing.T) {
	t.Parallel()
	for _, p := range allPasses() {
		textcase.Run(t, p.Name, func(t *testing.T, before string) string {
			program, err := Read(before)
			assert.NilError(t, err)
			p.Run(program)
			DeadCode(program)
			assert.NilError(t, program.Verify())
			return program.String()
		})
	}
}

// TestPassesOnRandomPrograms: no pass changes what is stored, neither alone nor in its
// place in the table.
func TestPassesOnRandomPrograms(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := randomStep(r)
		memory := map[uint64]uint64{}
		for i := range uint64(12) {
			memory[8*i] = r.Uint64() & (1<<(1+i/6*63) - 1)
		}
		for i := range uint64(3) {
			memory[640+8*i] = 0 // where randomStep stores wires
		}
		want := maps.Clone(memory)
		p.run(want)
		check := func(pass Pass, q *Program) {
			assert.NilError(t, q.Verify(), "seed %d, %s", seed, pass.Name)
			got := maps.Clone(memory)
			q.run(got)
			assert.DeepEqual(t, got, want)
		}
		for _, pass := range allPasses() {
			q := *p
			pass.Run(&q)
			check(pass, &q)
		}
		q := *p
		q.Optimise(slices.Concat(Passes(), LatePasses(4, true)), check)
		q = *p
		q.Optimise(slices.Concat(Passes(), LatePasses(4, false)), check)
		q = *p
		q.Optimise(slices.Concat(Passes(), []Pass{{Name: "more branches", Run: func(p *Program) { Branch(p, 1) }}}), check)
	}
}

// TestText: what is printed is read again as the same program.
func TestText(t *testing.T) {
	t.Parallel()
	const text = `v0 = load @8:4
v1 = load @64:1 at v0 may 0x3f state 2
v2 = const 0x7
v3 = lt v1 v2
if v3
  v5 = mul v0 v0
  store @12:4 v5
end
store @16:8 v0 at v1 where v3 state 1
store @24:2 v1 spread 4
store @32:1 v3 foreign
v11 = arbitrary #5
v12 = select v3 v0 v11
store @40:8 v12 wire
v14 = load @50:1 may 0x3
v15 = lookup v14 size 2 of 2*0x1ff,0x0,0x3
copy @48:8 from 56 spread 3
permute @72:2 spread 3 from @80 0 @84
call leaf.0 first 128 count 4 size 64 lanes 1
check v3 open
check v3 count 200 id 204 index 1
cover v3 count 208 id 212 index 2
`
	p, err := Read(text)
	assert.NilError(t, err)
	assert.Equal(t, p.String(), text)
	for seed := range uint64(50) {
		q := randomStep(rand.New(rand.NewPCG(seed, 3)))
		again, err := Read(q.String())
		assert.NilError(t, err)
		assert.DeepEqual(t, again, q)
	}
}

func TestWrongText(t *testing.T) {
	t.Parallel()
	for text, message := range map[string]string{
		"x = sum":                  `line 1: no operation "sum": x = sum`,
		"x =":                      "line 1: too short: x =",
		"load @8:4":                "line 1: only what makes a value has a name: load @8:4",
		"x = load 8":               `line 1: "8" is not such as @8:4: x = load 8`,
		"x = const 1\ny = add x z": `line 2: no value "z": y = add x z`,
		"x = const 1\nx = const 2": `line 2: "x" has a value already: x = const 2`,
		"x = const 1 2":            `line 1: "2" is too much: x = const 1 2`,
		"x = const":                "line 1: too short: x = const",
		"call k count 1":           `line 1: "first" is missing: call k count 1`,
		"x = load @8:3":            "instruction 0 (load) has a wrong size",
		"x = load @8:1 may 0x100":  "instruction 0 (load) loads more bits than it has",
		"x = const 1\nif x":        "instruction 1 (if) has no end",
		"end":                      "instruction 0 (end) ends nothing",
		"x = load @0:1 may 0x1\ny = lookup x size 1 of 3":          "instruction 1 (lookup) reads beyond its table",
		"x = load @0:1 may 0x1\ny = lookup x size 1 of 0,256":      "instruction 1 (lookup) has a wrong table",
		"x = load @0:1 may 0x1\ny = lookup x size 1":               `line 2: "of" is missing`,
		"x = load @0:1 may 0x1\ny = lookup x size 1 of 1,b":        `line 2: "b" is no part of a table`,
		"permute @0:1 spread 2 from @1":                            `line 1: too short`,
		"permute @0:1 spread 2":                                    `line 1: "from" is missing`,
		"x = const 1\nif x\nif x\nend":                             "instruction 2 (if) is inside of another part",
		"x = const 1\nstore @0:8 x state 1\ny = load @0:8 state 1": "instruction 2 (load) reads state after the edge",
	} {
		_, err := Read(text)
		assert.ErrorContains(t, err, message, text)
	}
}

// TestKnowledge: what is claimed to be known of a result holds for all operands
// that fit what is known of them.
func TestKnowledge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() (Known, uint64) {
		first, second := r.Uint64(), r.Uint64()
		must := first & second & r.Uint64() >> r.IntN(64)
		first, second = r.Uint64(), r.Uint64()
		may := must | first&second>>r.IntN(64)
		return Known{may, must}, must | may&r.Uint64()
	}
	for range 200000 {
		x, xv := random()
		y, yv := random()
		o := Add + Op(r.IntN(int(Popcnt-Add)+1))
		if r.IntN(2) == 0 {
			y = Known{yv, yv}
		}
		if o == Rem && yv == 0 {
			continue
		}
		in := Instr{Op: o, A: 0, B: 1, C: None}
		if o == Ctz || o == Popcnt {
			in.B = None
		}
		k, v := Know(in, []Known{x, y}), Execute(o, xv, yv)
		assert.Assert(t, v&^k.May == 0 && k.must&^v == 0, "%s of %#x and %#x is %#x; known: %#x", o, xv, yv, v, k)
	}
}
