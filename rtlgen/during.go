package rtlgen

import (
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// WritePort is a write port of a memory.
type WritePort struct {
	mem  *ir.Memory
	port *ir.WritePort
}

// During is what a synchronous read returns when it meets a write: see
// WritePort.During.
type During struct {
	write WritePort
	rdw   ir.ReadDuringWrite
}

// During says, for the read port that it is given to, what that port returns when
// this port writes the word that it reads: ReadOld the word before, ReadNew the word
// with what is written, ReadUndefined any word, and with ReadKeep it holds what it has.
// True dual-port RAMs have ReadUndefined between their two ports, and the other three
// as modes of a port's own write (read first, write first, no change): see ReadWrite.
func (w WritePort) During(rdw ir.ReadDuringWrite) During { return During{w, rdw} }

// ReadWrite adds a read port and a write port with a common address and enable, which
// is what one side of a dual-port RAM has. In a cycle in which enable is 1 it reads the
// word at addr, as ReadSync does; if write is 1, too, data goes there. write has 1 bit,
// or one for each lane of the word (WriteLanes). own is what the port reads when it
// writes; what it reads when another port writes the word is what Memory says.
func (r Memory) ReadWrite(name string, enable, write, addr, data Signal, own ir.ReadDuringWrite) Value {
	e, w := r.m.own(ValueOf(enable), 1), r.m.own(ValueOf(write), 1)
	switch {
	case e.bad() || w.bad() || e.n.Op == ir.OpConst && e.n.Const.Sign() > 0:
	case w.Width() == 1:
		w = e.And(w)
	default:
		var lanes []Signal
		for i := w.Width() - 1; i >= 0; i-- {
			lanes = append(lanes, e.And(w.Bit(i)))
		}
		w = Cat(lanes...)
	}
	var port WritePort
	if w.Width() == 1 {
		port = r.Write(w, addr, data)
	} else {
		port = r.WriteLanes(w, addr, data)
	}
	if port.port == nil {
		return r.ReadSync(name, enable, addr) // which knows what is wrong
	}
	return r.ReadSync(name, enable, addr, port.During(own))
}

// during notes the choices of a read port. finishMemories completes them, since write
// ports may follow.
func (r Memory) during(p *ir.ReadPort, choices []During) {
	for _, c := range choices {
		i := slices.Index(r.mem.Writes, c.write.port)
		switch {
		case c.write.port == nil:
			r.m.report(CodeNilValue, nil, "read port %s of %s names a zero WritePort: take the result of Write", p.Name,
				r.mem.Name)
		case i < 0:
			r.m.report(CodePlace, []Related{{c.write.port.Pos, "the write port"}, {r.mem.Pos, r.mem.Name + " is declared here"}},
				"read port %s of %s names a write port of memory %s, which it never meets: name one of %s", p.Name, r.mem.Name,
				c.write.mem.Name, r.mem.Name)
		case !knownBehaviour(c.rdw):
			r.m.reportBehaviour("read port "+p.Name+" of "+r.mem.Name, c.rdw)
		default:
			for len(p.RDW) < len(r.mem.Writes) {
				p.RDW = append(p.RDW, r.mem.RDW)
			}
			p.RDW[i] = c.rdw
		}
	}
}

func knownBehaviour(rdw ir.ReadDuringWrite) bool { return rdw <= ir.ReadKeep }

func (m *Module) reportBehaviour(what string, rdw ir.ReadDuringWrite) {
	m.report(CodeOperand, nil, "%s has %d for a read during a write: use ReadOld, ReadNew, ReadUndefined or ReadKeep",
		what, uint8(rdw))
}

// finishMemories gives the read ports with choices one for each write port, and none to
// those that choose what their memory says.
func (m *Module) finishMemories() {
	for _, mem := range m.ir.Memories {
		for _, p := range mem.Reads {
			differs := false
			for _, rdw := range p.RDW {
				differs = differs || rdw != mem.RDW
			}
			if !differs {
				p.RDW = nil
				continue
			}
			for len(p.RDW) < len(mem.Writes) {
				p.RDW = append(p.RDW, mem.RDW)
			}
		}
	}
}
