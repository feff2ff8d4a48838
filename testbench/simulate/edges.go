package simulate

import "culprit.example/culprit/testbench/packets"

// Packets come in at an edge.
type Packets struct {
	Edge packets.Edge
	List [][]byte
}

// EdgeReport is what passed an edge.
type EdgeReport struct {
	Edge string `json:"edge"` // its name
	// Packets is how many were written to the file, or taken by the design, each as a whole; Left is how many the run
	// had no time for.
	Packets int `json:"packets"`
	Left    int `json:"left,omitempty"`
}

// edges are those of a run on an engine.
type edges struct {
	w        *watcher
	p        *player
	inputs   map[string]int // by the names of ports
	outputs  map[string]int
	drives   []*packets.Drive
	captures packets.Captures
}

func (w *watcher) openEdges(p *player) (*edges, error) {
	x := &edges{w: w, p: p, inputs: map[string]int{}, outputs: map[string]int{}}
	for i, s := range p.ports {
		x.inputs[s.Name] = i
	}
	for i, s := range w.outputs {
		x.outputs[s.Name] = i
	}
	for _, s := range w.Packets {
		d, err := packets.NewDrive(s.Edge, s.List)
		if err != nil {
			return nil, err
		}
		x.drives = append(x.drives, d)
	}
	if !w.isFirst {
		return x, nil
	}
	var err error
	x.captures, err = packets.OpenCaptures(w.Captures, x.read, w.Period)
	return x, err
}

// read is the value of a port in the present cycle.
func (x *edges) read(port string) []uint64 {
	if i, ok := x.inputs[port]; ok {
		return x.p.values[i]
	}
	return x.w.values[x.outputs[port]]
}

// drive gives the ports of edges their values, in place of those that the inputs have without.
func (x *edges) drive() {
	for _, d := range x.drives {
		d.Set(func(port string, lo, width int, value uint64) {
			i := x.inputs[port]
			x.p.changed[i] = true
			mask := uint64(1)<<width - 1
			v := &x.p.values[i][lo/64]
			*v = *v&^(mask<<(lo%64)) | value<<(lo%64)
		})
	}
}

// look takes what passes in a cycle.
func (x *edges) look(cycle int) error {
	x.captures.Sample(uint64(cycle))
	if err := x.captures.Err(); err != nil {
		return err
	}
	for _, d := range x.drives {
		d.Clock(x.read)
	}
	return nil
}

func (x *edges) report() (list []EdgeReport) {
	for i, d := range x.drives {
		list = append(list, EdgeReport{Edge: x.w.Packets[i].Edge.Name, Packets: len(x.w.Packets[i].List) - d.Left(),
			Left: d.Left()})
	}
	for i, c := range x.captures {
		list = append(list, EdgeReport{Edge: x.w.Captures[i].Edge.Name, Packets: c.Packets})
	}
	return list
}
