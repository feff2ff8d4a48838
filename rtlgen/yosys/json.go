package yosys

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// netlist is what write_json writes.
type netlist struct {
	Modules map[string]*module `json:"modules"`
}

type module struct {
	Attributes attributes       `json:"attributes"`
	PortText   json.RawMessage  `json:"ports"` // its order is that of the ports
	Ports      map[string]*port `json:"-"`
	Cells      map[string]*cell `json:"cells"`
	Nets       map[string]*net  `json:"netnames"`
	portNames  []string         // in the order of the file
	cells      []*cell          // sorted by name
	netNames   []string         // sorted
}

type attributes map[string]value

type port struct {
	Direction string `json:"direction"`
	Bits      []bit  `json:"bits"`
}

type cell struct {
	Type        string            `json:"type"`
	Parameters  map[string]value  `json:"parameters"`
	Attributes  attributes        `json:"attributes"`
	Directions  map[string]string `json:"port_directions"`
	Connections map[string][]bit  `json:"connections"`
	name        string
}

type net struct {
	Hidden     int        `json:"hide_name"`
	Bits       []bit      `json:"bits"`
	Attributes attributes `json:"attributes"`
}

// bit is a net of one bit by its number, or a constant: one of the negative numbers.
type bit int

const (
	zero bit = -iota - 1
	one
	unknown  // x
	floating // z
)

// UnmarshalJSON reads 17, "0", "1", "x" or "z".
func (b *bit) UnmarshalJSON(text []byte) error {
	if n, err := strconv.Atoi(string(text)); err == nil {
		*b = bit(n)
		return nil
	}
	switch string(text) {
	case `"0"`:
		*b = zero
	case `"1"`:
		*b = one
	case `"x"`:
		*b = unknown
	case `"z"`:
		*b = floating
	default:
		return fmt.Errorf("%s is no bit", text)
	}
	return nil
}

// value is a parameter or an attribute: bits, the highest first, or other text.
type value string

// UnmarshalJSON reads a string or a number.
func (v *value) UnmarshalJSON(text []byte) error {
	var n json.Number
	if json.Unmarshal(text, &n) == nil && len(text) > 0 && text[0] != '"' {
		i, err := strconv.ParseInt(n.String(), 10, 64)
		if err != nil {
			return err
		}
		*v = value(strconv.FormatInt(i, 2))
		return nil
	}
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	*v = value(s)
	return nil
}

// int is the value as a number; x counts as 0.
func (v value) int() int { return int(v.part(0, len(v)).Int64()) }

// at is bit i from the lowest one; x beyond the end.
func (v value) at(i int) byte {
	if i >= len(v) {
		return 'x'
	}
	return v[len(v)-1-i]
}

// defined reports whether one of n bits from bit lo on is 0 or 1.
func (v value) defined(lo, n int) bool {
	for i := lo; i < lo+n; i++ {
		if c := v.at(i); c == '0' || c == '1' {
			return true
		}
	}
	return false
}

// part is n bits from bit lo on as a number; x counts as 0.
func (v value) part(lo, n int) *big.Int {
	r := new(big.Int)
	for i := range n {
		if v.at(lo+i) == '1' {
			r.SetBit(r, i, 1)
		}
	}
	return r
}

func (c *cell) int(parameter string) int { return c.Parameters[parameter].int() }
func (c *cell) is(parameter string) bool { return c.int(parameter) != 0 }
func (c *cell) pos() ir.Pos              { return c.Attributes.pos() }
func (c *cell) port(name string) []bit   { return c.Connections[name] }
func (c *cell) instance() bool {
	return !strings.HasPrefix(c.Type, "$") || strings.HasPrefix(c.Type, "$paramod")
}
func (c *cell) drives(port string) bool { return c.Directions[port] == "output" }

// pos is the place in the Verilog: that of the attribute src, which is FILE:LINE.COLUMN-LINE.COLUMN,
// or several of them.
func (a attributes) pos() ir.Pos {
	first, _, _ := strings.Cut(string(a["src"]), "|")
	i := strings.LastIndexByte(first, ':')
	if i < 0 {
		return ir.Pos{}
	}
	digits := first[i+1:]
	if end := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
		digits = digits[:end]
	}
	line, err := strconv.Atoi(digits)
	if err != nil {
		return ir.Pos{}
	}
	return ir.Pos{File: first[:i], Line: line}
}

// parse reads the JSON, with the order of the ports, which objects of JSON do not have.
func parse(text []byte) (*netlist, error) {
	n := &netlist{}
	if err := json.Unmarshal(text, n); err != nil {
		return nil, fmt.Errorf("no netlist of Yosys (write_json): %w", err)
	}
	for _, m := range n.Modules {
		if len(m.PortText) > 0 {
			var err error
			if m.portNames, err = keys(m.PortText); err != nil {
				return nil, err
			}
			if err := json.Unmarshal(m.PortText, &m.Ports); err != nil {
				return nil, err
			}
		}
		m.netNames = sorted(m.Nets)
		for _, name := range sorted(m.Cells) {
			c := m.Cells[name]
			c.name = name
			m.cells = append(m.cells, c)
		}
	}
	return n, nil
}

// keys are the names in an object of JSON, in their order.
func keys(object json.RawMessage) (names []string, err error) {
	d := json.NewDecoder(strings.NewReader(string(object)))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := t.(string)
		names = append(names, name)
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			return nil, err
		}
	}
	return names, nil
}
