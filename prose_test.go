package culprit_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"gotest.tools/v3/assert"
)

// The rules for sentences of hand-written pages (CONTRIBUTING.md). Left out are what programs write, tables, code and
// headings, and CHANGELOG.md.

const (
	longest      = 30 // words of a sentence
	longestShort = 25 // the same of the pages that are for beginners
)

// unmended are pages with sentences that break the rules, and how many. A number may only become smaller.
var unmended = map[string]int{
	"blocks/axis/README.md":     2,
	"blocks/cioqrecn/README.md": 13,
	"blocks/clos/README.md":     13,
	"blocks/packet/README.md":   7,
	"blocks/recn/README.md":     32,
	"blocks/voq/README.md":      9,
	"docs/compare.md":           7,
}

// phrase is one that the rules forbid.
type phrase struct {
	form *regexp.Regexp
	rule string // what to write
}

var phrases = []phrase{
	{regexp.MustCompile(`(?i)\bthat which\b`), "name the thing"},
	{regexp.MustCompile(`(?i)\bof wh(?:ich|om)\b`), "begin a new sentence"},
	{regexp.MustCompile(`(?i)\bso (?:many|much)\b`), "give the number, or its name"},
	{regexp.MustCompile(`(?i)\bdoes for\b`), "write 'is enough for'"},
	{regexp.MustCompile(`(?i)\b(?:tells?|says?) whether\b`), "write 'reports whether'"},
	{regexp.MustCompile(`(?i)\bas if nothing (?:were|had|was)\b`), "say what happens"},
	{regexp.MustCompile(`(?i)\bwhat there is\b|\bthere is of\b`), "name the thing"},
	{regexp.MustCompile(`(?i)\b(?:used to be|for a while it was|before the register (?:there )?was)\b`), "say what is: history is in git"},
	{regexp.MustCompile(`(?i)\bthe (?:former|latter)\b`), "name it again"},
	{regexp.MustCompile(`(?i)\band so on\b|\betc\b|\band the like\b`), "name all, or give the rule"},
	{regexp.MustCompile(`(?i)\b(?:simply|obviously|of course|easily|in order to|utili[sz]e)\b`), "leave it out"},
	{regexp.MustCompile(`(?i)\bone's own\b`), "write 'your own', or name whose"},
}

var (
	item      = regexp.MustCompile(`^\s*(?:[-*+]|\d+[.)])\s+`)
	generated = regexp.MustCompile(`^<!-- [a-z]+(?:: [^>]*)? -->$`)
	unread    = regexp.MustCompile("``[^`]+``|`[^`]*`|\\]\\([^)\\s]*\\)|<[^<>]+>")
	stops     = regexp.MustCompile(`[.!?]["')\]*]*\s+(?:\[|["'(\[*]*[A-Z0-9\x60*])`)
	shortened = regexp.MustCompile(`(?:\be\.g|\bi\.e|\bcf|\bvs|[Ff]ig|\b[Ss]ec|\bal|\bpp?|^\d+)\.$`)
)

// paragraphs are the paragraphs and items of lists of a page, as offsets of begin and end.
func paragraphs(text string) (list [][2]int) {
	begin, at := -1, 0
	end := func() {
		if begin >= 0 {
			list = append(list, [2]int{begin, at - 1})
		}
		begin = -1
	}
	fence, written, blank, inList := false, false, true, false
	for line := range strings.SplitAfterSeq(text, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			end()
			fence = !fence
		case fence:
		case generated.MatchString(trimmed):
			end()
			written = trimmed != "<!-- end -->"
		case written:
		case trimmed == "" || strings.ContainsRune("#|", rune(trimmed[0])) || strings.HasPrefix(trimmed, "<!--"):
			end()
			inList = inList && !strings.HasPrefix(trimmed, "#")
		case strings.HasPrefix(line, "    ") && blank && begin < 0 && !inList: // code
		default:
			mark := item.FindString(line)
			if mark != "" {
				end()
				inList = true
			} else if blank && line[0] != ' ' {
				inList = false
			}
			if begin < 0 {
				begin = at + len(mark)
			}
		}
		blank = trimmed == "" || blank && strings.HasPrefix(line, "    ")
		at += len(line)
	}
	at++
	end()
	return list
}

// sentences are those of a page, as offsets, and the page with each piece of code as a word, and without links. A list
// of assumptions has a sentence for each.
func sentences(text string) (list [][2]int, masked string) {
	masked = unread.ReplaceAllStringFunc(text, func(s string) string {
		if s[0] == '<' {
			return strings.Map(func(r rune) rune {
				if r == '\n' {
					return r
				}
				return ' '
			}, s)
		}
		return s[:1] + strings.Repeat("~", len(s)-1)
	})
	for _, p := range paragraphs(text) {
		begin := p[0]
		next := stops
		if strings.HasPrefix(text[begin:], "Assume") {
			next = regexp.MustCompile(stops.String() + `|;\s`)
		}
		for _, m := range next.FindAllStringIndex(masked[p[0]:p[1]], -1) {
			stop := p[0] + m[0] + 1
			if stop > begin && !shortened.MatchString(masked[begin:stop]) {
				list = append(list, [2]int{begin, stop})
				begin = stop
			}
		}
		list = append(list, [2]int{begin, p[1]})
	}
	return list, masked
}

// words counts those of a text: signs between them are none.
func words(masked string) int {
	n := 0
	for _, w := range strings.Fields(masked) {
		if strings.ContainsFunc(w, func(r rune) bool { return r == '`' || unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// faultsOf are the sentences of a page that break a rule: file and line, the rule, and how the sentence begins.
func faultsOf(page, text string, most int) (list []string) {
	all, masked := sentences(text)
	for _, s := range all {
		begin := s[0] + len(text[s[0]:s[1]]) - len(strings.TrimLeft(text[s[0]:s[1]], " \n\t)\"'*]"))
		line := 1 + strings.Count(text[:begin], "\n")
		whole := strings.Join(strings.Fields(text[begin:s[1]]), " ")
		if runes := []rune(whole); len(runes) > 60 {
			whole = string(runes[:60]) + "..."
		}
		if n := words(masked[s[0]:s[1]]); n > most {
			list = append(list, fmt.Sprintf("%s:%d: a sentence of %d words, at most %d: %s", page, line, n, most, whole))
		}
		plain := strings.Join(strings.Fields(masked[s[0]:s[1]]), " ")
		for _, p := range phrases {
			if found := p.form.FindString(plain); found != "" {
				list = append(list, fmt.Sprintf("%s:%d: %q: %s: %s", page, line, found, p.rule, whole))
			}
		}
	}
	return list
}

// writtenByHand are the pages whose sentences somebody wrote in them.
func writtenByHand(t *testing.T) map[string]string {
	t.Helper()
	texts := pages(t)
	for page := range texts {
		if page == "CHANGELOG.md" || ofExperiment.MatchString(page) || strings.Contains(page, "/testdata/") ||
			strings.HasPrefix(page, "cmd/cli/start/") {
			delete(texts, page)
		}
	}
	return texts
}

// most is the number of words that a sentence of the page may have.
func most(page string) int {
	for _, folder := range []string{"docs/tutorial/", "docs/explain/", "docs/reference/"} {
		if strings.HasPrefix(page, folder) {
			return longestShort
		}
	}
	return longest
}

// TestSentences: the sentences of all pages keep to the rules.
func TestSentences(t *testing.T) {
	texts := writtenByHand(t)
	assert.Assert(t, len(texts) > 40, "%d pages", len(texts))
	for page, text := range texts {
		if faults := faultsOf(page, text, most(page)); len(faults) > unmended[page] {
			t.Errorf("%d sentences of %s break the rules of CONTRIBUTING.md, %d may:\n%s", len(faults), page,
				unmended[page], strings.Join(faults, "\n"))
		}
	}
	for page := range unmended {
		assert.Check(t, texts[page] != "", "unmended names %s, which does not exist", page)
	}
}

// TestFaultsOfSentences: what breaks a rule is found, at its line, and nothing else is.
func TestFaultsOfSentences(t *testing.T) {
	five := "`one of code` [two](a/b.md) three - four\n*five*"
	text := "# a heading of more than five words that is\n\n" + five + ". " + five + " six.\n\n" +
		"| a table with more than five | words |\n\n    code of more than five words\n\n```\nfenced code of more than five\n```\n" +
		"- An item, one.\n- Another item,\n  in two lines, e.g. this.\n\n<!-- table: x -->\nwritten by a program, of which\n<!-- end -->\n" +
		"Assume: one two three four; one two; one two three\nfour five six.\nWhat of `of which`? Of\nwhich he.\n"
	got := faultsOf("p.md", text, 5)
	assert.DeepEqual(t, got, []string{
		"p.md:4: a sentence of 6 words, at most 5: `one of code` [two](a/b.md) three - four *five* six.",
		"p.md:15: a sentence of 7 words, at most 5: Another item, in two lines, e.g. this.",
		"p.md:21: a sentence of 6 words, at most 5: one two three four five six.",
		"p.md:23: \"Of which\": begin a new sentence: Of which he.",
	})
}

// measured is a number with a unit of what somebody has measured.
var measured = regexp.MustCompile(`\b\d[\d.,]*(?:\s+to\s+[\d.,]+)?\s*(?:MHz|GHz|%|LUTs?\b|LUT4|cycles/s|cycles per second|` +
	`per cent|times as|ms\b|s\b|seconds?\b|minutes?\b|min\b|hours?\b|h\b)`)

// settings are numbers with a unit that nobody has measured: somebody has chosen them, or a standard has.
var settings = map[string][]string{
	"docs/board.md":   {"25 MHz"},
	"docs/protect.md": {"100 MHz"},
	"docs/start.md":   {"10 %"},
	"docs/figures/README.md": {"96.8 %", "2 %", "10 %", "30 %", "99 %", "5 %", "300 ms", "200 ms", "0.3 to 1.5 s",
		"0.1 to 1.3 s", "50 to 150 ms", "100 to 300 ms", "100 to 400 ms", "0.5 to 2 s"},
	"docs/synthesis.md": {"100 MHz", "2 %", "10 %", "20,000 LUT"},
}

// TestMeasuredNumbers: what somebody has measured stands in tables that programs write, and not in sentences of docs/.
func TestMeasuredNumbers(t *testing.T) {
	for page, text := range writtenByHand(t) {
		if !strings.HasPrefix(page, "docs/") {
			continue
		}
		for _, p := range paragraphs(text) {
			for _, m := range measured.FindAllStringIndex(text[p[0]:p[1]], -1) {
				number := strings.Join(strings.Fields(text[p[0]+m[0]:p[0]+m[1]]), " ")
				if !slices.Contains(settings[page], number) {
					t.Errorf("%s:%d: %q: write no measured number, link to the table that a program makes; "+
						"a setting goes into settings of prose_test.go", page, 1+strings.Count(text[:p[0]+m[0]], "\n"), number)
				}
			}
		}
	}
	for page, list := range settings {
		for _, number := range list {
			text := strings.Join(strings.Fields(read(t, page)), " ")
			assert.Check(t, strings.Contains(text, number), "settings names %s of %s, which is not there", number, page)
		}
	}
}
