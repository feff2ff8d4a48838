package packet

import "culprit.example/culprit/rtlgen"

// Ports is the number of ports of a switch, which gives the width of a turn and
// the arithmetic of turns.
type Ports int

// Bits is the width of a port's number and of a turn.
func (n Ports) Bits() int { return rtlgen.IndexBits(int(n)) }

func (n Ports) powerOfTwo() bool { return n&(n-1) == 0 }

// CurrentTurn is the turn that the pointer of a header shows, in a wire called
// name: a selection among the places where a turn can stand.
func (n Ports) CurrentTurn(m *rtlgen.Module, name string, header rtlgen.Signal) rtlgen.Value {
	h := HeaderOf(header)
	w := n.Bits()
	turn := m.Wire(name, w)
	m.Switch(h.Tptr, func(c rtlgen.Cases) {
		for msb := TurnBits - 1; msb-w+1 >= 0; msb -= w {
			c.Case(func() { turn.Set(h.Turnpool.Slice(msb, msb-w+1)) }, msb)
		}
		if w > 1 || TurnBits < 1<<TptrBits {
			c.Default(func() { turn.Set(m.Ones(w)) })
		}
	})
	return turn.Value
}

// OutputOf is the output port that a turn leads to from a port, (port + turn + 1)
// mod N. It makes signals that start with name.
func (n Ports) OutputOf(m *rtlgen.Module, name string, from, turn rtlgen.Signal) rtlgen.Value {
	port := rtlgen.ValueOf(from)
	if n.powerOfTwo() {
		return m.Let(name, port.Add(turn).Add(1))
	}
	sum := m.Let(name+"_sum", port.Zext(n.Bits()+1).Add(rtlgen.ValueOf(turn).Zext(n.Bits()+1)).Add(1))
	wrapped := m.Let(name+"_wrapped", rtlgen.Mux(sum.Ge(int(n)), sum.Sub(int(n)), sum))
	m.Unused(name+"_carry", wrapped.High(1))
	return m.Let(name, wrapped.Low(n.Bits()))
}

// RequestedOutput is the output port that a packet with this header wants when it
// comes in at a port. It makes the signals turn and outport.
func (n Ports) RequestedOutput(m *rtlgen.Module, port, header rtlgen.Signal) rtlgen.Value {
	n.IgnoreHeaderTail(m, header)
	return n.OutputOf(m, "outport", port, n.CurrentTurn(m, "turn", header))
}

// IgnoreHeaderTail says that the lowest bits of the turnpool, which no turn of this
// width reaches, are not read.
func (n Ports) IgnoreHeaderTail(m *rtlgen.Module, header rtlgen.Signal) {
	if rest := TurnBits % n.Bits(); rest > 0 {
		m.Unused("turnpool_rest", rtlgen.ValueOf(header).Slice(TptrBits+rest-1, TptrBits))
	}
}

// TurnTo is the turn from an input to an output, (output - input - 1) mod N, in a
// signal called name.
func (n Ports) TurnTo(m *rtlgen.Module, name string, input, output rtlgen.Signal) rtlgen.Value {
	out := rtlgen.ValueOf(output)
	distance := out.Sub(input).Sub(1)
	if n.powerOfTwo() {
		return m.Let(name, distance)
	}
	return m.Let(name, rtlgen.Mux(out.Gt(input), distance, distance.Add(int(n))))
}

// Turns is the number of turns that a turnpool has room for, the most that a name has.
func (n Ports) Turns() int { return TurnBits / n.Bits() }

// TurnMask has a bit per turn, the first turn highest, where the mask of a name has
// the bits of the turn: they are all ones or all zeros.
func (n Ports) TurnMask(mask rtlgen.Signal) rtlgen.Value {
	v := rtlgen.ValueOf(mask)
	turns := make([]rtlgen.Value, n.Turns())
	for i := range turns {
		turns[i] = v.Bit(TurnBits - 1 - i*n.Bits())
	}
	return rtlgen.CatOf(turns)
}

// NameMask is the mask of a name again.
func (n Ports) NameMask(turnMask rtlgen.Signal) rtlgen.Value {
	v, turns := rtlgen.ValueOf(turnMask), n.Turns()
	bits := make([]rtlgen.Value, 0, turns+1)
	for i := range turns {
		bits = append(bits, v.Bit(turns-1-i).Replicate(n.Bits()))
	}
	if rest := TurnBits - turns*n.Bits(); rest > 0 {
		bits = append(bits, v.Low(1).And(0).Replicate(rest))
	}
	return rtlgen.CatOf(bits)
}

// WholeTurns is the mask of a name, made from one bit of each turn.
func (n Ports) WholeTurns(mask rtlgen.Signal) rtlgen.Value { return n.NameMask(n.TurnMask(mask)) }

// FirstTurnMask is the mask of a name of one turn.
func (n Ports) FirstTurnMask(m *rtlgen.Module) rtlgen.Value {
	return rtlgen.Cat(m.Ones(n.Bits()), m.Zero(TurnBits-n.Bits()))
}

// Numbers are the numbers of all ports as lanes, which tell each copy of a port
// which one it is.
func (n Ports) Numbers(m *rtlgen.Module) rtlgen.Value {
	numbers := make([]rtlgen.Value, n)
	for i := range numbers {
		numbers[i] = m.Const(n.Bits(), i)
	}
	return rtlgen.LanesOf(numbers)
}
