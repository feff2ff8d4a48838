package packets_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/packets"
)

// ports is a module with these ports, such as "in rx_valid 2"; each output is 0.
func ports(t *testing.T, list ...string) *ir.Module {
	t.Helper()
	m := rtlgen.NewModule("some")
	for _, p := range list {
		var kind, name string
		var width int
		_, err := fmt.Sscan(p, &kind, &name, &width)
		assert.NilError(t, err)
		if kind == "in" {
			m.Unused(name, m.Input(name, width))
		} else {
			m.Output(name, m.Const(width, 0))
		}
	}
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	return d.Top
}

var axis = []string{"in s_tvalid 1", "out s_tready 1", "in s_tdata 16", "in s_tkeep 2", "in s_tlast 1", "in s_tuser 1"}

// TestEdges: which ports are edges.
func TestEdges(t *testing.T) {
	t.Parallel()
	for want, list := range map[string][]string{
		"s(in)":               axis,
		"m(out)":              {"out m_tvalid 1", "in m_tready 1", "out m_tdata 64", "out m_tlast 1"},
		"rx[0](in) rx[1](in)": {"in rx_valid 2", "in rx_data 128", "in rx_sop 2", "in rx_eop 2"},
		"tx(out)":             {"out tx_valid 1", "out tx_data 96", "out tx_head 1", "out tx_tail 1"},
		"":                    {"in a_valid 1", "in a_data 8", "in b_tvalid 1", "in b_tlast 1"},
		" ":                   {"in c_valid 2", "in c_data 12", "in c_sop 2", "in c_eop 2"},
		"d(in)":               {"in d_tvalid 1", "in d_tdata 8", "in d_tlast 1", "in d_tuser 5"},
		"  ":                  {"in e_tvalid 1", "in e_tdata 16", "in e_tkeep 3", "in e_tlast 1"},
		"f(out) g(in)":        {"out f_tvalid 1", "out f_tdata 8", "out f_tlast 1", "in g_tvalid 1", "in g_tdata 8", "in g_tlast 1"},
		"   ":                 {"in h_tvalid 1", "out h_tdata 8", "in h_tlast 1"},
	} {
		var got []string
		for _, e := range packets.Edges(ports(t, list...)) {
			direction := "out"
			if e.Input {
				direction = "in"
			}
			got = append(got, fmt.Sprintf("%s(%s)", e.Name, direction))
		}
		assert.Equal(t, strings.Join(got, " "), strings.TrimSpace(want), "%v", list)
	}
}

// wire joins a driver and a capture: the values of the ports of an edge.
type wire map[string][]uint64

func (w wire) set(port string, lo, width int, value uint64) {
	for b := range width {
		at := lo + b
		for len(w[port]) <= at/64 {
			w[port] = append(w[port], 0)
		}
		w[port][at/64] = w[port][at/64]&^(1<<(at%64)) | value>>b&1<<(at%64)
	}
}

func (w wire) read(port string) []uint64 { return w[port] }

// pass sends packets over an edge into a file, whose sink is ready at random.
func pass(t *testing.T, e packets.Edge, ready string, list [][]byte) []byte {
	t.Helper()
	const seed = 5
	r := rand.New(rand.NewPCG(seed, 0))
	d, err := packets.NewDrive(e, list)
	assert.NilError(t, err)
	var file bytes.Buffer
	w, err := packets.NewWriter(&file, e, 10*time.Nanosecond)
	assert.NilError(t, err)
	pins := wire{}
	c := packets.NewCapture(e, pins.read, w)
	for cycle := uint64(0); d.Left() > 0; cycle++ {
		assert.Assert(t, cycle < 10000, "the packets never end: seed %d", seed)
		d.Set(pins.set)
		if ready != "" {
			pins.set(ready, 0, 1, r.Uint64()&1)
		}
		c.Sample(cycle)
		d.Clock(pins.read)
	}
	assert.NilError(t, w.Close())
	assert.Equal(t, c.Packets, len(list))
	return file.Bytes()
}

// TestWayThroughAFile: what is driven is what is captured, and what is read back from the file.
func TestWayThroughAFile(t *testing.T) {
	t.Parallel()
	var list [][]byte
	for n := 1; n < 40; n++ {
		p := make([]byte, n)
		for i := range p {
			p[i] = byte(17*n + i)
		}
		list = append(list, p)
	}
	whole := [][]byte{list[11], list[23]} // multiples of the beat
	for name, x := range map[string]struct {
		ports []string
		edge  string
		ready string
		list  [][]byte
	}{
		"stream":          {axis, "s", "s_tready", list},
		"without bytes":   {[]string{"in s_tvalid 1", "in s_tdata 32", "in s_tlast 1"}, "s", "", whole},
		"link":            {[]string{"in rx_valid 1", "in rx_data 32", "in rx_sop 1", "in rx_eop 1"}, "rx", "", whole},
		"one of several":  {[]string{"in rx_valid 3", "in rx_data 96", "in rx_sop 3", "in rx_eop 3"}, "rx[2]", "", whole},
		"heads and tails": {[]string{"in rx_valid 1", "in rx_data 96", "in rx_head 1", "in rx_tail 1", "in rx_bad 1"}, "rx", "", whole},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := packets.Find(ports(t, x.ports...), x.edge)
			assert.NilError(t, err)
			file := pass(t, e, x.ready, x.list)
			got, err := packets.Read(bytes.NewReader(file))
			assert.NilError(t, err)
			assert.DeepEqual(t, got, x.list)
			assert.DeepEqual(t, pass(t, e, x.ready, x.list), file)
		})
	}
}

// TestByteOrder: a stream has its first byte lowest, a link highest.
func TestByteOrder(t *testing.T) {
	t.Parallel()
	for edge, x := range map[string]struct {
		ports []string
		want  uint64
	}{"s": {axis, 0x0201}, "rx": {[]string{"in rx_valid 1", "in rx_data 16", "in rx_sop 1", "in rx_eop 1"}, 0x0102}} {
		e, err := packets.Find(ports(t, x.ports...), edge)
		assert.NilError(t, err)
		d, err := packets.NewDrive(e, [][]byte{{1, 2}})
		assert.NilError(t, err)
		pins := wire{}
		d.Set(pins.set)
		assert.Equal(t, pins[edge+map[string]string{"s": "_tdata", "rx": "_data"}[edge]][0], x.want)
	}
}

// TestPartsOfPackets: the rest of a packet whose head nobody saw, and what a reset cuts, are not written.
func TestPartsOfPackets(t *testing.T) {
	t.Parallel()
	e, err := packets.Find(ports(t, "in rx_valid 1", "in rx_data 8", "in rx_sop 1", "in rx_eop 1", "in rx_bad 1"), "rx")
	assert.NilError(t, err)
	var file bytes.Buffer
	w, err := packets.NewWriter(&file, e, time.Nanosecond)
	assert.NilError(t, err)
	pins := wire{}
	c := packets.NewCapture(e, pins.read, w)
	for cycle, beat := range []string{"  e", "s", "R", "  e", "", "s", "", "  e", "s e", "s eb", "s"} {
		if beat == "R" {
			c.Restart()
			continue
		}
		flag := func(letter string) uint64 {
			if strings.Contains(beat, letter) {
				return 1
			}
			return 0
		}
		pins.set("rx_valid", 0, 1, 1)
		pins.set("rx_data", 0, 8, uint64(cycle))
		pins.set("rx_sop", 0, 1, flag("s"))
		pins.set("rx_eop", 0, 1, flag("e"))
		pins.set("rx_bad", 0, 1, flag("b"))
		c.Sample(uint64(cycle))
	}
	assert.NilError(t, w.Close())
	list, err := packets.Read(&file)
	assert.NilError(t, err)
	assert.DeepEqual(t, list, [][]byte{{5, 6, 7}, {8}, {9}})
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	m := ports(t, append([]string{"out m_tvalid 1", "out m_tdata 16", "out m_tlast 1"}, axis...)...)
	_, err := packets.Find(m, "x")
	assert.Error(t, err, "some has no edge x; its edges are m, s")
	_, err = packets.Find(ports(t, "in a 1"), "x")
	assert.ErrorContains(t, err, "some has no edge x: packets pass ports such as NAME_tvalid,")
	out, err := packets.Find(m, "m")
	assert.NilError(t, err)
	_, err = packets.NewDrive(out, nil)
	assert.Error(t, err, "edge m cannot be given packets: they leave the design there")
	in, err := packets.Find(m, "s")
	assert.NilError(t, err)
	_, err = packets.NewDrive(in, [][]byte{{1}, {}})
	assert.Error(t, err, "packet 2 for edge s has no bytes")
	words, err := packets.Find(ports(t, "in w_tvalid 1", "in w_tdata 32", "in w_tlast 1"), "w")
	assert.NilError(t, err)
	_, err = packets.NewDrive(words, [][]byte{{1, 2, 3, 4}, {1}})
	assert.ErrorContains(t, err, "packet 2 for edge w has 1 bytes: without a pin for the bytes of a beat, lengths are multiples of 4")
	for text, want := range map[string]string{
		"":              "the file is neither pcap nor pcapng: it ends within the first four bytes",
		"nothing of it": "the file is neither pcap nor pcapng: ",
	} {
		_, err = packets.Read(strings.NewReader(text))
		assert.ErrorContains(t, err, want)
	}
	file := pass(t, in, "s_tready", [][]byte{{1, 2, 3, 4, 5}})
	_, err = packets.Read(bytes.NewReader(file[:len(file)-6]))
	assert.ErrorContains(t, err, "the file of pcapng ends within a block, or a block has a wrong length: capture it again")
}
