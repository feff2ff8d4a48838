package culprit_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// paper is one whose claims are measured: how claims name it, and the heading and explanation that it has.
type paper struct{ name, title, explained string }

var papers = []paper{
	{"RECN-IQ paper", "RECN-IQ", "recn-iq.md"},
	{"RECN-DD paper", "RECN with distributed deallocation", "recn.md"},
	{"request-grant paper", "Request-grant", "request-grant.md"},
	{"UQ", "Unbiased QCN", "unbiased-qcn.md"},
	{"AR", "Adaptive routing", "adaptive-routing.md"},
}

// judged is a verdict on a claim, in a page of docs/figures.
type judged struct{ claim, verdict, page string }

// judgements are those of a page of claims, by the place in a paper that the claim is from. A claim differs or fails
// if one of its conditions does.
func judgements(page, text string) map[string][]judged {
	found := map[string][]judged{}
	place := ""
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "|") || len(cells) < 5 {
			continue
		}
		claim, verdict := strings.TrimSpace(cells[0]), strings.TrimSpace(cells[len(cells)-1])
		switch {
		case claim == "claim" || strings.HasPrefix(claim, "-"):
			continue
		case claim != "":
			says := strings.TrimSpace(cells[1])
			place = ""
			for _, p := range papers {
				if _, after, ok := strings.Cut(says, "("+p.name+" "); ok {
					place = p.name + ": " + strings.TrimSuffix(after, ")")
				} else if _, after, ok := strings.Cut(says, "("+p.name+", "); ok {
					place = p.name + ": " + strings.TrimSuffix(after, ")")
				}
			}
			if place != "" {
				found[place] = append(found[place], judged{claim, verdict, page})
			}
		case place != "" && worse(verdict, found[place][len(found[place])-1].verdict):
			found[place][len(found[place])-1].verdict = verdict
		}
	}
	return found
}

// worse reports whether a verdict replaces another one of the same claim.
func worse(a, b string) bool {
	order := []string{"by test", "holds", "holds in part", "not covered", "differs", "fails"}
	rank := func(s string) int {
		return slices.IndexFunc(order, func(o string) bool { return s == o || strings.HasPrefix(s, o+":") })
	}
	return rank(a) > rank(b)
}

// natural compares texts in which numbers count as numbers, and figures come before sections.
func natural(a, b string) int {
	figure := func(s string) int {
		if strings.HasPrefix(s, "Fig") {
			return 0
		}
		return 1
	}
	parts := regexp.MustCompile(`\d+|\D+`)
	x, y := parts.FindAllString(a, -1), parts.FindAllString(b, -1)
	if c := cmp.Compare(figure(a), figure(b)); c != 0 {
		return c
	}
	for i := range min(len(x), len(y)) {
		n, errN := strconv.Atoi(x[i])
		m, errM := strconv.Atoi(y[i])
		c := cmp.Compare(x[i], y[i])
		if errN == nil && errM == nil {
			c = cmp.Compare(n, m)
		}
		if c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

// linksOf are the claims with one of the verdicts, each once, with a link to its page: of several, to the one with the
// shortest name, that of the experiment as it is by default.
func linksOf(list []judged, folder string, verdicts ...string) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b judged) int { return cmp.Compare(len(a.page), len(b.page)) })
	var links []string
	seen := map[string]bool{}
	for _, j := range list {
		if !seen[j.claim] && slices.ContainsFunc(verdicts, func(v string) bool { return strings.HasPrefix(j.verdict, v) }) {
			links = append(links, fmt.Sprintf("[%s](%s%s)", j.claim, folder, j.page))
			seen[j.claim] = true
		}
	}
	return strings.Join(links, ", ")
}

// TestGoldenPapers keeps docs/reference/papers.md current: which figure or section of which paper holds.
func TestGoldenPapers(t *testing.T) {
	const file = "docs/reference/papers.md"
	files, err := filepath.Glob("docs/figures/*-claims.md")
	assert.NilError(t, err)
	places := map[string][]judged{}
	for _, f := range files {
		for place, list := range judgements(filepath.Base(f), read(t, f)) {
			places[place] = append(places[place], list...)
		}
	}
	assert.Assert(t, len(places) > 50, "%d places in papers", len(places))
	page := "# Which figure of which paper holds\n\n" +
		"Each place in a paper has claims, and each claim a verdict, [measured on the netlist](../figures/README.md#how-to-read-the-claims).\n" +
		"A claim that differs has its reason on its page. [Other sizes](../figures/README.md#how-to-read-the-claims) of some experiments have pages of their own.\n"
	for _, p := range papers {
		page += fmt.Sprintf("\n## %s\n\n[What it does](../explain/%s).\n\n| place | holds | differs | open |\n|---|---|---|---|\n", p.title,
			p.explained)
		var here []string
		for place := range places {
			if after, ok := strings.CutPrefix(place, p.name+": "); ok {
				here = append(here, after)
			}
		}
		slices.SortFunc(here, natural)
		for _, h := range here {
			list := places[p.name+": "+h]
			page += fmt.Sprintf("| %s | %s | %s | %s |\n", h, linksOf(list, "../figures/", "holds", "by test"),
				linksOf(list, "../figures/", "differs"), linksOf(list, "../figures/", "fails", "not covered"))
		}
	}
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(file, []byte(page), 0o666))
		return
	}
	assert.Equal(t, read(t, file), page, "%s is not current: run go test . -update", file)
}

// TestJudgements: the worst condition decides on a claim, and claims of no paper are left out.
func TestJudgements(t *testing.T) {
	text := "| claim | what the paper says | measured | mean | verdict |\n|---|---|---|---|---|\n" +
		"| R1 | it does (RECN-IQ paper, Fig. 10a) | x | 1 | holds |\n|  |  | y | 2 | differs |\n|  |  | z | 3 | holds |\n" +
		"| R2 | not for long (RECN-IQ paper, section II(2)) | x | 1 | by test |\n" +
		"| N | nothing (own) | x | 1 | holds |\n|  |  | y | 2 | fails |\n"
	assert.DeepEqual(t, fmt.Sprint(judgements("p.md", text)),
		"map[RECN-IQ paper: Fig. 10a:[{R1 differs p.md}] RECN-IQ paper: section II(2):[{R2 by test p.md}]]")
	sorted := []string{"section 3", "Fig. 10a", "Fig. 9", "section II"}
	slices.SortFunc(sorted, natural)
	assert.DeepEqual(t, sorted, []string{"Fig. 9", "Fig. 10a", "section 3", "section II"})
}
