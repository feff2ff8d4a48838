package rtlgen_test

import (
	"flag"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/rtlgen"
)

var updateGlossary = flag.Bool("update-glossary", false, "write docs/diagnostics.md anew")

// TestGlossary keeps the page of diagnostics equal to the table in the code.
func TestGlossary(t *testing.T) {
	const path = "../docs/diagnostics.md"
	var b strings.Builder
	b.WriteString("# Diagnostics\n\nWhat is wrong and what to do, for each code that the builder (package `rtlgen`) reports.\n\n| code | meaning |\n|---|---|\n")
	var codes []string
	for c := range rtlgen.Glossary {
		codes = append(codes, string(c))
	}
	sort.Strings(codes)
	for _, c := range codes {
		fmt.Fprintf(&b, "| %s | %s |\n", c, rtlgen.Glossary[rtlgen.Code(c)])
	}
	if *updateGlossary {
		assert.NilError(t, os.WriteFile(path, []byte(b.String()), 0o644))
	}
	have, err := os.ReadFile(path)
	assert.NilError(t, err)
	assert.Equal(t, string(have), b.String(), "docs/diagnostics.md is not current: run go test ./rtlgen -run Glossary -update-glossary")
}
