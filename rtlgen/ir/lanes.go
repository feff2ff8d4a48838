package ir

// Lanes is the number of lanes that the port writes each for itself, 1 for whole
// words.
func (w *WritePort) Lanes() int { return w.Enable.Width }

// Any is the condition (1 bit) under which the port writes at least one lane.
func (w *WritePort) Any() *Node {
	if w.Lanes() == 1 {
		return w.Enable
	}
	return &Node{Op: OpRedOr, Width: 1, Args: []*Node{w.Enable}, Pos: w.Pos}
}

// Mask has ones in the bits that the port writes: every enable as often as its
// lane is wide.
func (w *WritePort) Mask() *Node {
	all := &Node{Op: OpConcat, Width: w.Data.Width, Pos: w.Pos}
	lane := w.Data.Width / w.Lanes()
	for i := w.Lanes() - 1; i >= 0; i-- {
		bit := w.Enable
		if w.Lanes() > 1 {
			bit = &Node{Op: OpSlice, Width: 1, Lo: i, Args: []*Node{w.Enable}, Pos: w.Pos}
		}
		all.Args = append(all.Args, &Node{Op: OpReplicate, Width: lane, Args: []*Node{bit}, Pos: w.Pos})
	}
	return all
}
