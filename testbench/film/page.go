package film

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html.tmpl
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// pageData is what the script of the page reads.
type pageData struct {
	Interval int          `json:"interval"`
	Frames   int          `json:"frames"`
	Units    []Unit       `json:"units"`
	Links    []pageLink   `json:"links"`
	Phases   []int        `json:"phases"`
	Colours  [][3]float64 `json:"colours"`
}

// pageLink is a link with what stands for a full queue.
type pageLink struct {
	Link
	Full int `json:"full"`
}

// HTML writes the page: one file, which loads nothing. The same film gives the same bytes.
func (f *Film) HTML(w io.Writer) error {
	data := pageData{Interval: f.Interval, Frames: f.Frames, Units: f.Units, Phases: f.Phases, Colours: stops}
	for _, l := range f.Links {
		data.Links = append(data.Links, pageLink{l, l.full()})
	}
	return page.Execute(w, struct {
		Title string
		Data  pageData
	}{f.Title, data})
}
