package report

import (
	_ "embed"
	"html/template"
	"io"
	"slices"
)

//go:embed page.html.tmpl
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// shown is the report as the template shows it.
type shown struct {
	Title                    string
	Cases, Failed, Undecided int
	Suites                   []shownSuite
}

type shownSuite struct {
	Name                     string
	Cases                    []Case
	Passed, Failed, NotKnown int
}

// WriteHTML writes the report as a page in one file, which loads nothing else. Suites and cases that
// failed come first, and are open.
func (r Report) WriteHTML(w io.Writer) error {
	v := shown{Title: r.Title, Failed: r.Count(Failed), Undecided: r.Count(Skipped)}
	for _, s := range r.Suites {
		v.Cases += len(s.Cases)
		v.Suites = append(v.Suites, shownSuite{s.Name, s.ordered(), s.Count(Passed), s.Count(Failed), s.Count(Skipped)})
	}
	slices.SortStableFunc(v.Suites, func(a, b shownSuite) int { return min(b.Failed, 1) - min(a.Failed, 1) })
	return page.Execute(w, v)
}
