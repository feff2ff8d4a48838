package film

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html.tmpl
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// pageData is what the script of the page reads; bytes are in base64, link by link, frame by frame.
type pageData struct {
	Interval int        `json:"interval"`
	Frames   int        `json:"frames"`
	Units    []unitData `json:"units"`
	Links    []linkData `json:"links"`
	Phases   []int      `json:"phases"`
}

type unitData struct {
	Name string  `json:"name"`
	Node bool    `json:"node"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
}

type linkData struct {
	Name   string `json:"name"`
	From   int    `json:"from"`
	To     int    `json:"to"`
	Path   string `json:"path"`
	Full   int    `json:"full"`
	Of     uint64 `json:"of"`
	Taken  []byte `json:"taken"`
	What   string `json:"what"`
	Marks  string `json:"marks"`
	Marked []byte `json:"marked"`
}

// HTML writes the page: one file, which loads nothing. The same film gives the same bytes.
func (f *Film) HTML(w io.Writer) error {
	data := pageData{Interval: f.Interval, Frames: f.Frames, Phases: f.Phases}
	for _, u := range f.Units {
		data.Units = append(data.Units, unitData(u))
	}
	for i := range f.Links {
		l := &f.Links[i]
		data.Links = append(data.Links, linkData{Name: l.Name, From: l.From, To: l.To, Path: l.Fill, Full: l.full(),
			Of: l.Of, Taken: l.Taken, What: l.What, Marks: l.Marks, Marked: l.Marked})
	}
	return page.Execute(w, struct {
		Title string
		Data  pageData
	}{f.Title, data})
}
