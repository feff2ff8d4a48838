package cyclesim

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/rtlgen/ir"
)

// names are what the names in a module stand for.
type names struct {
	children map[string]bool // instances
	things   map[string]thing
}

// thing is a named object of a module: depth is 0 for a single value.
type thing struct {
	object machine.Object // without the instance
	what   string
	width  int
	depth  int
}

func (s *simulator) Peek(path string) (Value, error) {
	p, err := s.Probe(path)
	if err != nil {
		return Value{}, err
	}
	return p.Value(), nil
}

func (s *simulator) Probe(path string) (Probe, error) {
	if s.mistake != nil {
		return Probe{}, s.mistake
	}
	where, name := "", path
	if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
		where, name = path[:dot], path[dot+1:]
	}
	inst, err := s.instance(where)
	if err != nil {
		return Probe{}, fmt.Errorf("cannot look at %q: %w", path, err)
	}
	t, elem, err := s.namesOf(inst).find(name)
	if err != nil {
		return Probe{}, fmt.Errorf("cannot look at %q: %s %w", path, s.describe(inst), err)
	}
	t.object.Inst = inst
	if err := s.machine.Observe(t.object); err != nil {
		return Probe{}, fmt.Errorf("cannot look at %q: %w", path, err)
	}
	words := machine.Words(t.width)
	return Probe{Width: t.width, Read: func(dst []uint64) {
		s.machine.Settle()
		s.machine.Load(t.object, elem, dst[:min(words, len(dst))])
	}}, nil
}

// instance finds the instance of that path.
func (s *simulator) instance(path string) (int, error) {
	if s.numbers == nil {
		s.numbers = map[string]int{}
		for i, inst := range s.instances {
			s.numbers[inst.Path] = i
		}
	}
	if i, ok := s.numbers[path]; ok {
		return i, nil
	}
	// Name the first part of the path that is wrong.
	at := 0
	for _, part := range strings.Split(path, ".") {
		next, ok := s.numbers[machine.Join(s.instances[at].Path, part)]
		if !ok {
			return 0, fmt.Errorf("%s has no instance %q%s", s.describe(at), part, suggest(part, keys(s.namesOf(at).children)))
		}
		at = next
	}
	panic("BUG: every part of the path " + path + " is known, the path is not")
}

// describe names an instance for a message.
func (s *simulator) describe(inst int) string {
	i := s.instances[inst]
	if i.Path == "" {
		return "the top (module " + i.Module.Name + ")"
	}
	return fmt.Sprintf("%s (module %s)", i.Path, i.Module.Name)
}

// namesOf is the table of the instance's module, made at the first use.
func (s *simulator) namesOf(inst int) names {
	m := s.instances[inst].Module
	n, ok := s.names[m]
	if !ok {
		n = newNames(m)
		s.names[m] = n
	}
	return n
}

func newNames(m *ir.Module) names {
	n := names{children: map[string]bool{}, things: map[string]thing{}}
	for _, list := range [][]*ir.Signal{m.Ports, m.Signals} {
		for _, sig := range list {
			n.things[sig.Name] = thing{machine.Object{Sig: sig}, sig.Kind.String(), sig.Width, 0}
		}
	}
	for _, a := range m.Arrays {
		n.things[a.Name] = thing{machine.Object{Arr: a}, "array", a.Width, a.Depth}
	}
	for _, mem := range m.Memories {
		n.things[mem.Name] = thing{machine.Object{Mem: mem}, "memory", mem.Width, mem.Depth}
		for _, r := range mem.Reads {
			n.things[r.Name] = thing{machine.Object{Read: r}, "read port", mem.Width, 0}
		}
	}
	for _, in := range m.Instances {
		for i := 0; i < in.Count; i++ {
			n.children[in.CopyName(i)] = true
		}
	}
	return n
}

// find resolves the last part of a path: a name, perhaps with an index.
func (n names) find(name string) (thing, int, error) {
	base, index, indexed := strings.Cut(name, "[")
	t, ok := n.things[base]
	switch {
	case !ok && n.children[base]:
		return t, 0, fmt.Errorf("has an instance %s: add a dot and the name of something in it", base)
	case !ok:
		return t, 0, fmt.Errorf("has nothing called %q%s", base, suggest(base, append(keys(n.things), keys(n.children)...)))
	case !indexed && t.depth > 0:
		return t, 0, fmt.Errorf("has %s as %s of %d elements: name one of them, such as %s[0]", base, article(t.what),
			t.depth, base)
	case !indexed:
		return t, 0, nil
	case t.depth == 0:
		return t, 0, fmt.Errorf("has %s as %s, which has no elements: leave out the index", base, article(t.what))
	}
	i, err := strconv.ParseUint(strings.TrimSuffix(index, "]"), 10, 63)
	if err != nil || !strings.HasSuffix(index, "]") || i >= uint64(t.depth) {
		return t, 0, fmt.Errorf("has the elements %s[0] to %s[%d]", base, base, t.depth-1)
	}
	return t, int(i), nil
}

func article(what string) string {
	if strings.ContainsRune("aeiou", rune(what[0])) {
		return "an " + what
	}
	return "a " + what
}

func keys[V any](m map[string]V) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	sort.Strings(list)
	return list
}

// suggest names those of the known names that are nearest to a wrong one.
func suggest(wrong string, known []string) string {
	const most = 5
	if len(known) == 0 {
		return ": there are none"
	}
	sort.Strings(known)
	distance := map[string]int{}
	for _, k := range known {
		distance[k] = editDistance(wrong, k)
	}
	sort.SliceStable(known, func(i, j int) bool { return distance[known[i]] < distance[known[j]] })
	if len(known) > most {
		known = known[:most]
	}
	return ": nearest are " + strings.Join(known, ", ")
}

// editDistance is the number of letters to insert, delete or replace.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
