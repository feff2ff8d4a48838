package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// keepsPage compares a page of docs/reference with what a program makes of the code, or writes it.
func keepsPage(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("..", "..", "docs", "reference", name)
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(file, []byte(text), 0o666))
		return
	}
	have, err := os.ReadFile(file)
	assert.NilError(t, err)
	assert.Equal(t, string(have), text, "docs/reference/%s is not current: run go test ./cmd/cli -update", name)
}

// TestGoldenCommands keeps docs/reference/commands.md current: all commands with their options.
func TestGoldenCommands(t *testing.T) {
	t.Parallel()
	m := manualOf(ours(io.Discard, io.Discard).app())
	var b strings.Builder
	b.WriteString("# All commands\n\nWhat `rtlgen --help` and `rtlgen COMMAND --help` say. `rtlgen man` prints the same as a manual page, and\n" +
		"[`rtlgen completion`](#completion) lets a shell complete names.\n\n| command | what it does |\n|---|---|\n")
	for _, c := range m.commands {
		fmt.Fprintf(&b, "| [%s](#%s) | %s |\n", c.name, c.name, cell(c.usage))
	}
	b.WriteString("\n<!-- help -->\n\n")
	markdownDescription(&b, m.description)
	for _, c := range m.commands {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", c.name, sentenceOf(c.usage))
		for _, call := range c.calls {
			fmt.Fprintf(&b, "    %s\n", call)
		}
		b.WriteString("\n")
		markdownDescription(&b, c.description)
		if len(c.options) == 0 {
			continue
		}
		b.WriteString("| option | what it does | without |\n|---|---|---|\n")
		for _, o := range c.options {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.Join(o.names, "`, `"), cell(o.usage), cell(withoutIt(o)))
		}
		b.WriteString("\n")
	}
	b.WriteString("<!-- end -->\n")
	keepsPage(t, "commands.md", b.String())
}

// withoutIt is the value of an option that is not given, in words where it depends on the machine.
func withoutIt(o manualOption) string {
	switch name, _, _ := strings.Cut(o.names[0], " "); name {
	case "--jobs":
		return "one for each processor"
	case "--engine", "--engines":
		return "native where it runs, else compiled"
	}
	return o.standard
}

// cell is a text in a cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", "*", `\*`).Replace(text)
}

func markdownDescription(b *strings.Builder, text string) {
	for _, part := range descriptionParts(text) {
		plain, lines := asItIs(part)
		if plain != "" {
			fmt.Fprintf(b, "%s\n\n", strings.NewReplacer("<", "&lt;", "*", `\*`).Replace(plain))
		}
		if len(lines) > 0 {
			least := slices.Min(mapped(lines, func(l string) int { return len(l) - len(strings.TrimLeft(l, " ")) }))
			for _, l := range lines {
				fmt.Fprintf(b, "    %s\n", l[least:])
			}
			b.WriteString("\n")
		}
	}
}

func mapped[A, B any](list []A, f func(A) B) []B {
	var out []B
	for _, a := range list {
		out = append(out, f(a))
	}
	return out
}

// TestGoldenBlocks keeps docs/reference/blocks.md current: all blocks with their parameters, contracts and diagrams.
func TestGoldenBlocks(t *testing.T) {
	t.Parallel()
	pages := contractPages(t)
	var b strings.Builder
	b.WriteString("# All blocks\n\nEach block with its parameters: the value without `-p`, and the range. `rtlgen list` prints the same with the\n" +
		"meaning of each parameter, and so does the contract, which also has all ports.\n")
	for _, f := range families() {
		list := f.Blocks()
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n| block | what it is | parameters | diagram |\n|---|---|---|---|\n", f.Name)
		for _, block := range list {
			var params []string
			for _, q := range block.Params {
				params = append(params, fmt.Sprintf("`%s` %d (%d..%d)", q.Name, q.Default, q.Min, q.Max))
			}
			diagram := ""
			if _, err := os.Stat("../../docs/diagrams/" + block.Name + ".svg"); err == nil {
				diagram = fmt.Sprintf("[diagram](../diagrams/%s.svg)", block.Name)
			}
			page := pages[block.Name]
			assert.Assert(t, page != "", "no contract of %s", block.Name)
			fmt.Fprintf(&b, "| [%s](../../blocks/%s) | %s | %s | %s |\n", block.Name, page, cell(block.Doc), strings.Join(params, ", "), diagram)
		}
	}
	keepsPage(t, "blocks.md", b.String())
}

// contractPages are the pages below blocks that have the interface of a block, with the heading above it, by block.
func contractPages(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../blocks/*/*.md")
	assert.NilError(t, err)
	found := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		heading := ""
		for line := range strings.Lines(string(text)) {
			if title, ok := strings.CutPrefix(strings.TrimSpace(line), "## "); ok {
				heading = "#" + strings.ReplaceAll(strings.ToLower(strings.NewReplacer("`", "", ",", "", ":", "", "(", "", ")", "").Replace(title)), " ", "-")
			}
			if name, ok := strings.CutPrefix(strings.TrimSuffix(strings.TrimSpace(line), " -->"), "<!-- interface: "); ok {
				found[name] = filepath.ToSlash(strings.TrimPrefix(filepath.ToSlash(file), "../../blocks/")) + heading
			}
		}
	}
	return found
}
