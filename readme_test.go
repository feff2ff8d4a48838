// Package culprit_test compares what the documents at the root of the project say
// with what is there.
package culprit_test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	assert.NilError(t, err)
	return string(data)
}

// TestFirstBlock: the block that docs/block.md shows, its Verilog and the mistakes are
// those of the examples and golden files, which tests of their packages check.
func TestFirstBlock(t *testing.T) {
	page := read(t, "docs/block.md")
	blocks := regexp.MustCompile("(?s)```(?:go|verilog)\n(.*?)```\n").FindAllStringSubmatch(page, -1)
	assert.Equal(t, len(blocks), 3, "docs/block.md shows a block, its Verilog, and how it is used")
	block, verilog, use := blocks[0][1], blocks[1][1], blocks[2][1]

	example := read(t, "rtlgen/verilog/example_test.go")
	assert.Assert(t, strings.Contains(example, block),
		"docs/block.md shows a block that is not the one of rtlgen/verilog/example_test.go:\n%s", block)

	// The directives around the module are left out in docs/block.md.
	want := read(t, "rtlgen/verilog/testdata/free_list/free_list.v")
	assert.Assert(t, strings.Contains(want, strings.TrimSpace(verilog)),
		"docs/block.md shows Verilog that is not what comes out:\n%s", verilog)

	for _, call := range []string{"rtlgen.Elaborate(FreeList(FreeListParams{Slots: 64}))", "verilog.Emit(design, "} {
		assert.Assert(t, strings.Contains(use, call) && strings.Contains(example, call),
			"%s is not in docs/block.md or not in the example", call)
	}
	for _, call := range []string{"device, err := testbench.NewDevice(blocks.Of(", "device.Step("} {
		assert.Assert(t, strings.Contains(use, call) && strings.Contains(read(t, "testbench/example_test.go"), call),
			"%s is not in docs/block.md or not in the example", call)
	}

	_, mistakes, found := strings.Cut(read(t, "rtlgen/example_arbiter_test.go"), "\t// Output:\n")
	assert.Assert(t, found)
	mistakes = strings.ReplaceAll(strings.TrimSuffix(mistakes, "}\n"), "\t// ", "    ")
	mistakes = strings.ReplaceAll(mistakes, "\t", "    ")
	assert.Assert(t, strings.Contains(page, mistakes), "docs/block.md does not show these mistakes:\n%s", mistakes)
}

var (
	fenced    = regexp.MustCompile("(?s)```.*?```")
	link      = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	quoted    = regexp.MustCompile("`((?:blocks|cmd|cyclesim|docs|rtlgen|scripts|testbench|verilog-out)/[^` ]*)`")
	target    = regexp.MustCompile("`make ([a-z-]+)`")
	given     = regexp.MustCompile("--network ([a-z/._]+)")
	command   = regexp.MustCompile("(?:`|    )rtlgen ([a-z]+)")
	documents = []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "RATIONALE.md",
		"docs/start.md", "docs/block.md", "docs/speed.md", "docs/README.md", "docs/mutants.md", "docs/verilog.md"}
)

// TestDocuments: the files, targets of make and commands that the documents name
// exist.
func TestDocuments(t *testing.T) {
	makefile := read(t, "Makefile")
	for _, name := range documents {
		text := fenced.ReplaceAllString(read(t, name), "")
		for _, m := range slices.Concat(link.FindAllStringSubmatch(text, -1), quoted.FindAllStringSubmatch(text, -1)) {
			for _, p := range alternatives(m[1]) {
				if strings.HasPrefix(m[0], "]") {
					p = path.Join(path.Dir(name), p)
				}
				exists(t, name, p, p)
			}
		}
		for _, m := range given.FindAllStringSubmatch(text, -1) {
			exists(t, name, m[1], m[1])
		}
		for _, m := range target.FindAllStringSubmatch(text, -1) {
			if !regexp.MustCompile(`(?m)^([a-z-]+ )*` + m[1] + `( [a-z-]+)*:`).MatchString(makefile) {
				t.Errorf("%s names `make %s`, which does not exist", name, m[1])
			}
		}
		for _, m := range command.FindAllStringSubmatch(text, -1) {
			exists(t, name, "rtlgen "+m[1], "cmd/cli/"+m[1]+".go")
		}
	}
}

// TestReadmeIsShort: README.md is what one reads before one decides to read on.
func TestReadmeIsShort(t *testing.T) {
	words := len(strings.Fields(read(t, "README.md")))
	assert.Assert(t, words <= 700, "README.md has %d words: move something to docs", words)
}

// TestGoldenMake keeps docs/make.md current: the targets of the Makefile with their help.
func TestGoldenMake(t *testing.T) {
	makefile := read(t, "Makefile")
	page := "# The make targets\n\n| command | what it does |\n|---|---|\n"
	for _, m := range regexp.MustCompile(`(?m)^([a-z][a-z0-9 -]*):.* ## (.*)$`).FindAllStringSubmatch(makefile, -1) {
		page += "| `make " + strings.Join(strings.Fields(m[1]), "`, `make ") + "` | " + m[2] + " |\n"
	}
	page += "\nVariables, as in `make verify SEED=7`, and their values without:\n\n| variable | value |\n|---|---|\n"
	for _, m := range regexp.MustCompile(`(?m)^([A-Z_]+) +\?= *(.*)$`).FindAllStringSubmatch(makefile, -1) {
		page += "| " + m[1] + " | " + m[2] + " |\n"
	}
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile("docs/make.md", []byte(page), 0o666))
		return
	}
	assert.Equal(t, read(t, "docs/make.md"), page, "docs/make.md is not current: run go test . -update")
}

// TestRooms: the folders of ARCHITECTURE.md's first picture exist.
func TestRooms(t *testing.T) {
	picture := fenced.FindString(read(t, "ARCHITECTURE.md"))
	rooms := regexp.MustCompile(`(?m)^( *)(\S+/)`).FindAllStringSubmatch(picture, -1)
	assert.Assert(t, len(rooms) > 20, "ARCHITECTURE.md lists %d rooms", len(rooms))
	var path []string // of the room before, one element per floor
	for _, m := range rooms {
		path = append(path[:len(m[1])/2], m[2])
		for _, p := range alternatives(strings.Join(path, "")) {
			exists(t, "ARCHITECTURE.md", p, p)
		}
	}
}

func exists(t *testing.T, document, what, file string) {
	t.Helper()
	if _, err := os.Stat(file); err != nil {
		t.Errorf("%s names %s, which does not exist", document, what)
	}
}

// alternatives are the paths that one with {a,b} stands for; none for a pattern
// such as blocks/<family>.
func alternatives(p string) []string {
	if strings.ContainsAny(p, "<*$") {
		return nil
	}
	return braces(p)
}

// braces are the paths or patterns that one with {a,b} stands for.
func braces(p string) (list []string) {
	open, shut := strings.Index(p, "{"), strings.Index(p, "}")
	if open < 0 || shut < open {
		return []string{p}
	}
	for _, choice := range strings.Split(p[open+1:shut], ",") {
		list = append(list, braces(p[:open]+choice+p[shut+1:])...)
	}
	return list
}

// TestIdentifiers: what ARCHITECTURE.md and CONTRIBUTING.md name as Go identifiers, in
// backquotes and with a capital letter, are some.
func TestIdentifiers(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var s scanner.Scanner
		s.Init(token.NewFileSet().AddFile(path, -1, len(text)), text, nil, 0)
		for {
			switch _, what, name := s.Scan(); what {
			case token.EOF:
				return nil
			case token.IDENT:
				known[name] = true
			}
		}
	})
	assert.NilError(t, err)
	quoted := regexp.MustCompile("`([A-Za-z]\\w*(?:\\.[A-Za-z]\\w*)*)(?:\\(.*?\\)|\\{.*?\\})?`")
	capital := regexp.MustCompile(`^[a-z]*[A-Z]\w*[a-z]`)
	checked := 0
	for _, document := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md"} {
		for _, m := range quoted.FindAllStringSubmatch(fenced.ReplaceAllString(read(t, document), ""), -1) {
			for _, name := range strings.Split(m[1], ".") {
				if capital.MatchString(name) {
					checked++
					assert.Check(t, known[name], "%s names `%s`, and there is no %s in the code", document, m[1], name)
				}
			}
		}
	}
	assert.Assert(t, checked > 50, "%d identifiers", checked)
}
