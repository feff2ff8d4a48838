package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The elements of JUnit XML, as Jenkins and GitLab read it.
type (
	xmlSuites struct {
		XMLName  xml.Name   `xml:"testsuites"`
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Suites   []xmlSuite `xml:"testsuite"`
	}
	xmlSuite struct {
		Name     string    `xml:"name,attr"`
		Tests    int       `xml:"tests,attr"`
		Failures int       `xml:"failures,attr"`
		Errors   int       `xml:"errors,attr"`
		Skipped  int       `xml:"skipped,attr"`
		Cases    []xmlCase `xml:"testcase"`
	}
	xmlCase struct {
		Class   string     `xml:"classname,attr"`
		Name    string     `xml:"name,attr"`
		Failure *xmlReason `xml:"failure"`
		Skipped *xmlReason `xml:"skipped"`
		Output  string     `xml:"system-out,omitempty"`
	}
	xmlReason struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the report as JUnit XML: a testsuite for each suite, a testcase for each case.
func (r Report) WriteJUnit(w io.Writer) error {
	all := xmlSuites{Name: r.Title, Failures: r.Count(Failed), Skipped: r.Count(Skipped)}
	for _, s := range r.Suites {
		suite := xmlSuite{Name: s.Name, Tests: len(s.Cases), Failures: s.Count(Failed), Skipped: s.Count(Skipped)}
		all.Tests += len(s.Cases)
		for _, c := range s.Cases {
			x := xmlCase{Class: s.Name, Name: c.Name}
			reason, _, _ := strings.Cut(c.Detail, "\n")
			switch c.State {
			case Failed:
				x.Failure = &xmlReason{reason, c.Detail}
			case Skipped:
				x.Skipped = &xmlReason{Message: reason}
			default:
				x.Output = c.Detail
			}
			suite.Cases = append(suite.Cases, x)
		}
		all.Suites = append(all.Suites, suite)
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		panic("BUG: a report cannot be written as XML: " + err.Error())
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}
