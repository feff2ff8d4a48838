package cyclesim

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/ir"
)

// vcdPlan says which parts of a design a waveform shows.
type vcdPlan struct {
	top     *ir.Module
	options VCDOptions
	whole   map[string]bool // paths of the instances that are recorded with all below them
	open    map[string]bool // those, and the instances around them
}

func planVCD(top *ir.Module, o VCDOptions) (vcdPlan, error) {
	if o.MaxElements < 0 || o.MaxWords < 0 {
		return vcdPlan{}, caller.Errorf("a waveform with MaxElements %d and MaxWords %d: give 0, for the default, or more",
			o.MaxElements, o.MaxWords)
	}
	if o.MaxElements == 0 {
		o.MaxElements = vcdElements
	}
	if o.MaxWords == 0 {
		o.MaxWords = vcdWords
	}
	p := vcdPlan{top: top, options: o, whole: map[string]bool{}, open: map[string]bool{"": true}}
	scopes := o.Scopes
	if o.Scope != "" || len(scopes) == 0 {
		scopes = append([]string{o.Scope}, scopes...)
	}
	for _, scope := range scopes {
		path, err := instancePath(top, scope)
		if err != nil {
			return p, err
		}
		p.whole[path] = true
		for i, c := range path + "." {
			if c == '.' {
				p.open[path[:i]] = true
			}
		}
	}
	return p, p.check()
}

// instancePath is the path below the top of the instance that a scope names, with or
// without the name of the top in front, which may lack its parameters.
func instancePath(top *ir.Module, scope string) (string, error) {
	first, rest, _ := strings.Cut(scope, ".")
	named := first == top.Name || first == top.BaseName()
	if scope == "" || named && scope == first {
		return "", nil
	}
	if named {
		if err := findInstance(top, scope, rest); err == nil {
			return rest, nil
		} else if next, _ := childNamed(top, first); next == nil {
			return "", err
		}
	}
	return scope, findInstance(top, scope, scope)
}

// findInstance follows a path from the top. The error names the scope, and the first part
// of it that is wrong.
func findInstance(top *ir.Module, scope, path string) error {
	m, at := top, top.Name
	for part := range strings.SplitSeq(path, ".") {
		next, names := childNamed(m, part)
		if next != nil {
			m, at = next, at+"."+part
			continue
		}
		base, _, _ := strings.Cut(part, "[")
		if t, ok := newNames(m).things[base]; ok {
			return fmt.Errorf("no waveform of %q: module %s has %s as %s, and a scope is an instance: give %s", scope, m.Name,
				base, article(t.what), at)
		}
		return fmt.Errorf("no waveform of %q: module %s has no instance %q%s", scope, m.Name, part, suggest(part, names))
	}
	return nil
}

// childNamed is the module of the instance of that name, and all such names.
func childNamed(m *ir.Module, name string) (*ir.Module, []string) {
	var found *ir.Module
	var names []string
	for _, in := range m.Instances {
		for i := 0; i < in.Count; i++ {
			n := in.CopyName(i)
			names = append(names, n)
			if n == name {
				found = in.Of
			}
		}
	}
	return found, names
}

// each calls f on every instance that is shown, also in part, parents first. whole says
// that all of it is.
func (p vcdPlan) each(f func(path string, m *ir.Module, whole bool)) {
	var walk func(path string, m *ir.Module, whole bool)
	walk = func(path string, m *ir.Module, whole bool) {
		whole = whole || p.whole[path]
		f(path, m, whole)
		p.below(path, m, whole, func(_, path string, of *ir.Module) { walk(path, of, whole) })
	}
	walk("", p.top, false)
}

// below calls f on the instances within m that are shown.
func (p vcdPlan) below(path string, m *ir.Module, whole bool, f func(name, path string, of *ir.Module)) {
	for _, in := range m.Instances {
		for i := 0; i < in.Count; i++ {
			name := in.CopyName(i)
			if inner := machine.Join(path, name); whole || p.open[inner] {
				f(name, inner, in.Of)
			}
		}
	}
}

// check refuses names that a reader does not take, which only netlists made by hand have,
// and too many words of memories.
func (p vcdPlan) check() error {
	words := 0
	known := map[*ir.Module]bool{}
	err := checkVCDName(p.top.Name)
	p.each(func(path string, m *ir.Module, whole bool) {
		if whole {
			for _, mem := range m.Memories {
				words += mem.Depth
			}
		}
		if !known[m] && err == nil {
			known[m] = true
			err = checkVCDNames(m)
		}
	})
	switch {
	case err != nil:
		return fmt.Errorf("no waveform of design %s: %w", p.top.Name, err)
	case p.options.Memories && words > p.options.MaxWords:
		return fmt.Errorf("no waveform with memories of design %s: they have %d words, and the limit is %d: choose smaller scopes, or none of memories",
			p.top.Name,
			words,
			p.options.MaxWords)
	}
	return nil
}

func checkVCDNames(m *ir.Module) error {
	n := newNames(m)
	for _, name := range slices.Concat(keys(n.things), keys(n.children)) {
		if err := checkVCDName(name); err != nil {
			return fmt.Errorf("%q in module %s: %w", name, m.Name, err)
		}
	}
	return nil
}

// checkVCDName refuses names that a reader of waveforms takes for something else.
func checkVCDName(name string) error {
	if name == "" {
		return errors.New("the name is empty")
	}
	for _, c := range []byte(name) {
		if c <= ' ' || c > '~' {
			return errors.New("a name in a waveform has printable ASCII characters and no blanks")
		}
	}
	if strings.ContainsRune(`$\[]`, rune(name[0])) || strings.Contains(name, "$end") {
		return errors.New(`a name in a waveform neither begins with $, \ or a bracket nor contains $end`)
	}
	return nil
}
