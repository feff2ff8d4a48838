package cli

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/internal/version"
)

// typeDocs are the comments of a type of Go and of its fields.
type typeDocs struct {
	doc    string
	fields map[string]string
}

// commented reads the comments of the types of packages, by the path of the package and the name.
type commented map[string]map[string]typeDocs

func (c commented) of(t *testing.T, of reflect.Type) typeDocs {
	t.Helper()
	path := of.PkgPath()
	if c[path] == nil {
		c[path] = map[string]typeDocs{}
		dir := filepath.Join("..", "..", strings.TrimPrefix(path, version.Path))
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		assert.NilError(t, err)
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
			assert.NilError(t, err)
			for _, d := range f.Decls {
				if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
					c.add(path, d)
				}
			}
		}
	}
	return c[path][of.Name()]
}

func (c commented) add(path string, d *ast.GenDecl) {
	for _, s := range d.Specs {
		spec, ok := s.(*ast.TypeSpec)
		if !ok {
			continue
		}
		docs := typeDocs{spec.Doc.Text() + spec.Comment.Text(), map[string]string{}}
		if len(d.Specs) == 1 {
			docs.doc = d.Doc.Text() + docs.doc
		}
		if fields, ok := spec.Type.(*ast.StructType); ok {
			for _, f := range fields.Fields.List {
				for _, name := range f.Names {
					docs.fields[name.Name] = f.Doc.Text() + f.Comment.Text()
				}
			}
		}
		c[path][spec.Name.Name] = docs
	}
}

// schemaPage makes docs/json.md.
type schemaPage struct {
	t       *testing.T
	docs    commented
	text    strings.Builder
	todo    []reflect.Type // structures that a table names
	known   map[reflect.Type]bool
	missing []string // fields without a meaning
}

// typeName is what a reader of JSON calls a type.
func (p *schemaPage) typeName(of reflect.Type) string {
	switch of.Kind() {
	case reflect.Pointer:
		return p.typeName(of.Elem())
	case reflect.Slice, reflect.Array:
		return "list of " + plural(p.typeName(of.Elem()))
	case reflect.Map:
		return "object: a " + p.typeName(of.Elem()) + " for each name"
	case reflect.Struct:
		if !p.known[of] {
			p.known[of] = true
			p.todo = append(p.todo, of)
		}
		return fmt.Sprintf("[%s](#%s)", structName(of), anchor(structName(of)))
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "string"
	case reflect.Float32, reflect.Float64:
		return "number"
	}
	if of.Kind() >= reflect.Int && of.Kind() <= reflect.Uint64 {
		return "whole number"
	}
	p.t.Fatalf("%s has no form in JSON", of)
	return ""
}

// structName names a structure: package and type.
func structName(of reflect.Type) string {
	return strings.TrimPrefix(of.String(), "cli.")
}

// plural is the plural of a name of a type; that of a structure stays as it is.
func plural(name string) string {
	switch name {
	case "string", "number", "whole number":
		return name + "s"
	}
	if rest, ok := strings.CutPrefix(name, "list of "); ok {
		return "lists of " + rest
	}
	return name
}

func anchor(title string) string { return strings.ToLower(strings.ReplaceAll(title, ".", "")) }

// field is a field as JSON has it.
type field struct {
	name, goName string
	optional     bool
	of           reflect.Type
	owner        reflect.Type // the structure that has it in Go
}

// fieldsOf are the fields of a structure, those of embedded ones, too.
func fieldsOf(of reflect.Type) (list []field) {
	for i := range of.NumField() {
		f := of.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case f.Anonymous && tag == "":
			list = append(list, fieldsOf(f.Type)...)
		case f.IsExported() && name != "-":
			if name == "" {
				name = f.Name
			}
			list = append(list, field{name, f.Name, strings.Contains(options, "omitempty"), f.Type, of})
		}
	}
	return list
}

// table writes the fields of a structure.
func (p *schemaPage) table(of reflect.Type) {
	p.text.WriteString("| field | type | meaning |\n|---|---|---|\n")
	fields := fieldsOf(of)
	for _, f := range fields {
		docs := p.docs.of(p.t, f.owner)
		meaning := docs.fields[f.goName]
		if meaning == "" {
			for _, other := range fields { // one comment may be about several fields
				if text := docs.fields[other.goName]; regexp.MustCompile(`\b` + f.goName + `\b`).MatchString(text) {
					meaning = "see `" + other.name + "`"
				}
			}
		}
		if strings.TrimSpace(meaning) == "" {
			p.missing = append(p.missing, f.owner.String()+"."+f.goName)
		}
		optional := ""
		if f.optional {
			optional = ", may be missing"
		}
		fmt.Fprintf(&p.text, "| `%s` | %s%s | %s |\n", f.name, p.typeName(f.of), optional, sentence(meaning, fields))
	}
	p.text.WriteString("\n")
}

// sentence is a comment on one line, in which fields have their names in JSON.
func sentence(comment string, fields []field) string {
	text := strings.Join(strings.Fields(comment), " ")
	for _, f := range fields {
		if f.goName != f.name {
			text = regexp.MustCompile(`\b`+f.goName+`\b( (is|are|has|have|counts?|says?|shows?|and|leads|in|on|to|of)\b|,)`).
				ReplaceAllString(text, "`"+f.name+"`$1")
		}
	}
	return strings.ReplaceAll(text, "|", `\|`)
}

const jsonHead = `# JSON of the commands

What ` + "`--json`" + ` prints. The first field of each output is ` + "`schema`" + `, a string: the name of the form and its version. The version becomes larger when a field is renamed, removed or means something else. New fields may come
without that. Fields that may be missing are left out if they are 0, empty or false. Lists may be null if they are empty.

This page is made from the types of the program: ` + "`go test ./cmd/cli -run TestGoldenJSON -update`" + ` writes it.

| call with --json | schema |
|---|---|
`

func (p *schemaPage) make() string {
	p.text.WriteString(jsonHead)
	for _, f := range jsonForms {
		fmt.Fprintf(&p.text, "| `%s` | [`%s`](#%s) |\n", f.call, f.schema, anchor(strings.ReplaceAll(f.schema, "/", "")))
	}
	p.text.WriteString("\n")
	for _, f := range jsonForms {
		of := reflect.TypeOf(f.of)
		fmt.Fprintf(&p.text, "## %s\n\n", f.schema)
		p.table(of)
	}
	p.text.WriteString("# Structures\n\n")
	for len(p.todo) > 0 {
		of := p.todo[0]
		p.todo = p.todo[1:]
		doc, _, _ := strings.Cut(p.docs.of(p.t, of).doc, "\n\n")
		fmt.Fprintf(&p.text, "## %s\n\n%s\n\n", structName(of), sentence(doc, fieldsOf(of)))
		p.table(of)
	}
	return strings.TrimRight(p.text.String(), "\n") + "\n"
}

// TestGoldenJSON: docs/json.md is what the types say, and says of each field what it means.
func TestGoldenJSON(t *testing.T) {
	t.Parallel()
	p := &schemaPage{t: t, docs: commented{}, known: map[reflect.Type]bool{}}
	want := p.make()
	assert.Equal(t, len(p.missing), 0, "fields without a comment:\n%s", strings.Join(p.missing, "\n"))
	page := filepath.Join("..", "..", "docs", "json.md")
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(page, []byte(want), 0o666))
		return
	}
	text, err := os.ReadFile(page)
	assert.NilError(t, err)
	assert.Assert(t, string(text) == want, "docs/json.md is not current: `go test ./cmd/cli -run TestGoldenJSON -update` writes it")
}

// TestSchemas are the first field of what is printed, each once in the list; all fields that are
// printed are on the page.
func TestSchemas(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "json.md"))
	assert.NilError(t, err)
	var names []string
	for _, f := range jsonForms {
		assert.Assert(t, regexp.MustCompile(`^rtlgen\.[a-z-]+/[1-9][0-9]*$`).MatchString(f.schema), f.schema)
		assert.Assert(t, !slices.Contains(names, f.schema), f.schema)
		names = append(names, f.schema)
	}
	for _, c := range []struct{ args, schema string }{
		{"list fifo", "rtlgen.list/1"}, {"verify fifo --cycles 300", "rtlgen.verify/1"},
		{"mutate lfsr --limit 4 --limit-proof 0", "rtlgen.mutate/1"}, {"run recn-memory", "rtlgen.run/1"},
		{"run recn-memory --mutants", "rtlgen.run-mutants/1"}, {"run --list", "rtlgen.run-list/1"},
	} {
		t.Run(c.args, func(t *testing.T) {
			out := held(t, t.TempDir(), append(strings.Fields(c.args), "--json")...)
			assert.Assert(t, strings.HasPrefix(out, fmt.Sprintf("{\n  \"schema\": %q,\n  \"", c.schema)), out[:min(len(out), 200)])
			var got any
			assert.NilError(t, json.Unmarshal([]byte(out), &got))
			for name := range got.(map[string]any) {
				assert.Assert(t, strings.Contains(string(page), "| `"+name+"` | ") || name == "schema", name)
			}
		})
	}
}
