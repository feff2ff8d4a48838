package simulate

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// ReadStimulus reads a text in which each line gives inputs values from a cycle on:
//
//	0: rst=1 data=random   # a comment
//	5: rst=0
//
// Cycles may come in any order. The error has the line; name is that of the text in it.
func (in *Inputs) ReadStimulus(name string, r io.Reader) error {
	return lines(name, r, func(line string) error {
		head, rest, ok := strings.Cut(line, ":")
		cycle, err := strconv.Atoi(strings.TrimSpace(head))
		if !ok || err != nil || cycle < 0 || cycle > math.MaxInt32 {
			return fmt.Errorf("expected CYCLE: INPUT=VALUE ..., found %q", line)
		}
		fields := strings.Fields(rest)
		if len(fields) == 0 {
			return fmt.Errorf("cycle %d gives no input a value", cycle)
		}
		for _, field := range fields {
			port, value, ok := strings.Cut(field, "=")
			if !ok {
				return fmt.Errorf("expected INPUT=VALUE, found %q", field)
			}
			if err := in.Set(cycle, port, value); err != nil {
				return err
			}
		}
		return nil
	})
}

// ReadVectors reads a table: the first line has names of inputs, each further line their values in a cycle,
// separated by blanks or commas. After the last line they stay.
func (in *Inputs) ReadVectors(name string, r io.Reader) error {
	var ports []string
	err := lines(name, r, func(line string) error {
		fields := strings.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '\t' || c == ',' })
		if ports == nil {
			ports = fields
			for i, p := range ports {
				if _, err := in.port(p); err != nil {
					return err
				}
				for _, q := range ports[:i] {
					if p == q {
						return fmt.Errorf("input %s is there twice", p)
					}
				}
			}
			return nil
		}
		if len(fields) != len(ports) {
			return fmt.Errorf("expected %d values, one for each of %s, found %d", len(ports), strings.Join(ports, ", "),
				len(fields))
		}
		for i, p := range ports {
			if err := in.Set(in.rows, p, fields[i]); err != nil {
				return err
			}
		}
		in.rows++
		return nil
	})
	if err == nil && in.rows == 0 {
		return fmt.Errorf("%s: there are no vectors: give names of inputs in the first line, values in the others", name)
	}
	return err
}

// lines calls f for each line that has more than a comment.
func lines(name string, r io.Reader, f func(line string) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<24)
	n := 0
	for s.Scan() {
		n++
		line, _, _ := strings.Cut(s.Text(), "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := f(line); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	return nil
}
