package culprit_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"gotest.tools/v3/assert"
)

var (
	anyLink = regexp.MustCompile(`\]\(([^)\s]*)\)`)
	heading = regexp.MustCompile(`(?m)^#{1,6} +(.*?)\s*#*$`)
	code    = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	named   = regexp.MustCompile(`<a (?:name|id)="([^"]*)"`)
	// Pages that programs write from the results of an experiment.
	ofExperiment = regexp.MustCompile(`^docs/figures/.*-(claims|mutants|summary)\.md$`)

	inNav = regexp.MustCompile(`(?m)^ +- (?:[^:\n]*: )?(\S+\.md)$`)
)

// pages are all Markdown files of the tree, by their path, without what is built.
func pages(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != "." && (p == "build" || p == "out" || strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if !d.IsDir() && path.Ext(p) == ".md" {
			texts[filepath.ToSlash(p)] = read(t, p)
		}
		return nil
	})
	assert.NilError(t, err)
	return texts
}

// anchors are those of the headings of a page, as GitHub makes them.
func anchors(text string) map[string]bool {
	found := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		title := anyLink.ReplaceAllString(m[1], "")
		slug := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, title)
		name := slug
		for i := 1; found[name]; i++ {
			name = fmt.Sprintf("%s-%d", slug, i)
		}
		found[name] = true
	}
	for _, m := range named.FindAllStringSubmatch(text, -1) {
		found[m[1]] = true
	}
	return found
}

// brokenLink says what is wrong with a link of a page, "" if nothing is.
func brokenLink(texts map[string]string, page, to string) string {
	if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") {
		return ""
	}
	file, anchor, _ := strings.Cut(to, "#")
	target := page
	if file != "" {
		target = path.Join(path.Dir(page), file)
	}
	info, err := os.Stat(target)
	switch {
	case err != nil:
		return "there is no " + target
	case info.IsDir():
		return target + " is a folder, which a site has no page for: name a file in it"
	case anchor == "":
		return ""
	case path.Ext(target) != ".md":
		return target + " has no headings"
	case !anchors(texts[target])[anchor]:
		return target + " has no heading for #" + anchor
	}
	return ""
}

// TestLinks: every link of every page leads to a file that is there, and its anchor to a heading.
func TestLinks(t *testing.T) {
	texts := pages(t)
	checked := 0
	for page, text := range texts {
		for _, m := range anyLink.FindAllStringSubmatch(code.ReplaceAllString(text, ""), -1) {
			checked++
			if wrong := brokenLink(texts, page, m[1]); wrong != "" {
				t.Errorf("%s links to %s: %s", page, m[1], wrong)
			}
		}
	}
	assert.Assert(t, checked > 300, "%d links", checked)
}

// TestBrokenLinks: links that lead nowhere are noticed, and others are not.
func TestBrokenLinks(t *testing.T) {
	texts := map[string]string{"docs/README.md": "# A b\n## C_d: `e`, f\n## A b\n```\n# no\n```\n"}
	for to, want := range map[string]string{
		"https://x.y/z": "", "#a-b": "", "README.md#c_d-e-f": "", "#a-b-1": "", "../README.md": "",
		"#no":               "docs/README.md has no heading for #no",
		"nowhere.md":        "there is no docs/nowhere.md",
		"figures":           "docs/figures is a folder, which a site has no page for: name a file in it",
		"../Makefile#setup": "Makefile has no headings",
	} {
		got := brokenLink(texts, "docs/README.md", to)
		assert.Check(t, got == want, "%s: %s", to, got)
	}
}

// TestSetup: a part that scripts/setup does not know is refused before anything is installed.
func TestSetup(t *testing.T) {
	said, err := exec.Command("scripts/setup", "nonsense").CombinedOutput()
	var exit *exec.ExitError
	assert.Assert(t, errors.As(err, &exit) && exit.ExitCode() == 2, "%v", err)
	assert.Equal(t, string(said), "setup: there is no nonsense: call scripts/setup, scripts/setup site or scripts/setup slurm\n")
}

// TestSite: mkdocs.yml names each page once, but for the claims of experiments, which
// docs/figures/README.md links to.
func TestSite(t *testing.T) {
	seen := map[string]int{}
	_, nav, found := strings.Cut(read(t, "mkdocs.yml"), "\nnav:\n")
	assert.Assert(t, found)
	for _, m := range inNav.FindAllStringSubmatch(nav, -1) {
		seen[m[1]]++
	}
	for page := range pages(t) {
		outside := strings.Contains(page, "/") && !strings.HasPrefix(page, "docs/") && !strings.HasPrefix(page, "blocks/")
		if outside || ofExperiment.MatchString(page) {
			continue
		}
		if seen[page] != 1 {
			t.Errorf("mkdocs.yml names %s %d times in nav", page, seen[page])
		}
		delete(seen, page)
	}
	assert.Equal(t, len(seen), 0, "nav names pages that are not there: %v", seen)
}

// contractWords is the most words of a page of a contract that has several.
const contractWords = 3000

// TestContractsAreShort: a contract of several pages has short ones, and README.md names each.
func TestContractsAreShort(t *testing.T) {
	texts := pages(t)
	several := 0
	for page, text := range texts {
		readme := path.Join(path.Dir(page), "README.md")
		if ok, _ := path.Match("blocks/*/*.md", page); !ok || page == readme {
			continue
		}
		several++
		assert.Check(t, strings.Contains(texts[readme], "]("+path.Base(page)), "%s does not name %s", readme, page)
		for _, p := range []string{page, readme} {
			words := len(strings.Fields(texts[p]))
			assert.Check(t, words <= contractWords, "%s has %d words, at most %d: move units to a page of their own", p, words, contractWords)
		}
		assert.Check(t, strings.Contains(text, "](README.md)"), "%s does not lead to %s", page, readme)
	}
	assert.Assert(t, several > 20, "%d pages", several)
}

// TestQuestions: what users ask first is answered where a row of docs/README.md leads to: there the term stands.
func TestQuestions(t *testing.T) {
	texts := pages(t)
	rows := regexp.MustCompile(`(?m)^\| ([^|]*\?) \| (.*) \|$`).FindAllStringSubmatch(texts["docs/README.md"], -1)
	terms := map[string]string{
		"How do I reset one port?":                  "may be reset",
		"What does a lost credit do?":               "credits lost",
		"How do I put my own NIC into the network?": "Your adapter",
		"Which memory style does Quartus get?":      "Quartus",
		"What is a SAQ?":                            "set-aside queue",
		"How long does X run?":                      "minutes",
		"How do I see a congestion tree grow?":      "rtlgen film",
		"What does RTL0016 mean?":                   "RTL0016",
		"How do I add an exception for a mutant?":   "Equivalent:",
		"Which figure of which paper holds?":        "| Fig. 6a |",
	}
	asked := 0
	for _, row := range rows {
		term := terms[row[1]]
		if term == "" {
			continue
		}
		asked++
		found := false
		for _, m := range anyLink.FindAllStringSubmatch(row[2], -1) {
			file, _, _ := strings.Cut(m[1], "#")
			target := "docs/README.md"
			if file != "" {
				target = path.Join("docs", file)
			}
			found = found || strings.Contains(strings.ToLower(texts[target]), strings.ToLower(term))
		}
		assert.Check(t, found, "%s: no page that the answer leads to has %q", row[1], term)
	}
	assert.Equal(t, asked, len(terms), "docs/README.md lacks a question")
}
