package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
)

const tutorial = "../../docs/tutorial"

// step is a fenced block of a page: commands with what they print, a file, or a change of one.
type step struct {
	kind, title string
	lines       []string
}

var fence = regexp.MustCompile("(?ms)^```(\\w+)(?: title=\"([^\"]*)\")?\n(.*?)^```$")

// stepsOf are the steps of a page.
func stepsOf(page string) (steps []step) {
	for _, m := range fence.FindAllStringSubmatch(page, -1) {
		steps = append(steps, step{m[1], m[2], strings.Split(strings.TrimSuffix(m[3], "\n"), "\n")})
	}
	return steps
}

// reader follows a page in a folder that is empty at first.
type reader struct {
	dir      string // where the commands are called
	env      []string
	compared int // outputs
}

// newReader gives a reader what docs/tutorial/README.md asks for: rtlgen on the path, and where
// the clone is. Go packages come from the cache of Go.
func newReader(t *testing.T) *reader {
	t.Helper()
	root, err := filepath.Abs("../..")
	assert.NilError(t, err)
	self, err := filepath.Abs(os.Args[0])
	assert.NilError(t, err)
	bin := t.TempDir()
	script := "#!/bin/sh\n" + runAsProgram + "=1 exec '" + self + "' \"$@\"\n"
	assert.NilError(t, os.WriteFile(filepath.Join(bin, "rtlgen"), []byte(script), 0o777))
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	assert.NilError(t, err)
	return &reader{dir: t.TempDir(), env: append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "CULPRIT="+root,
		"GOPROXY=file://"+strings.TrimSpace(string(cache))+"/cache/download,off", "GOSUMDB=off", "GOWORK=off", "GOFLAGS=")}
}

// follow does one step.
func (r *reader) follow(t *testing.T, s step) {
	t.Helper()
	switch s.kind {
	case "console":
		for i := 0; i < len(s.lines); {
			command, found := strings.CutPrefix(s.lines[i], "$ ")
			assert.Assert(t, found, "%q is neither a command nor below one", s.lines[i])
			end := i + 1
			for end < len(s.lines) && !strings.HasPrefix(s.lines[end], "$ ") {
				end++
			}
			r.call(t, command, s.lines[i+1:end])
			i = end
		}
	case "diff":
		r.change(t, s)
	default:
		assert.Assert(t, s.title != "", "a block of %s without the name of its file", s.kind)
		text := strings.Join(s.lines, "\n") + "\n"
		assert.NilError(t, os.WriteFile(filepath.Join(r.dir, s.title), []byte(text), 0o666))
	}
}

// call makes a call that must succeed and print what the page says, if that says anything.
func (r *reader) call(t *testing.T, command string, want []string) {
	t.Helper()
	if dir, found := strings.CutPrefix(command, "cd "); found {
		r.dir = filepath.Join(r.dir, dir)
		return
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir, cmd.Env = r.dir, r.env
	out, err := cmd.CombinedOutput()
	got := progressLine.ReplaceAllString(string(out), "")
	assert.NilError(t, err, "%s\n%s", command, got)
	if len(want) == 0 {
		return
	}
	r.compared++
	assert.Assert(t, likeOnPage(want).MatchString(words(got)), "%s\nprints\n%s\nand the page says\n%s", command, got,
		strings.Join(want, "\n"))
}

// change replaces the lines with - of a file by those with +; others are in both.
func (r *reader) change(t *testing.T, s step) {
	t.Helper()
	var before, after strings.Builder
	for _, line := range s.lines {
		if line[0] != '+' {
			before.WriteString(line[1:] + "\n")
		}
		if line[0] != '-' {
			after.WriteString(line[1:] + "\n")
		}
	}
	file := filepath.Join(r.dir, s.title)
	text, err := os.ReadFile(file)
	assert.NilError(t, err)
	times := strings.Count(string(text), before.String())
	assert.Assert(t, times == 1, "%d times in %s:\n%s\nwhich is\n%s", times, s.title, before.String(), text)
	changed := strings.Replace(string(text), before.String(), after.String(), 1)
	assert.NilError(t, os.WriteFile(file, []byte(changed), 0o666))
}

// words has one blank where a line has several, and none at its ends.
func words(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// likeOnPage matches the words that a page shows: a line of three dots stands for any number
// of lines, three dots in a line for anything in it.
func likeOnPage(lines []string) *regexp.Regexp {
	pattern := "^"
	for _, line := range lines {
		if line == "..." {
			pattern += "(?:.*\n)*?"
			continue
		}
		parts := strings.Split(strings.Join(strings.Fields(line), " "), "...")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(strings.TrimSpace(parts[i]))
		}
		pattern += strings.Join(parts, " ?.*?") + "\n"
	}
	return regexp.MustCompile(pattern + "$")
}

// toolsOf are what a page needs beside Go and make, by the table of docs/tutorial/README.md.
func toolsOf(t *testing.T, index, page string) []string {
	t.Helper()
	row := regexp.MustCompile(`(?m)^\| \[[^]]*\]\(` + regexp.QuoteMeta(page) +
		`\) \|.*\| Go(?:, make)?(?:, )?(.*) \|$`).FindStringSubmatch(index)
	assert.Assert(t, row != nil, "docs/tutorial/README.md has no row for %s", page)
	if row[1] == "" {
		return nil
	}
	return strings.Split(row[1], ", ")
}

// TestTutorial follows each page of the tutorial, a page of docs/explain, and how-to pages, from an empty
// folder: its commands succeed, and print what it says. Blocks whose title begins with "with"
// need more tools than the page.
func TestTutorial(t *testing.T) {
	t.Parallel()
	index, err := os.ReadFile(filepath.Join(tutorial, "README.md"))
	assert.NilError(t, err)
	pages, err := filepath.Glob(filepath.Join(tutorial, "*.md"))
	assert.NilError(t, err)
	assert.Assert(t, len(pages) > 5)
	for _, file := range append(pages, "../../docs/explain/recn-iq.md", "../../docs/scoreboard.md",
		"../../docs/coverage.md") {
		name := filepath.Base(file)
		if name == "README.md" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if filepath.Dir(file) == tutorial {
				if tools := toolsOf(t, string(index), name); len(tools) > 0 {
					tiers.Tools(t, tools...)
				}
			}
			text, err := os.ReadFile(file)
			assert.NilError(t, err)
			if strings.Contains(string(text), "rtlgen new ") {
				tiers.Long(t, "a module of one's own, in the tutorial")
			}
			r := newReader(t)
			for _, s := range stepsOf(string(text)) {
				tools, found := strings.CutPrefix(s.title, "with ")
				if !found {
					r.follow(t, s)
					continue
				}
				t.Run("tools", func(t *testing.T) {
					tiers.Tools(t, strings.Split(tools, ", ")...)
					r.follow(t, s)
				})
			}
			assert.Assert(t, r.compared > 0)
		})
	}
}

// TestTutorialMistakes: what a page says and no command prints is noticed.
func TestTutorialMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want, got string
		like      bool
	}{
		{"a  b", "a b\n", true}, {"a", "b\n", false}, {"a", "a\nb\n", false}, {"a\n...", "a\nb\nc\n", true},
		{"...\nc", "a\nb\nc\n", true}, {"...\nc", "a\nb\n", false}, {"a ... c", "a b c\n", true},
		{"a ... c", "a b\nc\n", false},
		{"a ...", "a\n", true}, {"1.5", "1x5\n", false},
	} {
		like := likeOnPage(strings.Split(c.want, "\n")).MatchString(words(c.got))
		assert.Check(t, like == c.like, "%q, %q", c.want, c.got)
	}
	steps := stepsOf("text\n```console\n$ a\nb\n```\n```go title=\"x.go\"\nc\n```\n")
	assert.Assert(t, len(steps) == 2 && steps[1].title == "x.go", "%v", steps)
	assert.DeepEqual(t, steps[0].lines, []string{"$ a", "b"})
}
