package difftest

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// Text is the case as a file that Parse reads: a head of lines
//
//	seed N
//	no checks
//	cycle VALUE ... | ACTION N, ACTION N
//	reset VALUE ... | ACTION N, ACTION N
//
// for each cycle, one with reset on the second, with a hexadecimal value for each input port of the
// top and the actions of the cycle, then the netlist as ir.Text writes it.
func (c *Case) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d\n", c.Seed)
	if c.NoChecks {
		b.WriteString("no checks\n")
	}
	for i, row := range c.Inputs {
		b.WriteString(map[bool]string{false: "cycle", true: "reset"}[c.InReset(i)])
		for _, x := range row {
			fmt.Fprintf(&b, " %x", x)
		}
		if i < len(c.Actions) && len(c.Actions[i]) > 0 {
			parts := make([]string, len(c.Actions[i]))
			for k, a := range c.Actions[i] {
				parts[k] = fmt.Sprintf("%s %d", a.Kind, a.N)
			}
			b.WriteString(" | " + strings.Join(parts, ", "))
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	b.WriteString(ir.Text(c.Design))
	return b.String()
}

// Parse reads what Text writes. Lines that begin with # are comments. An error
// names the file, the line and what is wrong.
func Parse(file, text string) (*Case, error) {
	c := &Case{}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "module ") {
			// Empty lines stand for the head, so that numbers of lines stay right.
			var err error
			if c.Design, err = ir.Parse(file, strings.Repeat("\n", i)+strings.Join(lines[i:], "\n")); err != nil {
				return nil, err
			}
			break
		}
		if err := c.head(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
	}
	if c.Design == nil {
		return nil, fmt.Errorf("%s:%d: expected a line module NAME, found the end", file, len(lines))
	}
	for i, row := range c.Inputs {
		if n := len(c.Design.Top.Inputs()); len(row) != n {
			return nil, fmt.Errorf("%s: cycle %d has %d values, %s has %d inputs", file, i, len(row), c.Design.Top.Name, n)
		}
		for k, p := range c.Design.Top.Inputs() {
			if row[k].BitLen() > p.Width {
				return nil, fmt.Errorf("%s: cycle %d: %x does not fit the %d bits of %s", file, i, row[k], p.Width, p.Name)
			}
		}
	}
	return c, nil
}

func (c *Case) head(line string) (err error) {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case line == "" || line[0] == '#':
		return nil
	case line == "no checks":
		c.NoChecks = true
		return nil
	case word == "seed":
		if c.Seed, err = strconv.ParseUint(rest, 10, 64); err != nil {
			return fmt.Errorf("expected a number, found %s", rest)
		}
		return nil
	case word == "cycle" || word == "reset":
		if word == "reset" {
			c.Reset = append(c.Reset, make([]bool, len(c.Inputs)+1-len(c.Reset))...)
			c.Reset[len(c.Inputs)] = true
		}
		return c.cycle(rest)
	}
	return fmt.Errorf("expected seed, no checks, cycle, reset or module, found %s", line)
}

func (c *Case) cycle(line string) error {
	values, actions, some := strings.Cut(line, "|")
	row := []*big.Int{}
	for _, v := range strings.Fields(values) {
		x, ok := new(big.Int).SetString(v, 16)
		if !ok || x.Sign() < 0 {
			return fmt.Errorf("expected a hexadecimal value, found %s", v)
		}
		row = append(row, x)
	}
	c.Inputs = append(c.Inputs, row)
	if !some {
		return nil
	}
	for len(c.Actions) < len(c.Inputs) {
		c.Actions = append(c.Actions, nil)
	}
	for _, part := range strings.Split(actions, ",") {
		a, err := parseAction(strings.TrimSpace(part))
		if err != nil {
			return err
		}
		last := &c.Actions[len(c.Actions)-1]
		*last = append(*last, a)
	}
	return nil
}

func parseAction(text string) (Action, error) {
	word, number, _ := strings.Cut(text, " ")
	kind := slices.Index(actionNames, word)
	n, err := strconv.Atoi(number)
	if kind < 0 || err != nil || n < 0 {
		return Action{}, fmt.Errorf("expected an action (%s) and a number, found %s", strings.Join(actionNames, ", "), text)
	}
	return Action{ActionKind(kind), n}, nil
}
