package synth

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// netlist is what Yosys writes as JSON, as far as it is needed.
type netlist struct {
	Modules map[string]*module `json:"modules"`

	parts map[string]*partShape // what black boxes stand for
}

type module struct {
	Ports map[string]port  `json:"ports"`
	Cells map[string]*cell `json:"cells"`
	Nets  map[string]struct {
		Bits []bit `json:"bits"`
	} `json:"netnames"`
}

// sorted are the cells by name.
func (m *module) sorted() []*cell {
	var list []*cell
	for name, c := range m.Cells {
		c.name = name
		list = append(list, c)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].name < list[j].name })
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

// kind is what a cell is.
type kind int

const (
	lut kind = iota
	flipFlop
	memory
	instance
	latch
	part // of a vendor; a path ends and begins there, as at a pin
	other
)

var (
	flipFlopType = regexp.MustCompile(`^\$_(S|AL)?DFF`)
	latchType    = regexp.MustCompile(`^\$_(DLATCH|SR_)`)
)

func (n *netlist) kind(c *cell) kind {
	switch {
	case c.Type == "$lut":
		return lut
	case c.Type == "$mem_v2":
		return memory
	case flipFlopType.MatchString(c.Type):
		return flipFlop
	case latchType.MatchString(c.Type):
		return latch
	case n.parts[c.Type] != nil:
		return part
	case n.Modules[c.Type] != nil:
		return instance
	}
	return other
}

// number reads a parameter, which Yosys writes in binary.
func (c *cell) number(name string) (int, error) {
	n, err := strconv.ParseInt(c.Parameters[name], 2, 64)
	if err != nil {
		return 0, fmt.Errorf("parameter %s of a %s is %q, no binary number", name, c.Type, c.Parameters[name])
	}
	return int(n), nil
}

// clocked tells whether read port i of a memory has a register.
func (c *cell) clocked(i int) bool {
	ports := c.Parameters["RD_CLK_ENABLE"]
	return ports[len(ports)-1-i] == '1'
}

// memoryName is the name of a memory in the Verilog.
func (c *cell) memoryName() string { return strings.TrimPrefix(c.Parameters["MEMID"], `\`) }
