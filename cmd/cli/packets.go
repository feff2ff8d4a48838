package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/packets"
	"culprit.example/culprit/testbench/simulate"
)

func captureFlag(usage string) cli.Flag {
	return &cli.StringSliceFlag{Name: "pcap", Usage: "`EDGE=FILE`: " + usage + "; may be repeated"}
}

// defaultPeriod is the clock cycle in files of packets, in ns.
const defaultPeriod = 10

func periodFlag() cli.Flag {
	return &cli.Float64Flag{Name: "clock-period", Value: defaultPeriod,
		Usage: "a clock cycle takes `N` ns in files of packets"}
}

// maxPeriod is the longest clock cycle, in ns: a second.
const maxPeriod = 1e9

// period is --clock-period; files of packets have whole nanoseconds of it.
func period(c *cli.Context) (time.Duration, error) {
	ns := c.Float64("clock-period")
	if !(ns >= 1 && ns <= maxPeriod) {
		return 0, fmt.Errorf("cannot use --clock-period %g: give the ns of a clock cycle, from 1 to %g", ns, maxPeriod)
	}
	if c.IsSet("clock-period") && len(c.StringSlice("pcap")) == 0 {
		return 0, fmt.Errorf("--clock-period is about the times in files of packets: give --pcap EDGE=FILE, too")
	}
	return time.Duration(ns * float64(time.Nanosecond)), nil
}

// edgeFile is an edge and the path of a file.
type edgeFile struct {
	edge packets.Edge
	path string
}

// edgeFiles reads the values EDGE=FILE of an option.
func edgeFiles(c *cli.Context, option string, m *ir.Module) ([]edgeFile, error) {
	var list []edgeFile
	for _, text := range c.StringSlice(option) {
		name, path, ok := strings.Cut(text, "=")
		if !ok || name == "" || path == "" {
			return nil, fmt.Errorf("cannot read %q of --%s: write EDGE=FILE", text, option)
		}
		e, err := packets.Find(m, name)
		if err != nil {
			return nil, fmt.Errorf("--%s %s: %w", option, text, err)
		}
		list = append(list, edgeFile{e, path})
	}
	return list, nil
}

func capturesOf(c *cli.Context, d *ir.Design) ([]edgeFile, error) { return edgeFiles(c, "pcap", d.Top) }

// pathsOf are the paths of files.
func pathsOf(list []edgeFile) (paths []string) {
	for _, x := range list {
		paths = append(paths, x.path)
	}
	return paths
}

// targets are the edges with their files, which are open.
func targets(list []edgeFile, files []io.Writer) (all []packets.Target) {
	for i, x := range list {
		all = append(all, packets.Target{Edge: x.edge, File: files[i]})
	}
	return all
}

// packetsOf reads the files of --packets.
func packetsOf(c *cli.Context, d *ir.Design) ([]simulate.Packets, error) {
	files, err := edgeFiles(c, "packets", d.Top)
	if err != nil {
		return nil, err
	}
	var list []simulate.Packets
	for _, x := range files {
		f, err := os.Open(x.path)
		if err != nil {
			return nil, fmt.Errorf("cannot read the packets: %w", err)
		}
		p, err := packets.Read(f)
		f.Close()
		if err == nil {
			_, err = packets.NewDrive(x.edge, p)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.path, err)
		}
		list = append(list, simulate.Packets{Edge: x.edge, List: p})
	}
	return list, nil
}

// captureSampler writes what passes edges of a running engine.
type captureSampler struct {
	packets.Captures
	engine cyclesim.Engine
}

// Sample takes a cycle, unless reset is on.
func (s captureSampler) Sample(cycle uint64) {
	if s.engine.InReset() {
		s.Restart()
		return
	}
	s.Captures.Sample(cycle)
}

// portsOf reads the ports of an engine.
func portsOf(e cyclesim.Engine) (packets.Reader, error) {
	type port struct {
		cyclesim.Probe
		value []uint64
	}
	ports := map[string]port{}
	for _, s := range e.Design().Top.Ports {
		probe, err := e.Probe(s.Name)
		if err != nil {
			return nil, err
		}
		ports[s.Name] = port{probe, make([]uint64, (probe.Width+63)/64)}
	}
	return func(name string) []uint64 {
		p := ports[name]
		p.Read(p.value)
		return p.value
	}, nil
}
