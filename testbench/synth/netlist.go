package synth

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// netlist is what Yosys writes as JSON, as far as it is needed.
type netlist struct {
	Modules map[string]*module `json:"modules"`
}

type module struct {
	Ports map[string]port  `json:"ports"`
	Cells map[string]*cell `json:"cells"`
	Nets  map[string]struct {
		Bits       []bit             `json:"bits"`
		Hidden     int               `json:"hide_name"` // 1 if Yosys made the name up
		Attributes map[string]string `json:"attributes"`
	} `json:"netnames"`
}

// sorted are the cells by name.
func (m *module) sorted() []*cell {
	var list []*cell
	for name, c := range m.Cells {
		c.name = name
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *cell) int { return strings.Compare(a.name, b.name) })
	return list
}

// name is a name of a net, for messages.
func (m *module) name(b bit) string {
	var names []string
	for name, n := range m.Nets {
		if i := slices.Index(n.Bits, b); i >= 0 {
			names = append(names, fmt.Sprintf("%s[%d]", name, i))
		}
	}
	return slices.Min(append(names, fmt.Sprintf("net %d", b)))
}

type port struct {
	Direction string `json:"direction"`
	Bits      []bit  `json:"bits"`
}

type cell struct {
	name string // set by sorted

	Type        string            `json:"type"`
	Parameters  map[string]string `json:"parameters"`
	Directions  map[string]string `json:"port_directions"`
	Connections map[string][]bit  `json:"connections"`
}

// number reads a parameter, which Yosys writes in binary.
func (c *cell) number(name string) (int, error) {
	n, err := strconv.ParseInt(c.Parameters[name], 2, 64)
	if err != nil {
		return 0, fmt.Errorf("parameter %s of a %s is %q, no binary number", name, c.Type, c.Parameters[name])
	}
	return int(n), nil
}

// bit is a net of one bit, or one of the constants, which are not positive.
type bit int

const constant bit = 0

// UnmarshalJSON reads a number, or a constant as text.
func (b *bit) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		*b = constant
		return nil
	}
	n, err := strconv.Atoi(string(text))
	*b = bit(n)
	return err
}

var _ json.Unmarshaler = (*bit)(nil)

// kind is what a cell of the mapped netlist is.
type kind int

const (
	unknown kind = iota
	lut
	wideMux // joins two lookup tables of a slice to a larger one
	carry   // two bits of a carry chain
	lutRAM  // 16 words of 4 bits in lookup tables, read asynchronously
	flipFlop
	blockRAM
	dsp
	instance
	part // of a vendor; a path ends and begins there, as at a pin
)

// primitives are the cells of the ECP5 that Yosys may infer.
var primitives = map[string]kind{
	"LUT4": lut, "PFUMX": wideMux, "L6MUX21": wideMux, "CCU2C": carry, "TRELLIS_DPR16X4": lutRAM,
	"TRELLIS_FF": flipFlop, "DP16KD": blockRAM, "PDPW16KD": blockRAM, "MULT18X18D": dsp, "ALU54B": dsp,
}

// kindOf tells what a cell is. What is neither a primitive nor a module with
// contents is a part.
func (n *netlist) kindOf(c *cell) kind {
	if k := primitives[c.Type]; k != unknown {
		return k
	}
	if n.Modules[c.Type] != nil {
		return instance
	}
	if strings.HasPrefix(c.Type, "$") {
		return unknown
	}
	return part
}
