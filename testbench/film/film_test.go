package film_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/browser"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/film"
)

// pair is two end nodes and a switch between them: the switch has a counter of free slots for each of its two
// inputs, which goes down by one in each cycle, and a register with a bit for each mark.
func pair(t *testing.T) (cyclesim.Engine, *blocks.Network) {
	t.Helper()
	m := rtlgen.NewModule("pair")
	for i, name := range []string{"free_0", "free_1"} {
		r := m.Reg(name, 4, 8)
		m.If(r.Any(), func() { r.Set(r.Sub(i + 1)) })
		m.Output("y_"+name, r)
	}
	marks := m.Reg("marks", 3, 0)
	marks.Set(rtlgen.Cat(marks.Low(2), m.Const(1, 1)))
	m.Output("y_marks", marks)
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	e, err := cyclesim.New(d, cyclesim.Options{})
	assert.NilError(t, err)
	node := func(i int) blocks.End { return blocks.End{Unit: "node", Copy: i, Name: "node"} }
	sw := func(i int) blocks.End { return blocks.End{Unit: "sw", Port: i, Name: "switch"} }
	state := func(path string, link int, s blocks.PortState) blocks.AtRest {
		s.Path = path
		return blocks.AtRest{PortState: s, Path: path, Link: link}
	}
	return e, &blocks.Network{Node: "node",
		Links: []blocks.Link{{From: node(0), To: sw(0)}, {From: sw(0), To: node(0)}, {From: node(1), To: sw(1)}},
		AtRest: []blocks.AtRest{
			state("y_free_0", 0, blocks.PortState{What: "credits", Value: 8, Most: true, Sends: true}),
			state("free_0", 0, blocks.PortState{What: "free slots", Value: 8, Most: true}),
			state("marks", 0, blocks.PortState{What: "set-aside queues in use", Ones: true}),
			state("free_1", 2, blocks.PortState{What: "free slots", Value: 8, Most: true}),
			state("marks", -1, blocks.PortState{What: "of an open port", Ones: true}),
		}}
}

func recorded(t *testing.T) *film.Film {
	t.Helper()
	e, n := pair(t)
	f := &film.Film{Title: `two <nodes> & "one" switch`, Interval: 1, Phases: []int{2}}
	assert.NilError(t, f.Open(e, n))
	for range 4 {
		e.Step()
		f.Frame()
	}
	return f
}

// TestRecording: what the receivers hold, in each frame.
func TestRecording(t *testing.T) {
	t.Parallel()
	f := recorded(t)
	assert.Equal(t, f.Frames, 4)
	assert.DeepEqual(t, f.Links[0].Taken, []uint8{1, 2, 3, 4})
	assert.DeepEqual(t, f.Links[0].Marked, []uint8{1, 2, 3, 3})
	assert.DeepEqual(t, f.Links[2].Taken, []uint8{2, 4, 6, 8})
	assert.Equal(t, f.Links[0].Fill+" "+f.Links[0].Marks+" "+f.Links[1].Fill+" "+f.Links[2].Fill, "free_0 marks  free_1")
	for i, want := range []film.Unit{{"node_0", true, 0.25, 1}, {"sw_0", false, 0.5, 0}, {"node_1", true, 0.75, 1}} {
		assert.DeepEqual(t, f.Units[i], want)
	}
}

// TestThinned: a film that becomes too long keeps every second frame.
func TestThinned(t *testing.T) {
	t.Parallel()
	e, n := pair(t)
	f := &film.Film{Interval: 10, Limit: 2}
	assert.NilError(t, f.Open(e, n))
	for range 5 {
		e.Step()
		f.Frame()
	}
	assert.DeepEqual(t, f.Links[0].Taken, []uint8{2, 4, 5})
	assert.DeepEqual(t, f.Links[0].Marked, []uint8{2, 3, 3})
	assert.Equal(t, f.Frames, 3)
	assert.Equal(t, f.Interval, 20)
}

func TestNothingToFilm(t *testing.T) {
	t.Parallel()
	e, n := pair(t)
	f := &film.Film{}
	assert.Error(t, f.Open(e, nil), "there is nothing to film: the block is no network, so it has no links")
	n.AtRest = n.AtRest[:1]
	assert.Error(t, f.Open(e, n), "there is nothing to film: the network does not say what its receivers hold")
}

// TestPage: the data of the page are those of the film, and the page loads nothing.
func TestPage(t *testing.T) {
	t.Parallel()
	var page, again bytes.Buffer
	assert.NilError(t, recorded(t).HTML(&page))
	assert.NilError(t, recorded(t).HTML(&again))
	assert.Equal(t, page.String(), again.String())
	text := page.String()
	_, rest, ok := strings.Cut(text, `<script type="application/json" id="film">`)
	assert.Assert(t, ok)
	data, _, _ := strings.Cut(rest, "</script>")
	var got struct {
		Frames int
		Links  []struct{ Path, Taken, Marked string }
	}
	assert.NilError(t, json.Unmarshal([]byte(data), &got))
	assert.Equal(t, got.Frames, 4)
	taken, err := base64.StdEncoding.DecodeString(got.Links[2].Taken)
	assert.NilError(t, err)
	assert.DeepEqual(t, taken, []byte{2, 4, 6, 8})
	assert.Assert(t, strings.Contains(text, "<title>"+html.EscapeString(`two <nodes> &`)), text[:600])
	for _, wrong := range []string{"http:", "https:", "src=", "@import", "url("} {
		assert.Assert(t, !strings.Contains(text, wrong), "the page has %s", wrong)
	}
}

// TestPageInBrowser: the page loads and plays in Chromium, where one is installed, without a word in the console.
func TestPageInBrowser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var page bytes.Buffer
	assert.NilError(t, recorded(t).HTML(&page))
	path := filepath.Join(dir, "film.html")
	// What the script leaves in the page shows that it ran to the last frame.
	text := strings.Replace(page.String(), "\nlayOut();\n", "\nlayOut();\nplay(true);\nwhile (frame < frames - 1) to(frame + 1);\n", 1)
	assert.Assert(t, text != page.String())
	assert.NilError(t, os.WriteFile(path, []byte(text), 0o666))
	dom, said := browser.Load(t, path, "#1")
	assert.Assert(t, strings.Contains(dom, "cycle 4</span>"), dom)
	assert.Equal(t, said, "")
}

// TestPicture: a frame as a picture has each link and each unit, and the full links are drawn last.
func TestPicture(t *testing.T) {
	t.Parallel()
	f := recorded(t)
	var b bytes.Buffer
	assert.NilError(t, f.SVG(&b, 3))
	count := map[string]int{}
	for x := xml.NewDecoder(bytes.NewReader(b.Bytes())); ; {
		token, err := x.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		assert.NilError(t, err)
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
	assert.DeepEqual(t, count, map[string]int{"svg": 1, "title": 1, "rect": 3, "line": 3, "circle": 2, "text": 1})
	strokes := regexp.MustCompile(`stroke="(rgb[^"]*)"`).FindAllStringSubmatch(b.String(), -1)
	assert.Equal(t, strokes[0][1], "rgb(214,221,229)", "the link of which nothing is known")
	assert.Equal(t, strokes[2][1], "rgb(96,0,40)", "the full link")
	assert.Error(t, f.SVG(&b, 4), "there is no frame 4: the film has the frames 0 to 3")
}
