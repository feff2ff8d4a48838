package word

// DeadCode drops instructions whose value is not used.
func DeadCode(p *Program) {
	used := make([]bool, len(p.Code))
	for i := len(p.Code) - 1; i >= 0; i-- {
		in := &p.Code[i]
		if in.Op.Effect() {
			used[i] = true
		}
		if used[i] {
			in.Args(func(r Ref) { used[r] = true })
		}
	}
	p.Keep(func(i int) bool { return used[i] })
}

// Keep drops every instruction for which wanted is false; no kept instruction may
// use a dropped one.
func (p *Program) Keep(wanted func(i int) bool) {
	to := make([]Ref, len(p.Code))
	code := make([]Instr, 0, len(p.Code))
	for i, in := range p.Code {
		if !wanted(i) {
			to[i] = None
			continue
		}
		in.rename(to)
		to[i] = Ref(len(code))
		code = append(code, in)
	}
	p.Code = code
}

// DropUnread drops the stores to wires that are not in read, the places that this kernel or
// a later one loads from.
func DropUnread(p *Program, read map[uint64]bool) {
	p.Keep(func(i int) bool { return !p.Code[i].Wire || read[p.Code[i].K] })
}

// DropZeros drops stores of 0 to places that nothing else writes: memory is 0 at the start.
func DropZeros(p *Program) {
	p.Keep(func(i int) bool {
		in := &p.Code[i]
		if in.Op != Store || in.State != 0 || in.A != None || in.C != None {
			return true
		}
		k, ok := p.ConstantOf(in.B)
		return !ok || k != 0
	})
}
