package draw_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/draw"
	"culprit.example/culprit/rtlgen/ir"
)

// sample has a child between two memories: data goes from the input to the first one, whose words the child has a cycle
// later; the second one is written with what leaves the child, where it hits. A comparison decides what goes out.
func sample(t *testing.T) *ir.Module {
	t.Helper()
	child := rtlgen.NewModule("child")
	child.Doc("adds\nand says so")
	a, k := child.Input("in", 8), child.Input("key", 8)
	child.Output("out", a.Add(1))
	child.Output("hit", a.Eq(k))
	m := rtlgen.NewModule("sample")
	m.Doc("a sample")
	data, at, sel := m.Input("in_data", 8), m.Input("in_at", 2), m.Input("sel", 1)
	first := m.Memory("first", 4, 8, rtlgen.ReadOld, "what came in")
	first.Write(sel, at, data)
	late := m.Reg("late", 8, 0)
	late.Set(first.ReadSync("word", sel, at))
	u := m.Instance("u", child)
	u.In("in", late)
	u.In("key", m.Const(8, 7))
	second := m.Memory("second", 4, 8, rtlgen.ReadOld)
	second.Write(u.Out("hit"), at, u.Out("out"))
	m.Output("out_data", rtlgen.Mux(data.Eq(3), second.ReadSync("back", sel, at), u.Out("out")))
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	return d.Top
}

func linksOf(d *draw.Diagram) []string {
	var list []string
	for _, l := range d.Links {
		list = append(list, fmt.Sprintf("%s-%s %d", l.From.Name, l.To.Name, l.Bits))
	}
	return list
}

// TestLinks: data goes through registers and selections, decisions are links only if they are asked for.
func TestLinks(t *testing.T) {
	t.Parallel()
	m := sample(t)
	assert.DeepEqual(t, linksOf(draw.Of(m, false)), []string{"in-first 8", "u-second 8", "u-out 8", "first-u 8",
		"second-out 8"})
	assert.DeepEqual(t, linksOf(draw.Of(m, true)), []string{"in-first 8", "in-second 0", "in-out 0", "sel-first 0",
		"sel-second 0", "u-second 8", "u-out 8", "first-u 8", "second-out 8"})
}

// TestBoxes: what is drawn, with what stands in the boxes.
func TestBoxes(t *testing.T) {
	t.Parallel()
	var list []string
	for _, b := range draw.Of(sample(t), false).Boxes {
		list = append(list, fmt.Sprintf("%d %s|%s|%s", b.Kind, b.Name, b.Below, b.Doc))
	}
	assert.DeepEqual(t, list, []string{"0 in||", "2 u|child|adds", "3 first|4 x 8|what came in", "3 second|4 x 8|", "1 out||"})
}

// TestSVG: Graphviz takes the text, and each box and link is in the picture.
func TestSVG(t *testing.T) {
	tiers.Tools(t, "dot")
	t.Parallel()
	d := draw.Of(sample(t), true)
	svg, err := d.SVG(t.Context())
	assert.NilError(t, err)
	again, err := draw.Of(sample(t), true).SVG(t.Context())
	assert.NilError(t, err)
	assert.Equal(t, again, svg)
	classes := map[string]int{}
	for x := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := x.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		assert.NilError(t, err)
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				if a.Name.Local == "class" {
					classes[a.Value]++
				}
			}
		}
	}
	assert.Equal(t, classes["node"], len(d.Boxes))
	assert.Equal(t, classes["edge"], len(d.Links))
	for _, text := range []string{"a sample", ">u<", ">child<", ">first<"} {
		assert.Assert(t, strings.Contains(svg, text), "%s is not in\n%s", text, svg)
	}
}

// TestWithoutGraphviz: who has no Graphviz is told so.
func TestWithoutGraphviz(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := draw.Of(sample(t), false).SVG(t.Context())
	assert.ErrorContains(t, err, "the diagram of sample cannot be laid out: Graphviz is not installed (its program dot;")
}

// TestAbsurdNames: whatever stands in the texts, Graphviz takes it.
func TestAbsurdNames(t *testing.T) {
	tiers.Tools(t, "dot")
	t.Parallel()
	m := sample(t)
	m.Doc = "\"quoted\" \\ back\\nslash, <b> & é"
	_, err := draw.Of(m, false).SVG(t.Context())
	assert.NilError(t, err)
}
