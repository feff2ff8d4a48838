package coverage

import (
	"fmt"
	"strings"

	"culprit.example/culprit/testbench"
)

// Summary says how much of a design has moved. Its JSON form is stable.
type Summary struct {
	Design      string   `json:"design"`       // name of the top module
	Toggles     int      `json:"toggles"`      // points of bits: two for each, 0 to 1 and 1 to 0
	Moved       int      `json:"moved"`        // those that were reached
	Percent     float64  `json:"percent"`      // of the points of bits that were reached, 100 if there are none
	CoverPoints int      `json:"cover_points"` // of the benches
	Reached     int      `json:"reached"`      // cover points that were reached
	Never       []string `json:"never"`        // a line for each signal of which a bit never rose or never fell
	Files       []string `json:"files"`        // paths of what was written
}

// Summary sums up what has moved so far. The cover points are those of the benches that have run.
func (c *Coverage) Summary(points []testbench.CoverPoint) Summary {
	s := Summary{Design: c.design.Top.Name, CoverPoints: len(points), Percent: 100, Never: []string{}, Files: []string{}}
	for _, p := range points {
		if p.Hits > 0 {
			s.Reached++
		}
	}
	for _, x := range c.signals {
		up, down := still(x.rises), still(x.falls)
		s.Toggles += 2 * x.width
		s.Moved += 2*x.width - len(up) - len(down)
		if line := never(up, down); line != "" {
			s.Never = append(s.Never, strings.Join([]string{c.place(x), line}, ": "))
		}
	}
	if s.Toggles > 0 {
		s.Percent = 100 * float64(s.Moved) / float64(s.Toggles)
	}
	return s
}

// place is the path of a signal with that of the design.
func (c *Coverage) place(x *signal) string { return c.design.Top.Name + "." + x.probe() }

// still are the bits, the highest first, that were never counted.
func still(counts []uint64) (list []int) {
	for bit := len(counts) - 1; bit >= 0; bit-- {
		if counts[bit] == 0 {
			list = append(list, bit)
		}
	}
	return list
}

// never says which bits never rose and which never fell, "" if there are none.
func never(up, down []int) string {
	var list []string
	if len(up) > 0 {
		list = append(list, "0 to 1 never in "+ranges(up))
	}
	if len(down) > 0 {
		list = append(list, "1 to 0 never in "+ranges(down))
	}
	return strings.Join(list, "; ")
}

// ranges are bits, the highest first, as text: "bits 7:4, 1", "bit 0".
func ranges(list []int) string {
	if len(list) == 1 {
		return fmt.Sprintf("bit %d", list[0])
	}
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]-1 {
			j++
		}
		part := fmt.Sprint(list[i])
		if j > i {
			part += fmt.Sprintf(":%d", list[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	return "bits " + strings.Join(parts, ", ")
}
