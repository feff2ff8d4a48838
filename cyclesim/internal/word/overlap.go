package word

import "slices"

// Phases that overlap. A thread has arrived at a barrier as soon as it has done what others may see
// or disturb in their next phase, and does the rest of its phase while they go on: no thread waits
// for the work of another one that nobody needs yet.

// callsLast is the order in which the instructions of a program are done: calls as late as what
// they write is read, so that whatever a thread takes from others, for inputs of its frames, comes
// first in a phase.
func (d *dividing) callsLast(p *Program) []int {
	order := make([]int, 0, len(p.Code))
	var calls []int
	called := map[*ownedFrame][]*Callee{}
	flush := func() {
		order, calls = append(order, calls...), nil
		clear(called)
	}
	for i := range p.Code {
		in := &p.Code[i]
		if in.Op == Call {
			calls = append(calls, i)
			c := &p.Calls[in.K]
			for n := range c.Count {
				f := d.at(c.frame(n))
				called[f] = append(called[f], c)
			}
			continue
		}
		if len(calls) > 0 && d.touches(p, in, called) {
			flush()
		}
		order = append(order, i)
	}
	flush()
	return order
}

// touches reports whether an instruction, with the loads that it needs, accesses what one of the calls
// of frames does.
func (d *dividing) touches(p *Program, in *Instr, called map[*ownedFrame][]*Callee) bool {
	found := false
	read := func(at, bytes uint64) {
		f := d.at(at)
		for _, c := range called[f] {
			found = found || d.Writes(c, at-f.first, bytes)
		}
	}
	in.Args(func(r Ref) {
		if load := &p.Code[r]; load.late() {
			read(load.K, uint64(load.Size))
		}
	})
	p.Copied(in, read)
	switch in.Op {
	case Load, Store, Copy, Permute:
		if in.State <= 0 && !in.late() {
			found = found || in.A != None || called[d.at(in.K)] != nil
		}
	}
	return found
}

// spot is an instruction of a thread.
type spot struct{ program, at int }

// phase is what a thread does between two barriers, after the first of them.
type phase struct {
	begin spot
	code  []spot
}

// phases are those of a thread in a cycle.
func (d *dividing) phases(t int) []phase {
	list := []phase{{}}
	for k := range d.out[t] {
		for i := range d.out[t][k].Code {
			if d.out[t][k].Code[i].Op == Barrier {
				list = append(list, phase{begin: spot{k, i + 1}})
				continue
			}
			last := &list[len(list)-1]
			last.code = append(last.code, spot{k, i})
		}
	}
	return list
}

// arrive puts an Arrive into every phase of every thread, but for the last phase if threads must end a
// cycle together.
func (d *dividing) arrive() {
	all := make([][]phase, d.Threads)
	for t := range all {
		all[t] = d.phases(t)
	}
	arrivals := make([][]spot, d.Threads)
	count := len(all[0])
	for n := range count {
		if n == count-1 && d.Together {
			break
		}
		d.clear()
		for t := range all {
			for _, s := range all[t][(n+1)%count].code {
				d.noteOwn(t, d.take(t, s))
			}
		}
		for t := range all {
			arrivals[t] = append(arrivals[t], d.arrival(t, all[t][n]))
		}
	}
	for t := range all {
		d.insert(t, arrivals[t])
	}
}

// take is an instruction, whose program becomes the present one.
func (d *dividing) take(t int, s spot) *Instr {
	d.p = &d.out[t][s.program]
	return &d.p.Code[s.at]
}

// arrival is where a thread arrives in a phase, in front of the instruction at that place: after the
// last one that conflicts with what has been noted.
func (d *dividing) arrival(t int, p phase) spot {
	for _, s := range slices.Backward(p.code) {
		if d.ownConflicts(t, d.take(t, s)) {
			return spot{s.program, s.at + 1}
		}
	}
	return p.begin
}

// insert puts an Arrive in front of the instructions of a thread at these places.
func (d *dividing) insert(t int, arrivals []spot) {
	for k := range d.out[t] {
		p := &d.out[t][k]
		code := p.Code
		to := make([]Ref, len(code))
		p.Code = make([]Instr, 0, len(code)+len(arrivals))
		for i := range len(code) + 1 {
			for len(arrivals) > 0 && arrivals[0] == (spot{k, i}) {
				p.Add(Instr{Op: Arrive, A: None, B: None, C: None})
				arrivals = arrivals[1:]
			}
			if i < len(code) {
				code[i].rename(to)
				to[i] = p.Add(code[i])
			}
		}
	}
}

// pace is what a phase costs a thread until it arrives, and then.
type pace struct{ head, tail int }

// paces are those of a thread in a cycle.
func (d *dividing) paces(t int) []pace {
	list := []pace{{}}
	arrived := false
	for k := range d.out[t] {
		p := &d.out[t][k]
		for i := range p.Code {
			now, cost := &list[len(list)-1], 1
			switch in := &p.Code[i]; in.Op {
			case Arrive:
				arrived = true
			case Barrier:
				list, arrived = append(list, pace{}), false
			case Call:
				cost = p.Calls[in.K].Count * d.Cost(&p.Calls[in.K])
			}
			if arrived {
				now.tail += cost
			} else {
				now.head += cost
			}
		}
	}
	return list
}

// cycleTime estimates what a cycle takes when the threads have found their pace.
func (d *dividing) cycleTime() float64 {
	parts := make([][]pace, d.Threads)
	for t := range parts {
		parts[t] = d.paces(t)
	}
	const cycles = 8
	clock, half := make([]int, d.Threads), 0
	for cycle := range cycles {
		if cycle == cycles/2 {
			half = slices.Max(clock)
		}
		for n := range parts[0] {
			last := 0
			for t := range clock {
				last = max(last, clock[t]+parts[t][n].head)
			}
			for t := range clock {
				p := parts[t][n]
				clock[t] = max(clock[t]+p.head+p.tail, last) + d.Wait
			}
		}
	}
	return float64(slices.Max(clock)-half) / (cycles / 2)
}
