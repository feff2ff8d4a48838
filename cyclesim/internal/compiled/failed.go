package compiled

import (
	"encoding/binary"
	"slices"
)

// takeFailed takes the failures that the threads have logged, in the order of the hierarchy: pairs
// of an instance and its property.
func (m *Machine) takeFailed() [][2]uint32 {
	areas := []uint32{0}
	if m.design.Crew != nil {
		areas = m.design.Crew.Areas
	}
	var list [][2]uint32
	for _, area := range areas {
		failed := m.bytes(area+m.design.At.Failed, 4)
		for i := range binary.LittleEndian.Uint32(failed) {
			entry := m.bytes(area+m.design.At.Log+8*i, 8)
			list = append(list, [2]uint32{binary.LittleEndian.Uint32(entry), binary.LittleEndian.Uint32(entry[4:])})
		}
		clear(failed)
	}
	slices.SortFunc(list, func(a, b [2]uint32) int { return slices.Compare(a[:], b[:]) })
	return list
}

// Threads is how many share the work of Edges.
func (m *Machine) Threads() int {
	if m.design.Crew == nil {
		return 1
	}
	return len(m.design.Crew.Areas)
}
