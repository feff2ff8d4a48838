package culprit_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestExtensions: what ARCHITECTURE.md says must be touched to add something is what was touched for
// one that is there. The files that mention it are among those that the section names, and each row of the
// section's tables has one of them.
func TestExtensions(t *testing.T) {
	t.Parallel()
	// Comments and tests may mention what they like.
	comment := regexp.MustCompile(`(?m)(^|\s)//.*$`)
	texts := map[string]string{}
	for _, root := range []string{"rtlgen", "blocks", "cyclesim", "testbench", "cmd", "internal"} {
		assert.NilError(t, filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
			switch {
			case err != nil || d.IsDir() && d.Name() != "testdata":
				return err
			case d.IsDir():
				return filepath.SkipDir
			}
			switch ext := path.Ext(file); {
			case ext == ".h", ext == ".md", ext == ".go" && !strings.HasSuffix(file, "_test.go"):
				texts[filepath.ToSlash(file)] = comment.ReplaceAllString(read(t, file), "$1")
			}
			return nil
		}))
	}
	for _, c := range []struct {
		section, rows string // the title, and what the rows begin with
		mentions      string // an expression of the names of the example
		named         []string
	}{
		{"How do I add a block?", "", `(?i)ternary_?line`, []string{"<family>", "prim", "<block>", "ternary_line"}},
		{"How do I add an engine?", "", `"[^"]*cyclesim/internal/reference"|^package reference`, []string{"<engine>", "reference"}},
		{"How do I add a back end of the compiled engine, or an operation on vectors?", "back end",
			`"[^"]*cyclesim/internal/(emitc|csource)"|^package emitc`, []string{"<name>", "c"}},
		{"How do I add a back end of the compiled engine, or an operation on vectors?", "operation",
			`\b(vector\.)?AddPairs16\b|\badd_pairs16\b`, nil},
		{"How do I add a back end of the compiled engine, or an operation on vectors?", "instruction", `\bVpaddusb\b`, nil},
		{"How do I add an optimisation, or a rule to one?", "pass", `\bForwardStores\b`, nil},
		{"How do I add an operator?", "", `\bOpFirst\b`, nil},
		{"How do I add an experiment?", "", `"[^"]*blocks/clos/experiment"|^package experiment\b[^;]*?reqgrant-directed`,
			[]string{"<family>", "clos"}},
		{"How do I add a family?", "", `^blocks/clos/|"[^"]*/blocks/clos(/[a-z]+)?"`, []string{"<family>", "clos"}},
	} {
		t.Run(c.section+" "+c.rows, func(t *testing.T) {
			t.Parallel()
			rows := filesOfSection(t, c.section, c.rows, strings.NewReplacer(c.named...))
			used := make([]bool, len(rows))
			names := regexp.MustCompile(c.mentions)
			for file, text := range texts {
				if !names.MatchString(file) && !names.MatchString(text) {
					continue
				}
				listed := false
				for i, patterns := range rows {
					for _, p := range patterns {
						match, err := path.Match(p, file)
						assert.NilError(t, err)
						if match || strings.HasSuffix(p, "/") && strings.HasPrefix(file, p) {
							used[i], listed = true, true
						}
					}
				}
				assert.Check(t, listed, "%s has it, and no row of ARCHITECTURE.md names the file", file)
			}
			for i, u := range used {
				assert.Check(t, u, "no file of the row %q has it", rows[i])
			}
		})
	}
}

// filesOfSection returns the files that each row of the tables of a section of ARCHITECTURE.md names,
// of the rows that begin with a word and those below that begin with nothing.
func filesOfSection(t *testing.T, title, rows string, placeholders *strings.Replacer) (list [][]string) {
	t.Helper()
	_, text, found := strings.Cut(read(t, "ARCHITECTURE.md"), "\n## "+title+"\n")
	assert.Assert(t, found, title)
	text, _, _ = strings.Cut(text, "\n## ")
	quoted := regexp.MustCompile("`([^`]+)`")
	in := rows == ""
	for _, line := range strings.Split(text, "\n") {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "|---") {
			continue
		}
		first := strings.TrimSpace(cells[0])
		if rows != "" && first != "" {
			in = first == rows
		}
		of := cells[len(cells)-2]
		if !in || !strings.Contains(of, "`") {
			continue
		}
		var files []string
		dir := ""
		for _, m := range quoted.FindAllStringSubmatch(of, -1) {
			name := placeholders.Replace(m[1])
			if strings.Contains(name, "testdata") {
				continue
			}
			if !strings.Contains(name, "/") {
				name = dir + name
			}
			dir = name[:strings.LastIndex(name, "/")+1]
			files = append(files, braces(name)...)
		}
		if len(files) > 0 {
			list = append(list, files)
		}
	}
	assert.Assert(t, len(list) > 0, "%s %s has no rows", title, rows)
	return list
}
