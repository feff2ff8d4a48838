package golden

// MarkersIn are the inputs of the markers of one side.
type MarkersIn struct {
	Born     []bool
	BornHost int
	Count    []int
	DeqValid bool
	DeqQueue int
}

// MarkersOut are their outputs.
type MarkersOut struct {
	LineReady   []bool
	LineHosting []bool
}

// marker is where the marker of a SAQ waits.
type marker struct {
	waits  bool
	host   int
	ahead  int  // packets
	placed bool // ahead is known
}

// Markers are the markers and ready bits of one side.
type Markers struct {
	standard int
	marker   []marker
	out      MarkersOut
}

// NewMarkers makes the unit after reset.
func NewMarkers(saqs, standard int) *Markers {
	return &Markers{
		standard: standard, marker: make([]marker, saqs),
		out: MarkersOut{LineReady: make([]bool, saqs), LineHosting: make([]bool, saqs)},
	}
}

// InOrder reports whether the head of a queue is the oldest packet that may be there:
// then the queue may send.
func (m *Markers) InOrder(queue int) bool {
	return queue < m.standard || !m.marker[queue-m.standard].waits
}

// Hosting reports whether a queue has a marker in it.
func (m *Markers) Hosting(queue int) bool {
	for _, x := range m.marker {
		if x.waits && x.host == queue {
			return true
		}
	}
	return false
}

// Waits reports whether the marker of SAQ k is at the head of a queue that is not in
// order.
func (m *Markers) Waits(k int) bool {
	x := m.marker[k]
	return x.waits && x.placed && x.ahead == 0 && !m.InOrder(x.host)
}

// Step is one clock cycle.
func (m *Markers) Step(in MarkersIn) MarkersOut {
	before := append([]marker(nil), m.marker...)
	for k, x := range before {
		m.out.LineReady[k], m.out.LineHosting[k] = !x.waits, m.Hosting(m.standard+k)
	}
	for k, x := range before {
		inOrder := x.host < m.standard || !before[max(0, x.host-m.standard)].waits
		leaves := in.DeqValid && in.DeqQueue == x.host
		switch {
		case in.Born[k]:
			m.marker[k] = marker{waits: true, host: in.BornHost}
		case !x.waits:
		case !x.placed:
			m.marker[k].ahead, m.marker[k].placed = in.Count[x.host], true
			if leaves {
				m.marker[k].ahead--
			}
		case x.ahead == 0 && inOrder:
			m.marker[k].waits = false
		case x.ahead > 0 && leaves:
			m.marker[k].ahead--
		}
	}
	return m.out
}

// Place is where the marker of SAQ k waits, if it does and its place is known.
func (m *Markers) Place(k int) (host, ahead int, waits bool) {
	x := m.marker[k]
	return x.host, x.ahead, x.waits && x.placed
}

// Unplaced is the host of a marker that gets its place in this cycle, if there is one.
func (m *Markers) Unplaced() (host int, ok bool) {
	for _, x := range m.marker {
		if x.waits && !x.placed {
			return x.host, true
		}
	}
	return 0, false
}
