package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/packets"
)

func (p *program) waveCommand() *cli.Command {
	return &cli.Command{
		Name:      "wave",
		Usage:     "write a waveform (VCD) of a block under the stimulus of its bench",
		UsageText: "rtlgen wave BLOCK [-p name=value]... [--cycles N] [--from N] [--to N] [--scope PATH]... [-o FILE.vcd]",
		Description: "The scope of the block has clk and rst, which is high in the cycles with reset on: before some\n" +
			"of them the power is off, and registers have arbitrary values. The scope named golden holds the\n" +
			"outputs that the golden model expects. What is not compared is x there: all while reset is on, and\n" +
			"lanes whose value does not matter; NAME_known has a one for each lane of NAME that is compared.\n" +
			"Of a bench of transactions the scope is named recorded, and holds what the fastest engine did.\n\n" +
			"A run is decided by BLOCK, parameters, --cycles and --seed; --from and --to choose what is drawn\n" +
			"of it, --scope the instances, by their path in the waveform. Of a register array the first 64\n" +
			"elements are drawn. With --memories word 5 of memory ram is ram[5]; there may be 65,536 words.\n\n" +
			"Examples:\n  rtlgen wave fifo -p depth=4 --cycles 100 -o fifo.vcd\n" +
			"  rtlgen wave recn_switch --cycles 20000 --seed 7 --from 12300 --to 12400 --scope recn_switch.in_port_0.cam",
		Flags: []cli.Flag{
			paramFlag(), p.networkFlag(), benchFlag("the first"),
			cyclesFlag("run `N` cycles (default: 1000)"),
			seedFlag(),
			&cli.StringFlag{Name: "from", Usage: "draw from cycle `N` on (default: 0)"},
			&cli.StringFlag{Name: "to", Usage: "draw up to cycle `N` and with it (default: the last one)"},
			&cli.StringSliceFlag{Name: "scope",
				Usage: "draw the instance of this `PATH` and what is in it, such as recn_switch.in_port_0; may be repeated (default: all)"},
			&cli.BoolFlag{Name: "memories", Usage: "draw the words of memories, too"},
			captureFlag("write the packets that pass an edge such as tx[3] or m_axis0 in these cycles to a file of pcapng"),
			periodFlag(),
			&cli.StringFlag{Name: "out", Aliases: []string{"o"},
				Usage: "write `FILE.vcd` (default: BLOCK.vcd; - is standard output)"},
		},
		Action: p.onNetwork((*program).wave),
	}
}

// defaultWaveCycles is the length of a waveform that nobody chose.
const defaultWaveCycles = 1000

func (p *program) wave(c *cli.Context) error {
	b, given, err := p.chosenBench(c)
	if err != nil {
		return err
	}
	o, err := runOptions(c)
	if err != nil {
		return err
	}
	if o.Cycles == 0 {
		o.Cycles = defaultWaveCycles
	}
	o.Context = c.Context
	if o.Wave, err = waveOptions(c, o.Cycles); err != nil {
		return err
	}
	cycle, err := period(c)
	if err != nil {
		return err
	}
	var captured []edgeFile
	if len(c.StringSlice("pcap")) > 0 {
		d, err := b.Block.Elaborate(given)
		if err != nil {
			return err
		}
		if captured, err = capturesOf(c, d); err != nil {
			return err
		}
	}
	paths := append([]string{cmp.Or(c.String("out"), b.Block.Name+".vcd")}, pathsOf(captured)...)
	var files []io.Writer
	var taken packets.Captures
	o.Wave.Samplers = func(e cyclesim.Engine) ([]cyclesim.Sampler, error) {
		if len(captured) == 0 {
			return nil, nil
		}
		read, err := portsOf(e)
		if err != nil {
			return nil, err
		}
		taken, err = packets.OpenCaptures(targets(captured, files[1:]), read, cycle)
		return []cyclesim.Sampler{captureSampler{taken, e}}, err
	}
	write, err := testbench.PrepareWave(b, given, o) // before a FIFO waits for its reader
	if err != nil {
		return err
	}
	err = withFiles(c.Context, p.stdout, paths, func(open []io.Writer) error {
		files = open
		return errors.Join(write(open[0]), taken.Close())
	})
	if err != nil || paths[0] == standardOutput {
		return err
	}
	fmt.Fprintf(p.stdout, "%s: %s in %s\n", b.Block.Name, count(o.Wave.Until-o.Wave.From, "cycle"), paths[0])
	for i, x := range captured {
		fmt.Fprintf(p.stdout, "%s: %s in %s\n", x.edge.Name, count(taken[i].Packets, "packet"), x.path)
	}
	return nil
}

// waveOptions reads what is to be drawn of a run.
func waveOptions(c *cli.Context, cycles int) (testbench.WaveOptions, error) {
	o := testbench.WaveOptions{VCD: cyclesim.VCDOptions{Memories: c.Bool("memories")}}
	for _, scope := range c.StringSlice("scope") {
		if scope == "" {
			return o, errors.New("--scope is empty: give the path of an instance, or leave it out")
		}
		o.VCD.Scopes = append(o.VCD.Scopes, scope)
	}
	from, err := cycleNumber(c, "from", 0, cycles)
	if err != nil {
		return o, err
	}
	to, err := cycleNumber(c, "to", cycles-1, cycles)
	if err != nil {
		return o, err
	}
	if to < from {
		return o, fmt.Errorf("--from %d --to %d draw no cycle: the first comes after the last", from, to)
	}
	o.From, o.Until = from, to+1
	return o, nil
}

// cycleNumber reads the number of a cycle of the run.
func cycleNumber(c *cli.Context, option string, otherwise, cycles int) (int, error) {
	text := c.String(option)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	switch {
	case err != nil || n < 0 || n >= maxCycles:
		return 0, fmt.Errorf("cannot use --%s %s: give the number of a cycle, from 0 to %d", option, text, cycles-1)
	case n >= cycles:
		return 0, fmt.Errorf("--%s %d lies behind the run, which has the cycles 0 to %d: give --cycles, too", option, n,
			cycles-1)
	}
	return n, nil
}
