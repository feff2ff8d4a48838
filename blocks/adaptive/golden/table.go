package golden

// TableIn are the inputs of the routing table.
type TableIn struct {
	WriteValid     bool
	WriteHost      int
	WriteListValid []bool
	WriteListPort  []int
	ReadValid      bool
	ReadHost       int
}

// TableOut are its outputs.
type TableOut struct {
	ListValid []bool
	ListPort  []int `valid:"ListValid"`
	Missing   bool
}

// Table is the routing table.
type Table struct {
	lists map[int][]int
	place int

	shown []int
	asked bool
	found bool
}

// NewTable makes a table without lists of at most the given number of places.
func NewTable(place int) *Table { return &Table{lists: map[int][]int{}, place: place} }

// Step is one clock cycle.
func (t *Table) Step(in TableIn) TableOut {
	out := TableOut{ListValid: make([]bool, t.place), ListPort: make([]int, t.place), Missing: t.asked && !t.found}
	for k, port := range t.shown {
		out.ListValid[k], out.ListPort[k] = true, port
	}
	t.asked = in.ReadValid
	if in.ReadValid {
		t.shown, t.found = t.lists[in.ReadHost]
	}
	if in.WriteValid {
		list := []int{}
		for k, valid := range in.WriteListValid {
			if valid {
				list = append(list, in.WriteListPort[k])
			}
		}
		t.lists[in.WriteHost] = list
	}
	return out
}
