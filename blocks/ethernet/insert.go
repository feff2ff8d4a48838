package ethernet

import "culprit.example/culprit/rtlgen"

// inserted is a frame that goes between those of a stream.
type inserted struct {
	wanted value       // it is to be sent
	begins rtlgen.Wire // it begins, driven by insert
	beats  value       // it, from the cycle after that on, the first beat lowest
	octets int         // its length
}

// insert sends the frame when it is wanted and no frame of the stream is under way, and reports that
// its last beat moves.
func (f inserted) insert(m *rtlgen.Module, in Source, out Sink, dims rtlgen.Dims) (ends value) {
	from, to := enter(m, in), leave(m, out, dims)
	width, bytes := in.Tdata.Width(), in.Tkeep.Width()
	n := f.beats.Width() / width
	within := m.Reg("within_frame", 1, 0, "a frame of the stream is under way")
	sends := m.Reg("sends", 1, 0, "the frame that is put in is under way")
	f.begins.Set(f.wanted.AndNot(within).AndNot(sends))
	passes := m.Let("may_pass", within.Or(sends.Or(f.wanted).Not()))
	moves := m.Let("moves", from.Out.Valid.And(passes).And(to.In.Ready))
	m.If(moves, func() { within.Set(rtlgen.Unpack[beat](from.Out.Data, dims).Last.Not()) })

	taken := m.Let("frame_moves", sends.And(to.In.Ready))
	last, data := m.Ones(1), f.beats
	if n > 1 {
		place := m.Reg("frame_beat", rtlgen.IndexBits(n), 0, "its next beat")
		last, data = place.Eq(n-1), f.beats.Lane(place, width)
		next := place.Add(1)
		if n&(n-1) != 0 {
			next = rtlgen.Mux(last, 0, next)
		}
		m.If(taken, func() { place.Set(next) })
	}
	ends = m.Let("frame_ends", taken.And(last))
	m.If(f.begins, func() { sends.Set(1) }).ElseIf(ends, func() { sends.Set(0) })
	keep := m.Ones(bytes)
	if rest := f.octets % bytes; rest > 0 {
		keep = rtlgen.Mux(last, m.Ones(rest).Zext(bytes), keep)
	}
	own := rtlgen.Pack(beat{User: m.Zero(1), Last: last, Keep: keep, Data: data})
	from.Out.Ready.Drive(moves)
	to.In.Valid.Drive(rtlgen.Mux(sends, 1, from.Out.Valid.And(passes)))
	to.In.Data.Drive(rtlgen.Mux(sends, own, from.Out.Data))
	m.Assert("between_frames", sends.And(within).Not(), "a frame that is put in is not within a frame")
	return ends
}
