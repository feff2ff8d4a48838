package blocks

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// A family's contract is its README.md and the pages beside it. What it says of parameters and ports is
// derived: between the lines
//
//	<!-- interface: recn_cdu -->
//	<!-- end -->
//
// stand the meaning and the tables of that block, which UpdateContract writes. A width has its
// tag and, after =, what the tag gives at the defaults.
var section = regexp.MustCompile(`(?s)<!-- interface: (\w+) -->\n.*?<!-- end -->`)

// UpdateContract returns the pages of a contract, by their names, with the tables of all blocks as they are now.
// The error names a block that is on no page, on two, or one that does not exist.
func UpdateContract(pages map[string]string, list []*Block) (map[string]string, error) {
	missing := map[string]*Block{}
	for _, b := range list {
		missing[b.Name] = b
	}
	var unknown []string
	updated := map[string]string{}
	for _, page := range slices.Sorted(maps.Keys(pages)) {
		updated[page] = section.ReplaceAllStringFunc(pages[page], func(s string) string {
			name := section.FindStringSubmatch(s)[1]
			b := missing[name]
			if b == nil {
				unknown = append(unknown, name+" ("+page+")")
				return s
			}
			delete(missing, name)
			return "<!-- interface: " + name + " -->\n" + b.Interface() + "<!-- end -->"
		})
	}
	if len(unknown) > 0 {
		return nil, fmt.Errorf("the contract has the interface of %s twice, or the family has no such block",
			strings.Join(unknown, ", "))
	}
	for _, b := range list {
		if missing[b.Name] != nil {
			return nil, fmt.Errorf("the contract lacks the interface of %s: "+
				"add the lines <!-- interface: %s --> and <!-- end --> to one of its pages", b.Name, b.Name)
		}
	}
	return updated, nil
}

// Interface is what the block is, in a sentence, and its parameters and ports as
// tables in Markdown.
func (b *Block) Interface() string {
	var t strings.Builder
	if b.Doc != "" {
		t.WriteString(strings.ToUpper(b.Doc[:1]) + b.Doc[1:] + ".\n\n")
	}
	if len(b.Params) > 0 {
		t.WriteString("| parameter | default | range | meaning |\n|---|---|---|---|\n")
		for _, p := range b.Params {
			fmt.Fprintf(&t, "| `%s` | %d | %d..%d | %s |\n", p.Name, p.Default, p.Min, p.Max, p.Doc)
		}
		t.WriteString("\n")
	}
	t.WriteString("| port | | width | meaning |\n|---|---|---|---|\n")
	group := ""
	sizes := &widths{block: b, made: map[int]func(rtlgen.Port) (rtlgen.PortSize, error){}}
	for _, p := range b.Ports {
		never, always := sizes.presence(p)
		if never {
			continue
		}
		if p.Group != group && p.Group != "" {
			fmt.Fprintf(&t, "| *%s* | | | |\n", p.Group)
		}
		group = p.Group
		dir := "in"
		if p.Kind == ir.Output {
			dir = "out"
		}
		doc := p.Doc
		if len(p.If) > 0 && !always {
			doc += " (only with `" + strings.Join(p.If, "` and `") + "`)"
		}
		width := sizes.of(p)
		if p.Split > 0 {
			doc += " (# is 0 to " + strings.Join(p.Lanes[:p.Split], "-1, then 0 to ") + "-1)"
		}
		fmt.Fprintf(&t, "| `%s` | %s | %s | %s |\n", p.Name, dir, width, doc)
	}
	return t.String()
}

// widths writes the widths of ports: lanes and bits of a lane, and with names in them the
// numbers that they have at the defaults, or where a port does not exist there, at the first
// end of a parameter's range with which it does.
type widths struct {
	block *Block
	made  map[int]func(rtlgen.Port) (rtlgen.PortSize, error) // of each of the block's ends
}

func (w *widths) of(p rtlgen.Port) string {
	width := strings.Join(append(slices.Clone(p.Lanes[p.Split:]), p.Width), " × ")
	if !named.MatchString(width) || w.block.sizes == nil {
		return width
	}
	for i, given := range w.block.ends() {
		if !matters(given, p, w.block) {
			continue
		}
		size, ok := w.size(i, given, p)
		if !ok {
			continue
		}
		var numbers []string
		for _, n := range append(size.Lanes[p.Split:], size.Width) {
			numbers = append(numbers, strconv.Itoa(n))
		}
		width += " = " + strings.Join(numbers, " × ")
		for name, x := range given {
			width += fmt.Sprintf(" with `%s` = %d", name, x)
		}
		return width
	}
	return width
}

// at gives the sizes of ports at one end, nil if its value does not go with the defaults of
// the other parameters.
func (w *widths) at(i int, given Values) func(rtlgen.Port) (rtlgen.PortSize, error) {
	sizes, ok := w.made[i]
	if !ok {
		if v, err := w.block.Resolve(given); err == nil {
			sizes = w.block.sizes(v)
		}
		w.made[i] = sizes
	}
	return sizes
}

// size is the size of a port at one end; false if it does not exist there.
func (w *widths) size(i int, given Values, p rtlgen.Port) (rtlgen.PortSize, bool) {
	sizes := w.at(i, given)
	if sizes == nil {
		return rtlgen.PortSize{}, false
	}
	size, err := sizes(p)
	return size, err == nil && size.Exists
}

// matters reports whether the condition of a port may depend on the parameter that is given: it
// names it, or what is no parameter of the block, and may be derived from any.
func matters(given Values, p rtlgen.Port, b *Block) bool {
	for name := range given {
		for _, condition := range p.If {
			for _, word := range words.FindAllString(condition, -1) {
				if word == name || b.param(word) == nil {
					return true
				}
			}
		}
	}
	return len(given) == 0
}

// named finds a name in a width, words find the names in an expression.
var (
	named = regexp.MustCompile("[a-z_]")
	words = regexp.MustCompile("[A-Za-z_][A-Za-z_0-9]*")
)

// Unsized lists the widths in a contract that are a name without a number, as "port: width".
func Unsized(text string) []string {
	var list []string
	for _, row := range portRow.FindAllStringSubmatch(text, -1) {
		if width := row[2]; named.MatchString(width) && !strings.Contains(width, " = ") {
			list = append(list, row[1]+": "+width)
		}
	}
	return list
}

// portRow is a row of a table of ports, as Interface writes it.
var portRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (?:in|out) \\| ([^|]*) \\|")

// ends are no parameters, for the defaults, and then each end of each range.
func (b *Block) ends() []Values {
	sets := []Values{nil}
	for _, q := range b.Params {
		sets = append(sets, Values{q.Name: q.Min}, Values{q.Name: q.Max})
	}
	return sets
}

// presence reports whether a port with a condition exists with none, and whether it exists with
// all, of the defaults and the ends of each parameter's range: a struct of ports that families
// share has fields that one family always has and another one never.
func (w *widths) presence(p rtlgen.Port) (never, always bool) {
	if len(p.If) == 0 || w.block.sizes == nil {
		return false, true
	}
	never, always = true, true
	for i, given := range w.block.ends() {
		if !matters(given, p, w.block) {
			continue
		}
		if w.at(i, given) == nil {
			continue // the value does not go with the defaults of the others
		}
		_, exists := w.size(i, given, p)
		never, always = never && !exists, always && exists
	}
	return never, always
}
