package yosys

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Lift makes modules one that differ in constants only, such as the numbers of routers: what differs becomes an
// input of the module, named lifted, to which each instance joins its constants. So engines can run the copies side by
// side. The netlist is what Yosys has written after FirstPasses, before it has used the constants. The result is a
// netlist for its command read_json; nil if there is nothing to lift. Modules of fewer instances than an array of
// instances needs stay as they are.
func Lift(text []byte) ([]byte, error) {
	n := &rawNetlist{}
	if err := json.Unmarshal(text, n); err != nil {
		return nil, fmt.Errorf("no netlist of Yosys (write_json): %w", err)
	}
	l := &lifting{n, map[string]int{}, map[string]bool{}, false}
	for _, m := range n.Modules {
		for _, c := range m.Cells {
			l.copies[c.Type]++
		}
	}
	for _, names := range l.families() {
		if err := l.family(names); err != nil {
			return nil, err
		}
	}
	if !l.lifted {
		return nil, nil
	}
	return json.Marshal(n)
}

// rawNetlist is a netlist of which only cells are looked into.
type rawNetlist struct {
	Creator string                `json:"creator"`
	Modules map[string]*rawModule `json:"modules"`
}

type rawModule struct {
	Attributes json.RawMessage     `json:"attributes,omitempty"`
	Ports      json.RawMessage     `json:"ports"`
	Cells      map[string]*rawCell `json:"cells"`
	Memories   json.RawMessage     `json:"memories,omitempty"`
	Nets       json.RawMessage     `json:"netnames"`
}

type rawCell struct {
	Hidden     int                          `json:"hide_name"`
	Type       string                       `json:"type"`
	Parameters json.RawMessage              `json:"parameters"`
	Attributes json.RawMessage              `json:"attributes"`
	Directions map[string]string            `json:"port_directions"`
	Joined     map[string][]json.RawMessage `json:"connections"`
}

type lifting struct {
	*rawNetlist
	copies map[string]int // instances of each module
	done   map[string]bool
	lifted bool
}

// families are the modules of one name in the Verilog that have other parameters, or other instances: those of
// children in front of those of their parents.
func (l *lifting) families() (list [][]string) {
	depth := map[string]int{}
	var deep func(name string) int
	deep = func(name string) int {
		if d, ok := depth[name]; ok || l.Modules[name] == nil {
			return d
		}
		depth[name] = 0 // should it contain itself, which is refused later
		most := 0
		for _, c := range l.Modules[name].Cells {
			most = max(most, 1+deep(c.Type))
		}
		depth[name] = most
		return most
	}
	byBase := map[string][]string{}
	for _, name := range sorted(l.Modules) {
		if base := baseOf(name); base != name {
			byBase[base] = append(byBase[base], name)
		}
	}
	for _, base := range sorted(byBase) {
		list = append(list, byBase[base])
	}
	slices.SortStableFunc(list, func(a, b []string) int {
		order := func(names []string) (d int) {
			for _, name := range names {
				d = max(d, deep(name))
			}
			return d
		}
		return order(a) - order(b)
	})
	return list
}

// baseOf is the name in the Verilog of a module that a front end has made for parameters or for an instance.
func baseOf(name string) string {
	if derived, ok := strings.CutPrefix(name, "$paramod"); ok {
		_, base, _ := strings.Cut(derived, "\\")
		base, _, _ = strings.Cut(base, "\\")
		return base
	}
	base, _, _ := strings.Cut(name, "$") // stage$top.s of read_slang
	return base
}

// place is a bit of a cell's input that is a constant.
type place struct {
	cell, port string
	at         int
}

// shaped is a module with all constants left out, and these, in the order of their places.
type shaped struct {
	name   string
	places []place
	values []byte
}

// family unifies the modules of one base that have the same shape.
func (l *lifting) family(names []string) error {
	byShape := map[string][]shaped{}
	var order []string
	for _, name := range names {
		text, s, err := l.Modules[name].shape()
		if err != nil {
			return err
		}
		s.name = name
		if byShape[text] == nil {
			order = append(order, text)
		}
		byShape[text] = append(byShape[text], s)
	}
	for _, text := range order {
		all := byShape[text]
		instances := 0
		for _, s := range all {
			instances += l.copies[s.name]
		}
		if len(all) > 1 && instances >= leastCopies {
			if err := l.unite(all); err != nil {
				return err
			}
		}
	}
	return nil
}

// shape is all that a module does, without its constants and its name.
func (m *rawModule) shape() (string, shaped, error) {
	var s shaped
	var b bytes.Buffer
	numbers := map[string]int{}
	b.Write(m.Ports)
	b.Write(m.Memories)
	write := func(bits []json.RawMessage, constant func(i int, v byte)) {
		for i, raw := range bits {
			switch x := string(raw); {
			case (x == `"0"` || x == `"1"`) && constant != nil:
				constant(i, x[1])
				b.WriteString("#")
			case x[0] == '"':
				b.WriteString(x)
			default:
				if numbers[x] == 0 {
					numbers[x] = len(numbers) + 1
				}
				fmt.Fprintf(&b, " %d", numbers[x])
			}
		}
	}
	var ports map[string]struct {
		Bits []json.RawMessage `json:"bits"`
	}
	if err := json.Unmarshal(m.Ports, &ports); err != nil {
		return "", s, err
	}
	for _, name := range sorted(ports) {
		write(ports[name].Bits, nil)
	}
	cells := slices.SortedStableFunc(maps.Keys(m.Cells), byKind)
	for _, name := range cells {
		c := m.Cells[name]
		fmt.Fprintf(&b, "\n%s %s %s", c.Type, c.Parameters, digits.ReplaceAllString(name, "#"))
		for _, port := range sorted(c.Joined) {
			fmt.Fprintf(&b, " %s:", port)
			write(c.Joined[port], func(i int, v byte) {
				s.places, s.values = append(s.places, place{name, port, i}), append(s.values, v)
			})
		}
	}
	return b.String(), s, nil
}

// unite makes the first of some modules stand for all of them.
func (l *lifting) unite(all []shaped) error {
	first := all[0]
	bitOf := map[string]int{} // of the input, by the values that the modules have there
	var columns []string
	lifted := map[int]int{} // the bit of the input, by the number of the place
	for i := range first.places {
		column := make([]byte, len(all))
		for k, s := range all {
			column[k] = s.values[i]
		}
		text := string(column)
		if strings.Count(text, text[:1]) == len(text) {
			continue
		}
		if _, known := bitOf[text]; !known {
			bitOf[text] = len(columns)
			columns = append(columns, text)
		}
		lifted[i] = bitOf[text]
	}
	m := l.Modules[first.name]
	if len(columns) > 0 {
		if err := m.addInput(len(columns), func(net func(bit int) json.RawMessage) {
			for i, bit := range lifted {
				at := first.places[i]
				m.Cells[at.cell].Joined[at.port][at.at] = net(bit)
			}
		}); err != nil {
			return err
		}
	}
	l.lifted = true
	number := map[string]int{}
	for k, s := range all {
		number[s.name] = k
		if k > 0 {
			delete(l.Modules, s.name)
		}
	}
	for _, parent := range l.Modules {
		for _, c := range parent.Cells {
			k, ok := number[c.Type]
			if !ok {
				continue
			}
			c.Type = first.name
			if len(columns) == 0 {
				continue
			}
			var bits []json.RawMessage
			for _, column := range columns {
				bits = append(bits, json.RawMessage(fmt.Sprintf("%q", column[k:k+1])))
			}
			c.Joined[liftedInput], c.Directions[liftedInput] = bits, "input"
		}
	}
	return nil
}

// liftedInput is the input of a module for the constants of its instances.
const liftedInput = "lifted"

// addInput adds the input, and has use put its nets to their places.
func (m *rawModule) addInput(width int, use func(net func(bit int) json.RawMessage)) error {
	highest := 1
	note := func(bits []json.RawMessage) {
		for _, raw := range bits {
			var x bit
			if json.Unmarshal(raw, &x) == nil {
				highest = max(highest, int(x))
			}
		}
	}
	for _, c := range m.Cells {
		for _, bits := range c.Joined {
			note(bits)
		}
	}
	for _, text := range []json.RawMessage{m.Ports, m.Nets} {
		var all map[string]struct {
			Bits []json.RawMessage `json:"bits"`
		}
		if err := json.Unmarshal(text, &all); err != nil {
			return err
		}
		if _, taken := all[liftedInput]; taken {
			return fmt.Errorf("a module has a net %s of its own, which constants of its instances need: rename it", liftedInput)
		}
		for _, p := range all {
			note(p.Bits)
		}
	}
	net := func(bit int) json.RawMessage { return json.RawMessage(fmt.Sprint(highest + 1 + bit)) }
	var bits []string
	for i := range width {
		bits = append(bits, string(net(i)))
	}
	entry := fmt.Sprintf(`%q: {"direction": "input", "bits": [%s]}`, liftedInput, strings.Join(bits, ", "))
	text := bytes.TrimSpace(m.Ports)
	text = bytes.TrimSpace(bytes.TrimSuffix(text, []byte("}")))
	if len(text) > 1 {
		entry = ", " + entry
	}
	m.Ports = append(bytes.Clone(text), entry+"}"...)
	use(net)
	return nil
}
