package board_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/board"
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// Of the runs here. Bits on the UART are as short as they can be.
const (
	cycles    = 4000
	bitCycles = 2
)

func elaborate(t *testing.T, list []*blocks.Block, name string, params map[string]int) *ir.Design {
	t.Helper()
	d, err := blocks.Find(list, name).Elaborate(params)
	assert.NilError(t, err)
	return d
}

// printed is what a board prints with this setting of the switches.
func printed(t *testing.T, switches int) []board.Counter {
	t.Helper()
	d := elaborate(t, board.Blocks(), "recn_board", map[string]int{"cycles": cycles, "bit_cycles": bitCycles})
	text, err := board.Simulate(context.Background(), d, switches, bitCycles)
	assert.NilError(t, err)
	list, err := board.Read("002 43 00cut off" + text)
	assert.NilError(t, err)
	return list
}

// TestPrint: the counters that come over the UART are those of the network alone under the
// same load, and nothing is lost.
func TestPrint(t *testing.T) {
	t.Parallel()
	for _, switches := range []int{0b0110, 0b1111} {
		t.Run(fmt.Sprintf("switches=%04b", switches), func(t *testing.T) {
			t.Parallel()
			list := printed(t, switches)
			sums := map[string]uint64{}
			for _, c := range list {
				fields := strings.Fields(c.Name)
				sums[fields[len(fields)-1]] += c.Value
			}
			assert.Assert(t, sums["sent"] > 900, "%d packets", sums["sent"])
			assert.Equal(t, sums["received"], sums["sent"])
			assert.Equal(t, sums["delivered"], sums["sent"])
			assert.Equal(t, sums["status"], uint64(switches))
			alone := aloneRun(t, switches)
			for _, c := range list {
				if c.Name != "board status" {
					assert.Equal(t, c.Value, alone(c), c.Name)
				}
			}
		})
	}
}

// aloneRun runs the network of the board without the board, and reads its counters. The
// times are those of the contract.
func aloneRun(t *testing.T, switches int) func(board.Counter) uint64 {
	t.Helper()
	d := elaborate(t, fabric.Blocks(fabric.Schemes{recn.Scheme()}), "fabric_tree",
		map[string]int{"levels": 1, "ports": 4, "queue": 1024})
	e, err := cyclesim.New(d, cyclesim.Options{Seed: 2})
	assert.NilError(t, err)
	set := func(name string, x int) {
		for i, p := range d.Top.Inputs() {
			if p.Name == name {
				e.SetInput(i, []uint64{uint64(x)})
			}
		}
	}
	get := func(name string) uint64 {
		e.Eval()
		v, err := e.Peek(name)
		assert.NilError(t, err)
		return v.Uint64()
	}
	run := func(n int) { assert.NilError(t, e.Run(context.Background(), n)) }

	set("seed", 1)
	set("load", (switches>>1+1)<<13)
	set("hot_rate", switches&1<<15)
	set("hot_node", 3)
	set("hot_start", 128+cycles/4)
	set("hot_end", 128+cycles/2)
	set("measure", 1)
	run(4 + 128)
	set("enable", 1)
	run(cycles)
	set("enable", 0)
	last := get("delivered")
	for since := 0; since < 1025; since++ { // the last arrival
		run(1)
		if now := get("delivered"); now != last {
			last, since = now, -1
		}
	}
	set("measure", 0)
	run(5)
	return func(c board.Counter) uint64 {
		switch c.Name {
		case "board delivered", "board digest":
			return get(strings.TrimPrefix(c.Name, "board "))
		}
		set("read_unit", c.Unit)
		set("read_address", c.Address)
		run(3)
		return get("read_data")
	}
}

// TestReadRefuses: what is no print of a board is refused, with what is wrong.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	var all []string
	for _, c := range board.Counters() {
		all = append(all, c.String())
	}
	text := func(lines []string) string { return strings.Join(lines, "\r\n") }
	changed := append([]string{}, all...)
	changed[70] = "000 46 00000000000000g0"
	for _, c := range []struct{ text, want string }{
		{"hello", `no line begins with "000 00 ", the first counter: give what the board prints after reset, at 115200 baud`},
		{text(all[:100]), "the text has 100 of 329 counters: wait until the light for done is on"},
		{text(changed), `"000 46 00000000000000g0" should be counter "node 0 order_errors": give the text as the board printed it, from one run`},
		{text(append(append([]string{}, all[:5]...), all[6:]...)) + "\r\nmore",
			`"000 06 0000000000000000" should be counter "node 0 latency_5": give the text as the board printed it, from one run`},
	} {
		_, err := board.Read(c.text)
		assert.Error(t, err, c.want)
	}
}

// TestPins: the constraints of the ULX3S have every pin of the board once, and its clock.
func TestPins(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("ulx3s.lpf")
	assert.NilError(t, err)
	sites := map[string]string{}
	for _, line := range strings.Split(string(text), "\n") {
		var port, site string
		if n, _ := fmt.Sscanf(line, "LOCATE COMP %q SITE %q;", &port, &site); n == 2 {
			assert.Equal(t, sites[site], "", site)
			sites[site] = port
			assert.Assert(t, strings.Contains(string(text), fmt.Sprintf("IOBUF PORT %q ", port)), port)
		}
	}
	d := elaborate(t, board.Blocks(), "recn_board", nil)
	pins := 2 // clock and reset
	for _, p := range append(d.Top.Inputs(), d.Top.Outputs()...) {
		pins += p.Width
	}
	assert.Equal(t, len(sites), pins)
	assert.Assert(t, strings.Contains(string(text), `FREQUENCY PORT "clk" 25 MHZ;`))
}

// TestRefuses: parameters that do not go together.
func TestRefuses(t *testing.T) {
	t.Parallel()
	_, err := blocks.Find(board.Blocks(), "recn_board").Resolve(map[string]int{"slots": 9})
	assert.Error(t, err,
		"block recn_board: slots=9 is too few for saqs=4: give at least 10 slots (2 for the cold queue, 2 per SAQ), or at most saqs=3")
}
