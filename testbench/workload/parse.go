package workload

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Workload is traffic of several patterns at the same time.
type Workload struct {
	Name  string // of the file, for people
	parts []part
}

// part is a line of a description.
type part struct {
	place   string // "file:3"
	name    string // of the pattern
	pattern pattern
	numbers map[string]float64
	sizes   string // name of a distribution; "": messages are all alike
}

// Parse reads a description. The name stands in messages and tables.
func Parse(name, text string) (*Workload, error) {
	w := &Workload{Name: name}
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		p, err := parsePart(fields)
		p.place = fmt.Sprintf("%s:%d", name, i+1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.place, err)
		}
		w.parts = append(w.parts, p)
	}
	if len(w.parts) == 0 {
		return nil, fmt.Errorf("%s: the workload has no line with a pattern: give one of %s", name, patternNames())
	}
	return w, nil
}

func parsePart(fields []string) (part, error) {
	p := part{name: fields[0], numbers: map[string]float64{}}
	var ok bool
	if p.pattern, ok = patterns[p.name]; !ok {
		return p, fmt.Errorf("there is no pattern %q: give one of %s", p.name, patternNames())
	}
	given := map[string]bool{}
	for _, f := range fields[1:] {
		name, text, ok := strings.Cut(f, "=")
		if !ok {
			return p, fmt.Errorf("%q is no key with a value: write name=value", f)
		}
		if given[name] {
			return p, fmt.Errorf("%s has %s twice", p.name, name)
		}
		given[name] = true
		if err := p.set(name, text); err != nil {
			return p, err
		}
	}
	return p, p.complete()
}

// set takes the value of a key.
func (p *part) set(name, text string) error {
	i := slices.IndexFunc(p.pattern.keys, func(k key) bool { return k.name == name })
	if i < 0 {
		return fmt.Errorf("%s has no key %q; it has: %s", p.name, name, strings.Join(p.pattern.keyNames(), ", "))
	}
	k := p.pattern.keys[i]
	if k.name == keySizes {
		if _, ok := distributions[text]; !ok {
			return fmt.Errorf("there are no sizes=%s: give one of %s", text,
				strings.Join(slices.Sorted(maps.Keys(distributions)), ", "))
		}
		p.sizes = text
		return nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || strings.ContainsAny(text, "xXpP_") {
		return fmt.Errorf("%s=%s is not a number: give %s (%s)", name, text, k.span(), k.doc)
	}
	if x < k.least || x > k.most || k.whole && x != math.Trunc(x) {
		return fmt.Errorf("%s=%s is out of range: give %s (%s)", name, text, k.span(), k.doc)
	}
	p.numbers[name] = x
	return nil
}

// complete adds the defaults.
func (p *part) complete() error {
	if _, both := p.numbers[keyBytes]; both && p.sizes != "" {
		return fmt.Errorf("%s has bytes and sizes: give one of the two", p.name)
	}
	if _, cut := p.numbers[keyCut]; cut && p.sizes == "" {
		return fmt.Errorf("%s has cut, which needs sizes: give both or none", p.name)
	}
	for _, k := range p.pattern.keys {
		if _, ok := p.numbers[k.name]; ok || k.name == keySizes {
			continue
		}
		if k.required {
			return fmt.Errorf("%s needs %s: %s", p.name, k.name, k.doc)
		}
		p.numbers[k.name] = k.otherwise
	}
	if from, to := p.numbers["from"], p.numbers["to"]; p.name == "hot-spot" && from >= to {
		return fmt.Errorf("from=%s is not before to=%s: give a larger to", number(from), number(to))
	}
	return nil
}

func (p part) int(name string) int { return int(p.numbers[name]) }

// size is the distribution of the sizes of messages.
func (p part) size() distribution {
	if p.sizes == "" {
		bytes := uint64(p.numbers[keyBytes])
		return distribution{points: []sizePoint{{bytes, 0}, {bytes, 10_000}}}
	}
	return distributions[p.sizes].upTo(uint64(p.numbers[keyCut]))
}

// Check finds what does not go with a number of nodes, a power of two.
func (w *Workload) Check(nodes int) error {
	for _, p := range w.parts {
		for _, k := range p.pattern.keys {
			if k.node && p.int(k.name) >= nodes {
				return fmt.Errorf("%s: %s=%d is not in a network of %d nodes: give 0 to %d", p.place, k.name, p.int(k.name), nodes,
					nodes-1)
			}
			if k.others && p.int(k.name) >= nodes {
				return fmt.Errorf("%s: %s=%d is more than the other nodes of a network of %d: give at most %d", p.place, k.name,
					p.int(k.name), nodes, nodes-1)
			}
		}
		if p.pattern.check != nil {
			if err := p.pattern.check(p, nodes); err != nil {
				return fmt.Errorf("%s: %w", p.place, err)
			}
		}
	}
	return nil
}

// Text is the workload with all its keys, without comments: equal texts, equal traffic.
func (w *Workload) Text() string {
	var b strings.Builder
	for _, p := range w.parts {
		b.WriteString(p.name)
		for _, k := range p.pattern.keys {
			switch {
			case k.name == keySizes && p.sizes != "":
				fmt.Fprintf(&b, " %s=%s", k.name, p.sizes)
			case k.name == keySizes, k.name == keyBytes && p.sizes != "", k.name == keyCut && p.sizes == "":
			default:
				fmt.Fprintf(&b, " %s=%s", k.name, number(p.numbers[k.name]))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
