package rtlgen_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
)

// correction is the shortest description with a mistake of that code, and the same without it: docs/diagnostics.md
// shows both. The module m is there.
type correction struct {
	code         rtlgen.Code
	wrong, right func(m *rtlgen.Module)
}

// registered has a register of width bits behind its input a.
func registered(width int) *rtlgen.Module {
	m := rtlgen.NewModule("registered")
	m.Param("width", width, 1)
	m.Output("q", m.Next("a_q", m.Input("a", width), 0))
	return m
}

// DepthParams are the parameters of a block with the ports IO.
type DepthParams struct {
	Depth int `param:"depth" default:"4" min:"2" max:"64" doc:"words"`
}

// DepthPorts are its ports.
type DepthPorts struct {
	_ rtlgen.Unit `name:"delay" doc:"a register" params:"depth"`
	A rtlgen.In   `width:"depth" doc:"in"`
	Q rtlgen.Out  `width:"depth" doc:"out"`
}

func delayed(p DepthParams) *rtlgen.Typed[DepthPorts] {
	m, io := rtlgen.New[DepthPorts](p)
	if m.Refused() {
		return m
	}
	io.Q.Drive(m.Next("a_q", io.A, 0))
	return m
}

// sources are the statements of each of corrections as they stand in the file, in its order.
func sources(t *testing.T) (list [][2]string) {
	t.Helper()
	const name = "corrections_test.go"
	text, err := os.ReadFile(name)
	assert.NilError(t, err)
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, 0)
	assert.NilError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		c, ok := n.(*ast.CompositeLit)
		if !ok || len(c.Elts) != 3 {
			return true
		}
		var found [2]string
		for i, of := range c.Elts[1:] {
			f, ok := of.(*ast.FuncLit)
			if !ok {
				return true
			}
			found[i] = dedented(string(text[files.Position(f.Body.Lbrace).Offset+1 : files.Position(f.Body.Rbrace).Offset]))
		}
		list = append(list, found)
		return false
	})
	assert.Equal(t, len(list), len(corrections))
	return list
}

// dedented is a text without the tabs that all its lines begin with, and without empty lines around it.
func dedented(text string) string {
	text = strings.Trim(text, "\n\t ")
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], "\t\t\t")
	}
	return strings.Join(lines, "\n")
}

// diagnosed are the diagnostics of a description.
func diagnosed(build func(m *rtlgen.Module)) []*rtlgen.Diagnostic {
	m := rtlgen.NewModule("example")
	build(m)
	_, err := rtlgen.Elaborate(m)
	return rtlgen.Diagnostics(err)
}

// TestCorrections: each code has a description that is refused with it alone, and a corrected one that is taken.
func TestCorrections(t *testing.T) {
	seen := map[rtlgen.Code]bool{}
	for _, c := range corrections {
		t.Run(string(c.code), func(t *testing.T) {
			assert.Assert(t, !seen[c.code], "%s twice", c.code)
			seen[c.code] = true
			ds := diagnosed(c.wrong)
			assert.Equal(t, len(ds), 1, "%v", ds)
			assert.Equal(t, ds[0].Code, c.code)
			ds = diagnosed(c.right)
			assert.Equal(t, len(ds), 0, "%v", ds)
		})
	}
	for code := range rtlgen.Glossary {
		assert.Check(t, seen[code], "no example of %s", code)
	}
}

// examples is the part of docs/diagnostics.md that has them, of all codes in the order of corrections, which is theirs.
func examples(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for i, from := range sources(t) {
		ds := diagnosed(corrections[i].wrong)
		assert.Equal(t, len(ds), 1)
		fmt.Fprintf(&b, "\n## %s\n\n```go\n%s\n```\n\n```text\n%s\n```\n\nCorrected:\n\n```go\n%s\n```\n", corrections[i].code, from[0],
			ds[0].Message, from[1])
	}
	return b.String()
}
