package schemes

import (
	"bytes"
	"fmt"
	"html"
	"math"

	"culprit.example/culprit/testbench/experiment"
)

// heat is a map of schemes and workloads by one quantity, of which less is better.
type heat struct {
	name, title string
	of          func(r, bound result) (x float64, state cellState)
}

// cellState is what is known of a quantity in a run.
type cellState int

const (
	known   cellState = iota
	tooMuch           // the scheme is saturated, or messages had not arrived at the end
	absent            // the workload has no such quantity
	notRun
)

// heats are the maps. There is no sum of them.
var heats = []heat{
	{"victims", "slowdown that 99 % of the messages to nodes that are not hot do not exceed", func(r, bound result) (float64, cellState) {
		d := r.slowdowns("rest")
		x, ok := d.Percentile(0.99)
		switch {
		case d.Count() == 0:
			return 0, absent
		case !d.Reached(0.99) || r.goodput() < saturatedBelow*bound.goodput():
			return 0, tooMuch
		case !ok:
			return 0, absent
		}
		return x, known
	}},
	{"last", "time until the last message of an incast or a collective arrives", func(r, _ result) (float64, cellState) {
		closed := uint64(0)
		for _, n := range r.runs[0].Lists["part_closed"] {
			closed += n
		}
		switch x := r.last(); {
		case closed == 0:
			return 0, absent
		case math.IsNaN(x):
			return 0, tooMuch
		default:
			return x, known
		}
	}},
}

// saturatedBelow is the part of what the ideal network carries below which a scheme is saturated.
const saturatedBelow = 0.98

// heatMaps are the maps as pictures.
func (p planned) heatMaps(m *experiment.Measured) (files []experiment.File) {
	for _, h := range heats {
		if data := p.heatMap(m, h); data != nil {
			files = append(files, experiment.File{Path: fmt.Sprintf("heat-%s-%d.svg", h.name, p.nodes), Data: data})
		}
	}
	return files
}

// Sizes of a picture, pixels.
const (
	heatLeft, heatTop     = 150, 70
	heatWidth, heatHeight = 92, 28
)

// cell is a field of a map.
type cell struct {
	x     float64
	state cellState
}

// heatMap is a map as SVG, nil if no workload has the quantity.
func (p planned) heatMap(m *experiment.Measured, h heat) []byte {
	schemes := p.v.Words("schemes")
	var rows [][]cell
	var names []string
	for _, w := range p.traffic {
		row, any := p.heatRow(m, h, w.Name, schemes)
		if any {
			rows, names = append(rows, row), append(names, w.Name)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	var b bytes.Buffer
	width, height := heatLeft+heatWidth*len(schemes)+10, heatTop+heatHeight*len(rows)+30
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n",
		width, height, width, height)
	fmt.Fprint(&b, `<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 6L6 0" stroke="#888"/></pattern></defs>`+"\n")
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", width, height)
	text := func(x, y int, anchor, s string) {
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="%s">%s</text>`+"\n", x, y, anchor, html.EscapeString(s))
	}
	text(10, 20, "start", fmt.Sprintf("%d nodes: %s", p.nodes, h.title))
	text(10, 38, "start", "divided by that of the best scheme of the workload")
	for i, key := range schemes {
		text(heatLeft+heatWidth*i+heatWidth/2, heatTop-8, "middle", schemeOf(key).name)
	}
	for i, row := range rows {
		y := heatTop + heatHeight*i
		text(heatLeft-8, y+heatHeight/2+4, "end", names[i])
		best := math.Inf(1)
		for _, c := range row {
			if c.state == known {
				best = min(best, c.x)
			}
		}
		for j, c := range row {
			c.draw(&b, heatLeft+heatWidth*j, y, best)
		}
	}
	text(10, height-10, "start", fmt.Sprintf(
		"grey: carries less than %g of what the ideal network does, or messages are missing; hatched: not run", saturatedBelow))
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// heatRow is a workload. any reports whether it has the quantity in some scheme.
func (p planned) heatRow(m *experiment.Measured, h heat, traffic string, schemes []string) (row []cell, any bool) {
	for _, key := range schemes {
		list := p.measured(m, traffic, key)
		if len(list) == 0 {
			row = append(row, cell{0, notRun})
			continue
		}
		x, state := h.of(pooled(list), pooled(p.bounds(list)))
		any = any || state == known || state == tooMuch
		row = append(row, cell{x, state})
	}
	return row, any
}

// draw is a field at a place: its colour says how far it is from the best of the row.
func (c cell) draw(b *bytes.Buffer, x, y int, best float64) {
	fill, label := "url(#hatch)", ""
	switch c.state {
	case known:
		ratio := c.x / best
		label = fmt.Sprintf("%.2f", ratio)
		// From white to orange, full at 8 times the best.
		depth := min(1, math.Log2(ratio)/3)
		fill = fmt.Sprintf("rgb(%d,%d,%d)", 255-int(25*depth), 255-int(96*depth), 255-int(255*depth))
	case tooMuch:
		fill = "#bbb"
	case absent:
		fill = "#fff"
	}
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#fff"/>`+"\n", x, y, heatWidth-2,
		heatHeight-2, fill)
	if label != "" {
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", x+heatWidth/2, y+heatHeight/2+3, label)
	}
}
