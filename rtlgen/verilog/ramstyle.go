package verilog

import (
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// memoryAttributes tell synthesis tools what the memory is made of and, if the word
// that is written may read as anything, to build no logic for that case. Yosys and
// Vivado read ram_style, Synplify syn_ramstyle; for a collision Yosys reads
// no_rw_check, Vivado rw_addr_collision.
func memoryAttributes(m *ir.Memory) string {
	style := m.Technology()
	if style == ir.StyleDistributed && m.Style == ir.StyleAuto {
		style = ir.StyleAuto // tools find it out; Yosys refuses the word on devices without LUT RAM
	}
	var list, synplify []string
	if style != ir.StyleAuto {
		list = append(list, fmt.Sprintf("ram_style = %q", style))
		synplify = append(synplify, map[ir.MemoryStyle]string{
			ir.StyleBlock: "block_ram", ir.StyleDistributed: "distributed", ir.StyleRegisters: "registers",
		}[style])
	}
	unchecked := m.RDW == ir.ReadUndefined && mayCollide(m) && !m.Mixed()
	if unchecked {
		synplify = append(synplify, "no_rw_check")
	}
	if len(synplify) > 0 {
		list = append(list, fmt.Sprintf("syn_ramstyle = %q", strings.Join(synplify, ", ")))
	}
	if unchecked {
		list = append(list, `rw_addr_collision = "no"`, "no_rw_check")
	}
	return strings.Join(list, ", ")
}

// mayCollide reports whether a synchronous read can meet a write.
func mayCollide(m *ir.Memory) bool {
	for _, r := range m.Reads {
		if r.Sync && len(m.Writes) > 0 {
			return true
		}
	}
	return false
}
