package experiment

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// drawing is what a test reads of an SVG.
type drawing struct {
	ViewBox string `xml:"viewBox,attr"`
	Group   struct {
		Paths []struct {
			D     string `xml:"d,attr"`
			Style string `xml:"style,attr"`
		} `xml:"path"`
		Texts []string `xml:"text"`
	} `xml:"g"`
}

// TestChartOnADarkPage has a light ground below all of the figure, the legend included.
func TestChartOnADarkPage(t *testing.T) {
	t.Parallel()
	for _, c := range []Chart{
		{Name: "lines", Lines: []Line{{Name: "4 SAQs", X: []float64{0, 1}, Y: []float64{0, 1}},
			{Name: "no SAQs", X: []float64{0, 1}, Y: []float64{1, 2}}}},
		{Name: "bars", Bars: []Bar{{"this", 1}, {"that", 2}}},
	} {
		f, err := c.svg()
		assert.NilError(t, err)
		var d drawing
		assert.NilError(t, xml.Unmarshal(f.Data, &d))
		var w, h float64
		_, err = fmt.Sscanf(d.ViewBox, "0 0 %f %f", &w, &h)
		assert.NilError(t, err)
		ground := d.Group.Paths[0]
		assert.Equal(t, ground.D, fmt.Sprintf("M0,0L%[1]g,0L%[1]g,%[2]gL0,%[2]gZ", w, h))
		assert.Equal(t, ground.Style, "fill:#FFFFFF")
		for _, l := range c.Lines {
			assert.Assert(t, strings.Contains(strings.Join(d.Group.Texts, "\n"), l.Name), l.Name)
		}
	}
}

// TestDenseCurve has marks on all points of a short curve, and on some of a dense one.
func TestDenseCurve(t *testing.T) {
	t.Parallel()
	circles := func(points int) int {
		l := Line{Name: "queue"}
		for i := range points {
			l.X, l.Y = append(l.X, float64(i)), append(l.Y, float64(i%7))
		}
		f, err := Chart{Name: "lines", Lines: []Line{l}}.svg()
		assert.NilError(t, err)
		var d drawing
		assert.NilError(t, xml.Unmarshal(f.Data, &d))
		n := 0
		for _, p := range d.Group.Paths {
			if strings.Contains(p.D, "A") { // an arc
				n++
			}
		}
		return n - 1 // the legend's
	}
	for points, marks := range map[int]int{1: 1, 100: 100, 101: 21, 1300: 20} {
		assert.Equal(t, circles(points), marks, points)
	}
}
