package film

import (
	"cmp"
	"slices"
)

// layOut puts the end nodes into the lowest row, and each unit into the row that tells how many links it is away from
// them. In a row units stand in the order of the netlist.
func (f *Film) layOut() {
	next := make([][]int, len(f.Units))
	for _, l := range f.Links {
		next[l.From] = append(next[l.From], l.To)
		next[l.To] = append(next[l.To], l.From)
	}
	row := make([]int, len(f.Units))
	var queue []int
	for i, u := range f.Units {
		row[i] = -1
		if u.Node {
			row[i] = 0
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		for _, v := range next[u] {
			if row[v] < 0 {
				row[v] = row[u] + 1
				queue = append(queue, v)
			}
		}
	}
	rows := map[int][]int{}
	last := 0
	for i := range f.Units {
		r := max(row[i], 0)
		rows[r] = append(rows[r], i)
		last = max(last, r)
	}
	for r, list := range rows {
		slices.SortFunc(list, func(a, b int) int {
			return cmp.Or(cmp.Compare(len(f.Units[a].Name), len(f.Units[b].Name)),
				cmp.Compare(f.Units[a].Name, f.Units[b].Name))
		})
		for k, i := range list {
			f.Units[i].X = (float64(k) + 0.5) / float64(len(list))
			f.Units[i].Y = 1 - float64(r)/float64(max(last, 1))
		}
	}
}
