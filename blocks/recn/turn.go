package recn

import "culprit/rtlgen"

// value shortens the signatures of this package.
type value = rtlgen.Value

// header splits a routing header {turnpool, tptr}.
func header(h value) (turnpool, tptr value) {
	return h.High(turnBits), h.Low(tptrBits)
}

// aligned is the turnpool with the present turn in its top bits, ones coming in
// from below (a packet that has climbed fewer levels has another turn pointer:
// without alignment its turns could not be compared with a line's). Name is the
// prefix of the signals it makes.
func aligned(m *rtlgen.Module, name string, h value) value {
	turnpool, tptr := header(h)
	shift := m.Let(name+"_shift", m.Const(tptrBits, turnBits-1).Sub(tptr))
	return m.Let(name+"_aligned", turnpool.Not().Shl(shift).Not())
}

// currentTurn is the turn that the pointer shows, by a selection among the
// places where a turn can stand.
func (p Params) currentTurn(m *rtlgen.Module, name string, h value) value {
	turnpool, tptr := header(h)
	turn := m.Wire(name, p.turn())
	m.Switch(tptr, func(c rtlgen.Cases) {
		for msb := turnBits - 1; msb-p.turn()+1 >= 0; msb -= p.turn() {
			c.Case(func() { turn.Set(turnpool.Slice(msb, msb-p.turn()+1)) }, msb)
		}
		if p.turn() > 1 || turnBits < 1<<tptrBits {
			c.Default(func() { turn.Set(m.Ones(p.turn())) })
		}
	})
	return turn.Value
}

// outputOf is the output port that a turn leads to: (port + turn + 1) mod N.
func (p Params) outputOf(m *rtlgen.Module, name string, port, turn value) value {
	if p.powerOfTwo() {
		return m.Let(name, port.Add(turn).Add(1))
	}
	sum := m.Let(name+"_sum", port.Zext(p.pw()+1).Add(turn.Zext(p.pw()+1)).Add(1))
	wrapped := m.Let(name+"_wrapped", rtlgen.Mux(sum.Ge(p.Ports), sum.Sub(p.Ports), sum))
	m.Unused(name+"_carry", wrapped.High(1))
	return m.Let(name, wrapped.Low(p.pw()))
}

// RequestedOutput is the output port that a packet with this header {turnpool,
// tptr} wants when it comes in at myPort, for other switches with the same
// packets. It makes the signals turn and outport.
func (p Params) RequestedOutput(m *rtlgen.Module, myPort, header rtlgen.Value) rtlgen.Value {
	p.ignoreHeaderTail(m, header)
	return p.outputOf(m, "outport", myPort, p.currentTurn(m, "turn", header))
}

// turnTo is the turn from an input to an output: (output - input - 1) mod N.
func (p Params) turnTo(m *rtlgen.Module, name string, input, output value) value {
	distance := output.Sub(input).Sub(1)
	if p.powerOfTwo() {
		return m.Let(name, distance)
	}
	return m.Let(name, rtlgen.Mux(output.Gt(input), distance, distance.Add(p.Ports)))
}

func (p Params) powerOfTwo() bool { return p.Ports&(p.Ports-1) == 0 }

// firstTurnMask is the mask of a name of one turn.
func (p Params) firstTurnMask(m *rtlgen.Module) value {
	return rtlgen.Cat(m.Ones(p.turn()), m.Zero(turnBits-p.turn()))
}

// matches compares an aligned turnpool with a name.
func matches(turns, tp, mask value) value {
	return turns.Xor(tp).And(mask).Eq(0)
}

// sameName compares two names.
func sameName(tpA, maskA, tpB, maskB value) value {
	return maskA.Eq(maskB).And(matches(tpA, tpB, maskB))
}

// namedLines has a bit per CAM line: the line is valid and has the given name.
// wire is the name of the signal; tp and mask give the name of line k.
func (p Params) namedLines(m *rtlgen.Module, wire string, nameTP, nameMask, valid value, tp, mask func(k value) value) value {
	named := m.Wire(wire, p.SAQs)
	m.For("k", p.SAQs, func(k value) {
		named.SetBit(k, valid.Bit(k).And(sameName(nameTP, nameMask, tp(k), mask(k))))
	})
	return named.Value
}

// element reads a register array, as a function of the index.
func element(a rtlgen.RegArray) func(k value) value {
	return func(k value) value { return a.At(k).Value }
}

// above is level > threshold; a threshold that the level cannot exceed gives 0.
func above(m *rtlgen.Module, level value, threshold int) value {
	if !reachable(threshold, level.Width()) {
		return m.Zero(1)
	}
	return level.Gt(threshold)
}

// reachable tells whether a level of w bits can be above the threshold.
func reachable(threshold, w int) bool { return threshold < 1<<w-1 }

// below is level < threshold; a threshold above every level gives 1.
func below(m *rtlgen.Module, level value, threshold int) value {
	if threshold > 1<<level.Width()-1 {
		return m.Ones(1)
	}
	return level.Lt(threshold)
}

// outrank finds among the candidates those that another candidate outranks by a
// shorter mask (shortest) or a longer one. Masks are ones from the top, so that
// the longer one is the larger number.
func (p Params) outrank(m *rtlgen.Module, name string, candidate value, mask func(k value) value, shortest bool) value {
	out := m.Wire(name, p.SAQs)
	out.Default(0)
	if p.SAQs == 1 {
		return out.Value
	}
	m.For("k", p.SAQs, func(k value) {
		m.For("j", p.SAQs, func(j value) {
			better := mask(j).Gt(mask(k))
			if shortest {
				better = mask(j).Lt(mask(k))
			}
			m.If(candidate.Bit(j).And(better), func() { out.SetBit(k, 1) })
		})
	})
	return out.Value
}
