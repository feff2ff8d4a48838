package diff_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/internal/diff"
)

func lines(words string) string { return strings.ReplaceAll(words, " ", "\n") + "\n" }

func noSection([]string) string { return "" }

func TestLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, old, new string
		context        int
		want           string
	}{
		{"equal", "a b c", "a b c", 1, ""},
		{"replaced", "a b c d e", "a b X d e", 1, "@@\n b\n-c\n+X\n d\n"},
		{"first line", "a b c", "X b c", 1, "@@\n-a\n+X\n b\n"},
		{"last line", "a b c", "a b X", 1, "@@\n b\n-c\n+X\n"},
		{"added", "a b", "a X b", 0, "@@\n+X\n"},
		{"removed", "a b c", "a c", 0, "@@\n-b\n"},
		{"two hunks", "a b c d e f", "X b c d e Y", 1, "@@\n-a\n+X\n b\n@@\n e\n-f\n+Y\n"},
		{"surroundings that touch", "a b c d", "X b c Y", 1, "@@\n-a\n+X\n b\n c\n-d\n+Y\n"},
		{"surroundings that overlap", "a b c", "X b Y", 1, "@@\n-a\n+X\n b\n-c\n+Y\n"},
		{"moved", "a b c", "b c a", 0, "@@\n-a\n@@\n+a\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, diff.Lines(lines(c.old), lines(c.new), c.context, noSection), c.want)
		})
	}
}

func TestBlankLinesHaveNoTrailingBlank(t *testing.T) {
	t.Parallel()
	assert.Equal(t, diff.Lines("a\n\nb\n", "a\n\nc\n", 1, noSection), "@@\n\n-b\n+c\n")
}

func TestIndentationIsNoChange(t *testing.T) {
	t.Parallel()
	assert.Equal(t, diff.Lines("a\n  b  c\nd\n", "if\n  a\n b c\nX\n", 1, noSection), "@@\n+if\n a\n   b  c\n-d\n+X\n")
}

func TestSection(t *testing.T) {
	t.Parallel()
	before := func(lines []string) string { return strings.Join(lines, "+") }
	assert.Equal(t, diff.Lines(lines("a b c d"), lines("a b c X"), 1, before), "@@ a+b\n c\n-d\n+X\n")
}

// TestNothingIsLost rebuilds both texts from the diff with unlimited context.
func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	const seed = 1
	rng := rand.New(rand.NewSource(seed))
	text := func() string {
		var b strings.Builder
		for range rng.Intn(8) {
			fmt.Fprintln(&b, rng.Intn(3))
		}
		return b.String()
	}
	for range 2000 {
		old, now := text(), text()
		if old == now {
			continue
		}
		var a, b strings.Builder
		for _, l := range strings.Split(strings.TrimSuffix(diff.Lines(old, now, 100, noSection), "\n"), "\n")[1:] {
			if l[0] != '+' {
				fmt.Fprintln(&a, l[1:])
			}
			if l[0] != '-' {
				fmt.Fprintln(&b, l[1:])
			}
		}
		assert.Equal(t, a.String(), old, "seed %d", seed)
		assert.Equal(t, b.String(), now, "seed %d", seed)
	}
}
