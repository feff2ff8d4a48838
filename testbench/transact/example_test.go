package transact_test

import (
	"fmt"
	"log"
	"math/rand"
	"strings"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
	"culprit.example/culprit/testbench/transact"
)

// Stream is one end of a link of beats with valid and ready: F is the direction of the beats,
// B that of ready.
type Stream[F, B rtlgen.Direction] struct {
	Valid F `doc:"a beat is there"`
	Data  F `width:"8" doc:"the beat. Unknown while not valid"`
	Last  F `doc:"it ends a packet. Unknown while not valid"`
	Ready B `doc:"the beat is taken"`
}

type SwapPorts struct {
	_ rtlgen.Unit                   `name:"swap_case" doc:"swaps upper and lower case in a stream of letters"`
	S Stream[rtlgen.In, rtlgen.Out] `doc:"stream, receiving side"`
	M Stream[rtlgen.Out, rtlgen.In] `doc:"stream, sending side"`
}

// SwapCase is the block: a register for a beat.
func SwapCase() *rtlgen.Typed[SwapPorts] {
	m, io := rtlgen.New[SwapPorts](nil)
	full := m.Reg("full", 1, 0)
	take := m.Let("take", full.AndNot(io.M.Ready).Not())
	data, last := m.Reg("data", 8, 0), m.Reg("last", 1, 0)
	m.If(take, func() {
		full.Set(io.S.Valid)
		data.Set(io.S.Data.Xor(0x20))
		last.Set(io.S.Last)
	})
	io.S.Ready.Drive(take)
	io.M.Valid.Drive(full)
	io.M.Data.Drive(data)
	io.M.Last.Drive(last)
	return m
}

// The bench has a field for every port, as for a cycle-exact model.
type (
	SwapIn struct {
		SValid bool
		SData  uint8
		SLast  bool
		MReady bool
	}
	SwapOut struct {
		SReady bool
		MValid bool
		MData  uint8 `valid:"MValid"`
		MLast  bool  `valid:"MValid"`
	}
	Beat struct {
		Data uint8
		Last bool
	}
	Packet string // the transaction: its bytes
)

// swapCase is the run: a source, a sink, and a board with the model in one line.
func swapCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	run := transact.New(SwapIn{}, SwapOut{})
	board := transact.NewBoard(run, transact.Rules[int, Packet]{
		Key:    func(Packet) int { return 0 }, // all in order
		Within: transact.Bound(4, 40),         // cycles alone, and more for each other packet
	})
	out := transact.AddSink(run, transact.Sink[SwapIn, SwapOut, Beat, Packet]{
		Name:  "m",
		Take:  func(out SwapOut) (Beat, bool) { return Beat{out.MData, out.MLast}, out.MValid },
		Last:  func(b Beat) bool { return b.Last },
		Whole: func(beats []Beat) (Packet, error) { return packet(beats), nil },
		Got:   board.Arrive,
		Ready: func(in *SwapIn, ready bool) { in.MReady = ready },
		Pause: func(int) bool { return rng.Intn(3) == 0 },
	})
	transact.AddSource(run, transact.Source[SwapIn, SwapOut, Beat, Packet]{
		Name: "s",
		Put:  func(in *SwapIn, b Beat, valid bool) { in.SValid, in.SData, in.SLast = valid, b.Data, b.Last },
		Next: func(int) (Packet, bool) { return words[rng.Intn(len(words))], rng.Intn(4) > 0 },
		Beats: func(p Packet) (beats []Beat) {
			for i := range len(p) {
				beats = append(beats, Beat{p[i], i == len(p)-1})
			}
			return beats
		},
		Sent:  func(p Packet) { board.Expect(out, swapped(p)) },
		Ready: func(out SwapOut) bool { return out.SReady },
		Pause: func(int) bool { return rng.Intn(5) == 0 },
	})
	run.Watch(func(in SwapIn, out SwapOut, hit func(string)) {
		if out.MValid && !in.MReady && in.SValid {
			hit("full and more waits")
		}
	})
	return run.Case()
}

var words = []Packet{"Go", "Verilog", "bench", "A"}

// packet is the letters of beats.
func packet(beats []Beat) (p Packet) {
	for _, b := range beats {
		p += Packet(b.Data)
	}
	return p
}

// swapped is the model: plain Go, from what goes in to what must come out.
func swapped(p Packet) Packet {
	return Packet(strings.Map(func(r rune) rune { return r ^ 0x20 }, string(p)))
}

var swapBench = testbench.Bench{
	Block:       blocks.Of(func(struct{}) *rtlgen.Typed[SwapPorts] { return SwapCase() }),
	New:         swapCase,
	MinCycles:   2000,
	CoverPoints: []string{"full and more waits"},
	Mutants: []testbench.Mutant{
		{Name: "takes_when_full", Mutate: mutant.DropTerm("take", 0)},
		{Name: "bit_stuck", Mutate: mutant.StuckBit("data", 3, 0)},
	},
}

// A bench of transactions: a block with valid and ready on both sides, a source of packets, a
// sink, and a board that knows what must arrive. It is verified, drawn and written as a
// Verilog testbench like any other bench.
func Example() {
	report, err := testbench.Verify(swapBench, nil, testbench.Options{Engines: []string{"reference"}, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("passed:", report.Passed, "with", report.Transactions, "packets")

	wrong := testbench.WithMutant(swapBench, swapBench.Mutants[1])
	report, err = testbench.Verify(wrong, nil, testbench.Options{Engines: []string{"reference"}, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	for _, b := range report.Breaches {
		fmt.Printf("cycle %d: %s\n", b.Cycle, b)
	}

	missed, err := testbench.CheckMutants(swapBench, nil, testbench.Options{Seed: 1})
	fmt.Println("mutants that the board did not notice:", missed, err)
	// Output:
	// passed: true with 284 packets
	// cycle 9: m: transaction "BEFC@": it is not expected, or damaged: the next one of flow 0 is "BENCH", which came in in cycle 7
	// mutants that the board did not notice: [] <nil>
}
