package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/packets"
)

// framesFile has frames with a few lengths, captured from the edge of a run, and returns them.
func framesFile(t *testing.T, dir string) [][]byte {
	t.Helper()
	list := [][]byte{}
	for _, n := range []int{60, 61, 64, 65, 1500, 1} {
		list = append(list, bytes.Repeat([]byte{byte(n), 0x5a, 0xff}, n)[:n])
	}
	file := []byte{0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 1, 0, 0, 0}
	for _, p := range list {
		length := []byte{byte(len(p)), byte(len(p) >> 8), 0, 0}
		file = append(append(append(append(file, make([]byte, 8)...), length...), length...), p...)
	}
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "in.pcap"), file, 0o666))
	return list
}

func read(t *testing.T, dir, name string) [][]byte {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, name))
	assert.NilError(t, err)
	defer f.Close()
	list, err := packets.Read(f)
	assert.NilError(t, err)
	return list
}

// TestSimPackets: frames of a file go through a switch and come out as they were; all engines do the same.
func TestSimPackets(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	list := framesFile(t, dir)
	out := held(t, dir, "sim", "recn_axis_switch", "-p", "ports=2", "--packets", "s_axis0=in.pcap", "--set", "s_axis0_tdest=1",
		"--set", "m_axis1_tready=1", "--pcap", "m_axis1=out.pcapng", "--pcap", "s_axis0=in.pcapng", "--cycles", "2000",
		"--engine", "native,reference")
	assert.DeepEqual(t, read(t, dir, "out.pcapng"), list)
	assert.DeepEqual(t, read(t, dir, "in.pcapng"), list)
	assert.Assert(t, strings.Contains(out, "s_axis0: 6 packets\nm_axis1: 6 packets\ns_axis0: 6 packets\n"), out)
	short := held(t, dir, "sim", "recn_axis_switch", "-p", "ports=2", "--packets", "s_axis0=in.pcap", "--cycles", "20")
	assert.Assert(t, strings.Contains(short, "s_axis0: 2 packets, 4 left\n"), short)
}

// TestWavePackets: what passes the links of a switch in its bench.
func TestWavePackets(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := held(t, dir, "wave", "recn_switch", "--cycles", "1000", "--from", "300", "--pcap", "tx[3]=tx.pcapng", "--pcap",
		"rx[1]=rx.pcapng", "--clock-period", "6.4")
	assert.Assert(t, strings.Contains(out, "recn_switch: 700 cycles in recn_switch.vcd\n"), out)
	sent := read(t, dir, "tx.pcapng")
	assert.Assert(t, len(sent) > 10 && len(read(t, dir, "rx.pcapng")) > 10)
	for _, p := range sent {
		assert.Assert(t, len(p) > 0 && len(p) <= 64, "%x", p)
	}
}

func TestWrongPackets(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	framesFile(t, dir)
	for want, args := range map[string][]string{
		`cannot read "s_axis0" of --packets: write EDGE=FILE`:                    {"--packets", "s_axis0"},
		"--packets rx=in.pcap: recn_axis_switch_ports2 has no edge rx; its":      {"--packets", "rx=in.pcap"},
		"cannot read the packets: open none.pcap: no such file":                  {"--packets", "s_axis0=none.pcap"},
		"in.pcap: edge m_axis1 cannot be given packets: they leave the design":   {"--packets", "m_axis1=in.pcap"},
		"cannot use --clock-period 0.5: give the ns of a clock cycle, from 1 to": {"--clock-period", "0.5", "--pcap", "m_axis0=x"},
		"--clock-period is about the times in files of packets":                  {"--clock-period", "5"},
		"--top is for Verilog, and recn_axis_switch is a block":                  {"--top", "x"},
	} {
		r := rtlgen(t, dir, nil, append([]string{"sim", "recn_axis_switch", "-p", "ports=2"}, args...)...)
		assert.Equal(t, r.status, statusWrongCall, want)
		assert.Assert(t, strings.HasPrefix(r.stderr, "rtlgen: "+want), r.stderr)
	}
}
