package board

import (
	"context"
	"errors"
	"slices"
	"strings"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/ir"
)

// Simulate runs the netlist of a board with this setting of the switches, from reset until
// the light for done is on: the text that came over the UART, with bitCycles cycles per
// bit. The error is a property that does not hold, a line that is no UART, a design
// that is no board, or that of ctx.
func Simulate(ctx context.Context, d *ir.Design, switches, bitCycles int) (string, error) {
	e, err := cyclesim.New(d, cyclesim.Options{Seed: 1})
	if err != nil {
		return "", err
	}
	tx, done := output(d, "tx"), output(d, "led_done")
	if tx < 0 || done < 0 {
		return "", caller.Errorf("module %s is no board: it has no outputs tx and led_done", d.Top.Name)
	}
	r := &receiver{ctx: ctx, engine: e, bitCycles: bitCycles, tx: tx}
	e.SetInput(0, []uint64{uint64(switches)})
	var text strings.Builder
	for r.level(done) == 0 || r.level(r.tx) == 0 {
		char, ok := r.next()
		if r.err != nil {
			return text.String(), r.err
		}
		if ok {
			text.WriteByte(char)
		}
	}
	if list := e.Failures(); len(list) > 0 {
		return text.String(), errors.New(list[0].String())
	}
	return text.String(), r.err
}

// output is the number of an output, -1 if there is none of the name.
func output(d *ir.Design, name string) int {
	return slices.IndexFunc(d.Top.Outputs(), func(p *ir.Signal) bool { return p.Name == name })
}

// receiver listens to a UART.
type receiver struct {
	ctx       context.Context
	engine    cyclesim.Engine
	bitCycles int
	tx        int // output port
	err       error
}

func (r *receiver) level(port int) uint64 {
	var word [1]uint64
	r.engine.Eval()
	r.engine.Output(port, word[:])
	return word[0]
}

func (r *receiver) run(n int) {
	if r.err == nil {
		r.err = r.engine.Run(r.ctx, n)
	}
}

// next is a cycle of an idle line, or a character, which it looks at in the middle of its bits.
func (r *receiver) next() (char byte, ok bool) {
	if r.level(r.tx) == 1 {
		r.run(1)
		return 0, false
	}
	r.run(r.bitCycles / 2)
	for i := range charBits {
		r.run(r.bitCycles)
		char |= byte(r.level(r.tx)) << i
	}
	r.run(r.bitCycles)
	if r.err == nil && r.level(r.tx) == 0 {
		r.err = errors.New("a character on the UART has no stop bit")
	}
	r.run((r.bitCycles + 1) / 2)
	return char, true
}
