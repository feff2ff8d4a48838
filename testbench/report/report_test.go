package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/internal/browser"
)

// sample has a case of each kind, and text that neither XML nor HTML takes as it is.
func sample() Report {
	return Report{Title: "rtlgen verify", Suites: []Suite{
		{Name: "fifo", Cases: []Case{{Name: "engine native", State: Passed}, {Name: "cover points", State: Passed, Detail: "7/7"}}},
		{Name: "arbiter <2>", Cases: []Case{
			{Name: "grant", State: Passed},
			{Name: "request & reply", State: Skipped, Detail: "needs nodes=64"},
			{Name: "engine \"icarus\"", State: Failed, Detail: "cycle 7: <out> is 1 & not 0\n  ]]> </script>\n\x1b[1m"},
		}},
		{Name: "nothing to check"},
	}}
}

func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var a, b bytes.Buffer
	assert.NilError(t, write(&a))
	assert.NilError(t, write(&b))
	assert.Equal(t, a.String(), b.String())
	return a.String()
}

func TestGoldenForms(t *testing.T) {
	t.Parallel()
	golden.Assert(t, written(t, sample().WriteJUnit), "sample.xml")
	golden.Assert(t, written(t, sample().WriteHTML), "sample.html")
}

// grammar is what Jenkins' schema of JUnit XML allows of the elements that are written here: the
// attributes that must be there, and the elements inside.
var grammar = map[string]struct{ attributes, inside []string }{
	"testsuites": {[]string{"name", "tests", "failures", "skipped"}, []string{"testsuite"}},
	"testsuite":  {[]string{"name", "tests", "failures", "errors", "skipped"}, []string{"testcase"}},
	"testcase":   {[]string{"classname", "name"}, []string{"failure", "skipped", "system-out"}},
	"failure":    {[]string{"message"}, nil},
	"skipped":    {[]string{"message"}, nil},
	"system-out": {nil, nil},
}

// TestJUnit reads the XML strictly: each element is where it may be, with its attributes, and the
// counts are those of the elements.
func TestJUnit(t *testing.T) {
	t.Parallel()
	text := written(t, sample().WriteJUnit)
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict = true
	var path []string
	seen := map[string]int{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		assert.NilError(t, err)
		switch x := token.(type) {
		case xml.StartElement:
			name := x.Name.Local
			rule, known := grammar[name]
			assert.Assert(t, known, name)
			if len(path) > 0 {
				assert.Assert(t, slices.Contains(grammar[path[len(path)-1]].inside, name), "%s in %v", name, path)
			} else {
				assert.Equal(t, name, "testsuites")
			}
			var names []string
			for _, a := range x.Attr {
				names = append(names, a.Name.Local)
			}
			assert.DeepEqual(t, names, rule.attributes)
			path = append(path, name)
			seen[name]++
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			if inside := path; len(inside) > 0 && grammar[inside[len(inside)-1]].inside != nil {
				assert.Equal(t, strings.TrimSpace(string(x)), "")
			}
		}
	}
	assert.DeepEqual(t, seen, map[string]int{"testsuites": 1, "testsuite": 3, "testcase": 5, "failure": 1, "skipped": 1, "system-out": 1})

	var all xmlSuites
	assert.NilError(t, xml.Unmarshal([]byte(text), &all))
	assert.Equal(t, all.Tests, 5)
	assert.Equal(t, all.Failures, 1)
	assert.Equal(t, all.Skipped, 1)
	wrong := all.Suites[1].Cases[2]
	assert.Equal(t, wrong.Name, `engine "icarus"`)
	assert.Equal(t, wrong.Failure.Message, "cycle 7: <out> is 1 & not 0")
	assert.Equal(t, wrong.Failure.Text, "cycle 7: <out> is 1 & not 0\n  ]]> </script>\n\uFFFD[1m")
}

// TestPage has what failed first and open, and nothing that a browser would load or run.
func TestPage(t *testing.T) {
	t.Parallel()
	text := written(t, sample().WriteHTML)
	assert.Assert(t, strings.Index(text, "arbiter &lt;2&gt;") < strings.Index(text, "> fifo <"))
	assert.Assert(t, strings.Index(text, "engine &#34;icarus&#34;") < strings.Index(text, "request &amp; reply"))
	assert.Equal(t, strings.Count(text, "<details open>"), 2)
	for _, part := range []string{"<script", "http:", "https:", "src=", "url(", "@import"} {
		assert.Assert(t, !strings.Contains(strings.ReplaceAll(text, "img-src", ""), part), part)
	}
}

// TestPageInChromium loads the page where a chromium is installed, light and dark: nothing is said on
// its console, and the page has what it must.
func TestPageInChromium(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	assert.NilError(t, os.WriteFile(file, []byte(written(t, sample().WriteHTML)), 0o666))
	dom, said := browser.Load(t, file, "")
	assert.Equal(t, said, "")
	assert.Assert(t, strings.Contains(dom, "<h1>rtlgen verify</h1>"), dom)

	// A page that does load something is told.
	other := filepath.Join(dir, "other.html")
	text := strings.Replace(written(t, sample().WriteHTML), "<h1>", `<img src="other.png"><h1>`, 1)
	assert.NilError(t, os.WriteFile(other, []byte(text), 0o666))
	_, said = browser.Load(t, other, "")
	assert.Assert(t, said != "")
}
