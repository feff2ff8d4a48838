package rtlgen_test

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/rtlgen"
)

// TestGoldenGlossary keeps the page of diagnostics equal to the table in the code.
func TestGoldenGlossary(t *testing.T) {
	const path = "../docs/diagnostics.md"
	var b strings.Builder
	b.WriteString("# Diagnostics\n\nWhat is wrong and what to do, for each code that the builder (package `rtlgen`) reports. " +
		"Each code has a\ndescription that is refused, the message, and a corrected description. `m` is the module. A message begins with the\n" +
		"place in the Go code, and names the place of the other end.\n\n| code | meaning |\n|---|---|\n")
	var codes []string
	for c := range rtlgen.Glossary {
		codes = append(codes, string(c))
	}
	sort.Strings(codes)
	for _, c := range codes {
		fmt.Fprintf(&b, "| [%s](#%s) | %s |\n", c, strings.ToLower(c), rtlgen.Glossary[rtlgen.Code(c)])
	}
	b.WriteString(examples(t))
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(path, []byte(b.String()), 0o644))
	}
	have, err := os.ReadFile(path)
	assert.NilError(t, err)
	assert.Equal(t, string(have), b.String(), "docs/diagnostics.md is not current: run make update")
}
