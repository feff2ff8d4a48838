package testbench_test

import (
	"math/big"
	"math/rand"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

// stash is the block that these tests verify: a stack of wide words in a memory
// with synchronous read, and a counter per lane.
//
//	push, data[width]  writes the word on top of the stack
//	pop                reads it: word[width] is known in the next cycle
//	kick[lanes*3]      is added to the counters count[lanes*5]; a count above 20
//	                   is unknown and goes to 0
//	level              words in the stack, depth at most
func stash(width, depth, lanes int) *rtlgen.Module {
	m := rtlgen.NewModule("stash")
	m.Doc("a stack of words, and a counter per lane")
	m.Param("width", width, 100)
	m.Param("depth", depth, 5)
	m.Param("lanes", lanes, 4)
	index := rtlgen.IndexBits(depth)
	push := m.Input("push", 1)
	data := m.Input("data", width)
	pop := m.Input("pop", 1)
	kick := m.Input("kick", 3*lanes)

	level := m.Reg("height", rtlgen.CountBits(depth), 0)
	doPush := m.Let("do_push", push.And(level.Ne(depth)))
	doPop := m.Let("do_pop", pop.And(push.Not()).And(level.Ne(0)))
	words := m.Memory("words", depth, width, rtlgen.ReadOld)
	free := m.Let("next_free", level.Low(index))
	words.Write(doPush, free, data)
	word := words.ReadSync("word_q", doPop, free.Sub(1))
	m.If(doPush, func() { level.Set(level.Add(1)) }).
		ElseIf(doPop, func() { level.Set(level.Sub(1)) })

	counts := m.RegArray("counts", lanes, 5, 0)
	m.For("i", lanes, func(i rtlgen.Value) {
		m.If(counts.At(i).Gt(20), func() { counts.At(i).Set(0) }).
			Else(func() { counts.At(i).Set(counts.At(i).Add(kick.Lane(i, 3).Zext(5))) })
	})

	m.Output("word", word)
	m.Output("level", level.Value)
	m.Output("count", counts.Flat())
	m.Assert("level_in_range", level.Le(depth), "the stack never holds more than depth words")
	m.Cover("was_full", level.Eq(depth))
	return m
}

type stashIn struct {
	Push  bool
	Data  *big.Int
	Pop   bool
	Kicks []uint8 `port:"kick"`
}

type stashOut struct {
	Word       *big.Int `valid:"WordKnown"`
	WordKnown  bool     `port:"-"`
	Level      int
	Count      []int  `valid:"CountKnown"`
	CountKnown []bool `port:"-"`
}

type goldenStash struct {
	depth int
	stack []*big.Int
	word  *big.Int
	count []int
}

func (g *goldenStash) Step(in stashIn) stashOut {
	out := stashOut{Word: g.word, WordKnown: g.word != nil, Level: len(g.stack)}
	for i, c := range g.count {
		known := c <= 20
		out.Count = append(out.Count, c)
		out.CountKnown = append(out.CountKnown, known)
		if !known {
			out.Count[i] = 31 - c // wrong on purpose: nobody may look
		}
		g.count[i] = c + int(in.Kicks[i])
		if c > 20 {
			g.count[i] = 0
		}
	}
	switch n := len(g.stack); {
	case in.Push && n < g.depth:
		g.stack = append(g.stack, in.Data)
	case in.Pop && !in.Push && n > 0:
		g.word, g.stack = g.stack[n-1], g.stack[:n-1]
	}
	return out
}

func stashBench() testbench.Bench {
	return testbench.Bench{
		Block: &blocks.Block{
			Name: "stash", Family: "test", Doc: "a stack of words, and a counter per lane",
			Params: []blocks.Param{
				{Name: "width", Default: 100, Min: 1, Max: 1024, Doc: "bits of a word"},
				{Name: "depth", Default: 5, Min: 2, Max: 64, Doc: "words"},
				{Name: "lanes", Default: 4, Min: 1, Max: 64, Doc: "counters"},
			},
			Build: func(v blocks.Values) *rtlgen.Module { return stash(v["width"], v["depth"], v["lanes"]) },
		},
		New:         newStashCase,
		MinCycles:   400,
		CoverPoints: []string{"full", "empty", "push_when_full", "pop_when_empty", "count_above_20"},
		Mutants: []testbench.Mutant{
			{Name: "push_into_full", Mutate: mutant.FlipOp("do_push", ir.OpNe, ir.OpEq, 0)},
			{Name: "limit_19", Mutate: mutant.AddConst("counts", 0, -1)},
			{Name: "level_stuck", Mutate: mutant.StuckBit("height", 1, 0)},
			{Name: "pop_without_word", Mutate: mutant.DropTerm("do_pop", 0)},
			{Name: "one_word_less", Build: func(v blocks.Values) { v["depth"] = 4 }},
		},
	}
}

func stashPrototypeIn(v blocks.Values) stashIn { return stashIn{Kicks: make([]uint8, v["lanes"])} }

func stashPrototypeOut(v blocks.Values) stashOut {
	return stashOut{Count: make([]int, v["lanes"]), CountKnown: make([]bool, v["lanes"])}
}

// newStash is the golden model and its stimulus: phases that fill the stack and
// phases that empty it.
func newStash(v blocks.Values, rng *rand.Rand) (*goldenStash, func(cycle int) stashIn) {
	g := &goldenStash{depth: v["depth"], count: make([]int, v["lanes"])}
	limit := new(big.Int).Lsh(big.NewInt(1), uint(v["width"]))
	kicks := make([]uint8, v["lanes"])
	return g, func(cycle int) stashIn {
		for i := range kicks {
			kicks[i] = uint8(rng.Intn(8))
		}
		filling := cycle/20%2 == 0
		return stashIn{
			Push: rng.Intn(8) > 0 == filling, Pop: rng.Intn(8) > 0, Data: new(big.Int).Rand(rng, limit), Kicks: kicks,
		}
	}
}

func newStashCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	g, drive := newStash(v, rng)
	observe := func(in stashIn, out stashOut, hit func(string)) {
		for _, coverPoint := range []struct {
			name string
			on   bool
		}{
			{"full", out.Level == g.depth},
			{"empty", out.Level == 0},
			{"push_when_full", in.Push && out.Level == g.depth},
			{"pop_when_empty", in.Pop && out.Level == 0},
			{"count_above_20", !out.CountKnown[0]},
		} {
			if coverPoint.on {
				hit(coverPoint.name)
			}
		}
	}
	return testbench.NewCase(stashPrototypeIn(v), stashPrototypeOut(v), g.Step, drive, observe)
}
