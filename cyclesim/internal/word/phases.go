package word

import "slices"

// Phases of a divided cycle: which instructions of different threads may run at the same time.

// conflicts reports whether one of the threads that an instruction is for must wait for what another
// thread does in this phase.
func (d *dividing) conflicts(i int, in *Instr) bool {
	found := false
	d.needs[i].each(func(t int) {
		in.Args(func(r Ref) {
			if load := &d.p.Code[r]; load.late() {
				found = found || d.ownConflicts(t, load)
			}
		})
		found = found || d.ownConflicts(t, in)
	})
	return found
}

// ownConflicts is conflicts without the loads that an instruction needs.
func (d *dividing) ownConflicts(t int, in *Instr) bool {
	others := ^only(t)
	switch in.Op {
	case Load:
		if in.late() {
			return d.readConflicts(t, in.K, uint64(in.Size))
		}
		if in.State == 0 {
			return d.otherWrites(t)
		}
		return d.anywhere.writers&others != 0 || d.stateOf(in).writers&others != 0 || in.State == Foreign && d.called(in.K, t)
	case Store:
		if a := d.stateOf(in); in.State != 0 && (a.readers|a.writers)&others != 0 {
			return true
		}
		return d.writeConflicts(t, in)
	case Copy, Permute:
		found := d.writeConflicts(t, in)
		d.p.Copied(in, func(at, bytes uint64) { found = found || d.readConflicts(t, at, bytes) })
		return found
	case Call:
		return d.callConflicts(t, &d.p.Calls[in.K])
	}
	return false
}

// otherWrites reports whether another thread writes anything but state in this phase.
func (d *dividing) otherWrites(t int) bool {
	if d.anyCalled(t) {
		return true
	}
	for _, a := range d.cells {
		if a.writers&^only(t) != 0 {
			return true
		}
	}
	return d.anywhere.writers&^only(t) != 0
}

// stateOf is who has accessed the state that a load or store is about; for a load at a computed
// address outside of the state, that is every place.
func (d *dividing) stateOf(in *Instr) *access {
	if in.State == 0 && in.A != None {
		return &d.anywhere
	}
	a := d.states[in.State]
	if a == nil {
		a = &access{}
		d.states[in.State] = a
	}
	return a
}

// cellsOf calls f with the words of a place.
func (d *dividing) cellsOf(at, bytes uint64, f func(*access)) {
	for cell := at / 8; cell <= (at+bytes-1)/8; cell++ {
		a := d.cells[cell]
		if a == nil {
			a = &access{}
			d.cells[cell] = a
		}
		f(a)
	}
}

// called reports whether another thread calls the frame of a place in this phase.
func (d *dividing) called(place uint64, t int) bool {
	f := d.at(place)
	return f != nil && f.owner != t && len(f.calls) > 0
}

// anyCalled reports whether another thread calls a frame in this phase.
func (d *dividing) anyCalled(t int) bool {
	return slices.ContainsFunc(d.frames, func(f ownedFrame) bool { return f.owner != t && len(f.calls) > 0 })
}

// readConflicts: another thread writes the place.
func (d *dividing) readConflicts(t int, at, bytes uint64) bool {
	found := d.anywhere.writers&^only(t) != 0
	d.cellsOf(at, bytes, func(a *access) { found = found || a.writers&^only(t) != 0 })
	if f := d.at(at); f != nil && f.owner != t {
		for _, c := range f.calls {
			found = found || d.Writes(c, at-f.first, bytes)
		}
	}
	return found
}

// writeConflicts: another thread reads or writes the place. Inputs of a frame are written by the
// thread that calls it.
func (d *dividing) writeConflicts(t int, in *Instr) bool {
	others := ^only(t)
	found := (d.anywhere.readers|d.anywhere.writers)&others != 0
	if in.A != None && in.State == 0 {
		return found || d.anyCalled(t) || len(d.cells) > 0
	}
	d.cellsOf(in.K, in.bytes(), func(a *access) { found = found || (a.readers|a.writers)&others != 0 })
	return found || d.called(in.K, t)
}

// callConflicts: another thread reads what a call writes, or reads at a computed address.
func (d *dividing) callConflicts(t int, c *Callee) bool {
	found := (d.anywhere.readers|d.anywhere.writers)&^only(t) != 0
	for n := range c.Count {
		f := d.at(c.frame(n))
		if f.owner != t {
			continue
		}
		for _, p := range f.peeks {
			found = found || d.Writes(c, p.at-f.first, p.bytes)
		}
	}
	return found
}

// note keeps what an instruction accesses.
func (d *dividing) note(i int, in *Instr) {
	d.needs[i].each(func(t int) {
		in.Args(func(r Ref) {
			if load := &d.p.Code[r]; load.late() {
				d.noteOwn(t, load)
			}
		})
		d.noteOwn(t, in)
	})
}

func (d *dividing) noteOwn(t int, in *Instr) {
	switch in.Op {
	case Load:
		if in.late() {
			d.noteRead(t, in.K, uint64(in.Size))
			return
		}
		d.stateOf(in).readers |= only(t)
		if in.State == Foreign {
			d.noteRead(t, in.K, uint64(in.Size))
			if f := d.at(in.K); f != nil && f.owner != t {
				f.peeks = append(f.peeks, peek{f.first, f.size})
			}
		}
	case Store:
		if in.State != 0 || in.A != None {
			d.stateOf(in).writers |= only(t)
		}
		if in.A == None {
			d.noteWrite(t, in)
		}
	case Copy, Permute:
		d.p.Copied(in, func(at, bytes uint64) { d.noteRead(t, at, bytes) })
		d.noteWrite(t, in)
	case Call:
		c := &d.p.Calls[in.K]
		for n := range c.Count {
			if f := d.at(c.frame(n)); f.owner == t {
				f.calls = append(f.calls, c)
			}
		}
	}
}

func (d *dividing) noteWrite(t int, in *Instr) {
	d.cellsOf(in.K, in.bytes(), func(a *access) { a.writers |= only(t) })
}

func (d *dividing) noteRead(t int, at, bytes uint64) {
	d.cellsOf(at, bytes, func(a *access) { a.readers |= only(t) })
	if f := d.at(at); f != nil && f.owner != t {
		f.peeks = append(f.peeks, peek{at, bytes})
	}
}
