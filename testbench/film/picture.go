package film

import (
	"bufio"
	"cmp"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
)

// stops are the colours of queues from empty to full, of pictures and pages.
var stops = [][3]float64{{214, 221, 229}, {253, 205, 110}, {243, 128, 62}, {196, 30, 50}, {96, 0, 40}}

func colour(part float64) string {
	at := min(max(part, 0), 1) * float64(len(stops)-1)
	k := min(int(at), len(stops)-2)
	r := at - float64(k)
	mix := func(i int) int { return int(math.Round(stops[k][i] + (stops[k+1][i]-stops[k][i])*r)) }
	return fmt.Sprintf("rgb(%d,%d,%d)", mix(0), mix(1), mix(2))
}

// Size of a picture, and what is left free around it.
const (
	pictureWidth, pictureHeight = 1000.0, 430.0
	pictureMargin               = 16.0
	lane                        = 2.0 // of the distance between the two directions of a link
)

// SVG writes a frame as a picture, from 0 on. The error is that of w, or that the film has no such frame.
func (f *Film) SVG(w io.Writer, frame int) error {
	if frame < 0 || frame >= f.Frames {
		return fmt.Errorf("there is no frame %d: the film has the frames 0 to %d", frame, f.Frames-1)
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" role="img">`+"\n", pictureWidth, pictureHeight)
	fmt.Fprintf(b, "<title>%s, cycle %d</title>\n", html.EscapeString(f.Title), (frame+1)*f.Interval)
	fmt.Fprintf(b, `<rect width="%g" height="%g" fill="#fff"/>`+"\n", pictureWidth, pictureHeight)
	part := func(i int) float64 {
		if l := &f.Links[i]; frame < len(l.Taken) {
			return float64(l.Taken[frame]) / float64(l.full())
		}
		return 0
	}
	order := make([]int, len(f.Links))
	parts := make([]float64, len(f.Links))
	for i := range order {
		order[i], parts[i] = i, part(i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(parts[a], parts[b]) }) // the full ones on top
	for _, i := range order {
		x1, y1, x2, y2 := f.line(i)
		fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%.1f"/>`+"\n", x1, y1, x2, y2,
			colour(parts[i]), 0.7+2.3*parts[i])
	}
	for _, u := range f.Units {
		x, y := place(u)
		if u.Node {
			fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="8" height="8" fill="#eef3fb" stroke="#5577aa"/>`+"\n", x-4, y-4)
		} else {
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="7" fill="#eef3fb" stroke="#5577aa"/>`+"\n", x, y)
		}
	}
	for i := range f.Links {
		if l := &f.Links[i]; frame < len(l.Marked) && l.Marked[frame] > 0 {
			x1, y1, x2, y2 := f.line(i)
			at := max(0, 1-18/max(math.Hypot(x2-x1, y2-y1), 1))
			x, y := x1+(x2-x1)*at, y1+(y2-y1)*at
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="5.5" fill="#fff" stroke="#2e7fb8" stroke-width="1.4"/>`+"\n", x, y)
			fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-family="sans-serif" font-size="8" text-anchor="middle">%d</text>`+"\n", x,
				y+2.8, l.Marked[frame])
		}
	}
	fmt.Fprintln(b, "</svg>")
	return b.Flush()
}

func place(u Unit) (x, y float64) {
	return pictureMargin + u.X*(pictureWidth-2*pictureMargin), pictureMargin + u.Y*(pictureHeight-2*pictureMargin)
}

// line is where a link is drawn: the two directions lie side by side.
func (f *Film) line(i int) (x1, y1, x2, y2 float64) {
	x1, y1 = place(f.Units[f.Links[i].From])
	x2, y2 = place(f.Units[f.Links[i].To])
	d := max(math.Hypot(x2-x1, y2-y1), 1)
	dx, dy := (y1-y2)/d*lane, (x2-x1)/d*lane
	return x1 + dx, y1 + dy, x2 + dx, y2 + dy
}
