package experiment

import (
	"bytes"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Chart is a figure: lines over numbers, or bars over names.
type Chart struct {
	Name       string // of its file, without ".svg"
	Title      string
	X, Y       string // what the axes show
	LogX, LogY bool
	YMax       float64 // 0: as the data needs; the least value is 0, on a log axis by the data
	Lines      []Line
	Bars       []Bar
	Shade      [2]float64 // a span of x that is marked
	Of         Quantity   // of a steady state: Curve opens the marks of runs that were not in one
}

// Line is a curve; a point that is no number is left out.
type Line struct {
	Name string
	X, Y []float64
	Open []float64 // those X whose mark is open: not in a steady state
}

// Bar is a bar.
type Bar struct {
	Name   string
	Height float64
}

// Curve adds a line of means over the seeds: at each x, of the quantity in the run
// that at names. What was not measured is left out.
func (c *Chart) Curve(m *Measured, name string, xs []float64, at func(x float64) string, of func(Run) float64) {
	l := Line{Name: name}
	for _, x := range xs {
		if y, ok := m.Mean(at(x), of); ok {
			l.X, l.Y = append(l.X, x), append(l.Y, y)
			if m.unsteady(at(x), c.Of) {
				l.Open = append(l.Open, x)
			}
		}
	}
	if len(l.X) > 0 {
		c.Lines = append(c.Lines, l)
	}
}

// unsteady reports whether a run of that name was not in a steady state, with any seed.
func (m *Measured) unsteady(name string, q Quantity) bool {
	for _, seed := range m.Plan.seeds {
		if r, ok := m.Run(name, seed); ok && r.Unsteady(q) != "" {
			return true
		}
	}
	return false
}

// palette tells lines apart on screens, in print and for the colour-blind; the
// marks do so without colour.
var palette = []color.Color{
	color.RGBA{0x00, 0x72, 0xb2, 255}, color.RGBA{0xd5, 0x5e, 0x00, 255}, color.RGBA{0x00, 0x9e, 0x73, 255},
	color.RGBA{0xcc, 0x79, 0xa7, 255}, color.RGBA{0xe6, 0x9f, 0x00, 255}, color.RGBA{0x56, 0xb4, 0xe9, 255}, color.Black,
}

var marks = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{},
	draw.PlusGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}}

const (
	chartWidth  = 16.5 * vg.Centimeter
	chartHeight = 9 * vg.Centimeter
	legendWidth = 4.6 * vg.Centimeter // the longest name, in a wider font, too
)

// svg draws the chart.
func (c Chart) svg() (File, error) {
	p := plot.New()
	c.axes(p)
	if c.Shade[1] > c.Shade[0] {
		if err := c.drawShade(p); err != nil {
			return File{}, err
		}
	}
	p.Add(plotter.NewGrid())
	if err := c.drawLines(p); err != nil {
		return File{}, err
	}
	if err := c.drawBars(p); err != nil {
		return File{}, err
	}
	canvas := vgsvg.New(chartWidth, chartHeight)
	whole := draw.New(canvas)
	// The legend needs the light ground as the curves do: the page may be dark.
	whole.SetColor(p.BackgroundColor)
	whole.Fill(whole.Path())
	p.BackgroundColor = nil
	c.draw(p, whole)
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return File{}, err
	}
	return File{c.Name + ".svg", b.Bytes()}, nil
}

// draw puts the legend beside the curves, where it hides nothing.
func (c Chart) draw(p *plot.Plot, canvas draw.Canvas) {
	legend := p.Legend
	p.Legend = plot.NewLegend()
	const edge = 3 * vg.Millimeter
	if len(c.Lines) == 0 {
		p.Draw(draw.Crop(canvas, edge, -edge, edge, -edge))
		return
	}
	p.Draw(draw.Crop(canvas, edge, -legendWidth, edge, -edge))
	legend.Draw(draw.Crop(canvas, chartWidth-legendWidth+edge, 0, 0, -2*vg.Centimeter))
}

func (c Chart) axes(p *plot.Plot) {
	sans := func(style *draw.TextStyle, size vg.Length) {
		style.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	}
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	sans(&p.Title.TextStyle, 12)
	sans(&p.X.Label.TextStyle, 9)
	sans(&p.Y.Label.TextStyle, 9)
	sans(&p.X.Tick.Label, 9)
	sans(&p.Y.Tick.Label, 9)
	sans(&p.Legend.TextStyle, 9)
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Padding = 3
	p.X.Tick.Marker, p.Y.Tick.Marker = evenTicks{}, evenTicks{}
	if c.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, c.ticksAtPoints()
	}
	if c.LogY {
		// of logarithms: with a LogScale, plot puts the axis' name elsewhere than it makes room for it
		p.Y.Tick.Marker = decadeTicks{}
	}
}

// points are those of a line that can be drawn, on a log axis with the logarithms
// of their values.
func (c Chart) points(l Line) plotter.XYs {
	var points plotter.XYs
	for k, y := range l.Y {
		if c.LogY {
			y = math.Log10(y)
		}
		if !math.IsNaN(y) && !math.IsInf(y, 0) {
			points = append(points, plotter.XY{X: l.X[k], Y: y})
		}
	}
	return points
}

// empty reports whether there is nothing to draw.
func (c Chart) empty() bool {
	return len(c.Bars) == 0 && !slices.ContainsFunc(c.Lines, func(l Line) bool { return len(c.points(l)) > 0 })
}

func (c Chart) drawLines(p *plot.Plot) error {
	for i, l := range c.Lines {
		points := c.points(l)
		if len(points) == 0 {
			continue
		}
		curve, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		dots.XYs = marked(points)
		curve.Color, curve.Width = palette[i%len(palette)], vg.Points(1.2)
		dots.Color, dots.Shape, dots.Radius = palette[i%len(palette)], marks[i%len(marks)], vg.Points(2.5)
		p.Add(curve, dots)
		p.Legend.Add(l.Name, curve, dots)
		if err := c.drawOpen(p, l, dots.Color); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(c.Lines, func(l Line) bool { return len(l.Open) > 0 }) {
		p.Legend.Add("open: not steady", openMarks(nil, color.Black)...)
	}
	c.limits(p)
	return nil
}

// drawOpen puts open marks over those of the points that were not in a steady state.
func (c Chart) drawOpen(p *plot.Plot, l Line, ink color.Color) error {
	var at plotter.XYs
	for _, point := range c.points(l) {
		if slices.Contains(l.Open, point.X) {
			at = append(at, point)
		}
	}
	if len(at) == 0 {
		return nil
	}
	for _, t := range openMarks(at, ink) {
		p.Add(t.(*plotter.Scatter))
	}
	return nil
}

// openMarks are rings in that colour, and the light ground in them.
func openMarks(at plotter.XYs, ink color.Color) []plot.Thumbnailer {
	ground := &plotter.Scatter{XYs: at, GlyphStyle: draw.GlyphStyle{Color: color.White, Shape: draw.CircleGlyph{},
		Radius: vg.Points(3.5)}}
	ring := &plotter.Scatter{XYs: at, GlyphStyle: draw.GlyphStyle{Color: ink, Shape: draw.RingGlyph{},
		Radius: vg.Points(3.5)}}
	return []plot.Thumbnailer{ground, ring}
}

// marked are the points that get a mark: all of them, or some 20 of a curve that is
// dense, where marks on all would hide it.
func marked(points plotter.XYs) plotter.XYs {
	const dense, least = 100, 20
	if len(points) <= dense {
		return points
	}
	var some plotter.XYs
	for i := 0; i < len(points); i += len(points) / least {
		some = append(some, points[i])
	}
	return some
}

// limits fixes the ends of the axes: a linear one starts at 0, a logarithmic one
// shows whole decades.
func (c Chart) limits(p *plot.Plot) {
	switch {
	case c.LogY:
		p.Y.Min, p.Y.Max = math.Floor(p.Y.Min), max(math.Ceil(p.Y.Max), math.Floor(p.Y.Min)+1)
	case c.YMax > 0:
		p.Y.Min, p.Y.Max = 0, c.YMax
	default:
		p.Y.Min = 0
	}
	if len(c.Bars) == 0 && !c.LogX {
		p.X.Min = 0
	}
}

func (c Chart) drawBars(p *plot.Plot) error {
	if len(c.Bars) == 0 {
		return nil
	}
	var names []string
	var heights plotter.Values
	for _, b := range c.Bars {
		names, heights = append(names, strings.Replace(b.Name, ", ", "\n", 1)), append(heights, b.Height)
	}
	bars, err := plotter.NewBarChart(heights, vg.Points(24))
	if err != nil {
		return err
	}
	bars.Color, bars.LineStyle.Width = palette[0], 0
	p.Add(bars)
	p.NominalX(names...)
	c.limits(p)
	return nil
}

// drawShade marks a span of the horizontal axis over the whole height.
func (c Chart) drawShade(p *plot.Plot) error {
	from, to := c.Shade[0], c.Shade[1]
	area, err := plotter.NewPolygon(plotter.XYs{{X: from, Y: 0}, {X: to, Y: 0}, {X: to, Y: c.YMax}, {X: from, Y: c.YMax}})
	if err != nil {
		return err
	}
	area.Color, area.LineStyle.Width = color.RGBA{0xf0, 0xe6, 0xd8, 255}, 0
	p.Add(area)
	return nil
}
