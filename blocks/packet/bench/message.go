package bench

import (
	"slices"

	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/testbench/kit"
)

// tell drives the messages of an output: an Xoff of a new name, or the Xon of one
// that is blocked.
func (t *Traffic) tell(e int, now Phase) {
	in, lane := t.lane(e)
	s := &t.sink[e]
	in.TxMsgValid[lane], in.TxMsgXoff[lane] = false, kit.Chance(t.rng, 50)
	if m := t.message(s, now); m.Valid {
		in.SetTxMsg(lane, m)
	}
}

func (t *Traffic) message(s *sink, now Phase) packet.Message {
	if now.Toggle {
		return t.toggle(s)
	}
	if now.Calm && len(s.blocked) == 0 || !now.Calm && t.rng.Intn(1000) >= now.Messages {
		return packet.Message{}
	}
	if now.Calm || len(s.blocked) > 0 && (kit.Chance(t.rng, 35) || len(s.blocked) > t.links.SAQs+1) {
		return s.xon(t.rng.Intn(len(s.blocked)))
	}
	room := max(1, packet.MaxTurns(t.links.Ports)-3)
	name := RandomRoute(t.rng, t.links.Ports, 1+t.rng.Intn(min(3, room)), true).Name(t.links.Ports)
	if s.freed.Mask != 0 && kit.Chance(t.rng, 50) { // its SAQs may still be there
		name = s.freed
	}
	if len(s.blocked) > 0 && kit.Chance(t.rng, 30) { // behind one that is blocked: packets move on
		if longer, fits := kit.Pick(t.rng, s.blocked).
			Behind(t.rng.Intn(min(2, t.links.Ports-1)), packet.TurnBits(t.links.Ports)); fits {
			name = longer
		}
	}
	if FindName(s.blocked, name) >= 0 {
		return packet.Message{}
	}
	return s.xoff(name)
}

func (s *sink) xoff(name packet.Name) packet.Message {
	s.blocked = append(s.blocked, name)
	return packet.Message{Valid: true, Xoff: true, Name: name}
}

// xon unblocks blocked name i.
func (s *sink) xon(i int) packet.Message {
	s.freed = s.blocked[i]
	s.blocked = slices.Delete(s.blocked, i, i+1)
	return packet.Message{Valid: true, Name: s.freed}
}

// toggled is the route behind every exit that is blocked and unblocked.
var toggled = Route{0}

// toggle sends the Xoff of its name, and 64 cycles later its Xon: long enough for
// a packet to be caught, too short for its SAQ to run empty.
func (t *Traffic) toggle(s *sink) packet.Message {
	name := toggled.Name(t.links.Ports)
	i := FindName(s.blocked, name)
	switch at := t.since % 128; {
	case at == 1 && i < 0:
		return s.xoff(name)
	case at == 65 && i >= 0:
		return s.xon(i)
	}
	return packet.Message{}
}
