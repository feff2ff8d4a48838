package golden

// Kind says who writes a field, and what an access does to it.
type Kind int

// The kinds of fields.
const (
	Setting Kind = iota
	Status
	Command
	Pending
	Counter
)

// Register is a register, or Count of them side by side.
type Register struct {
	Address, Count int
	Fields         []*Field
}

// Field is some bits of a register, or of each of an array.
type Field struct {
	Kind       Kind
	Low, Width int
	Reset      uint32
	Enable     *Field   // of a Pending field
	Now        []uint32 // by register: the value in this cycle; of a Status, as hardware gives it
	Events     []uint32 // by register: of a Pending field by bit, of a Counter 0 or 1; of this cycle
}

// File is the model of a register file.
type File struct {
	registers []*Register
	answer    Answer
}

// NewFile makes the registers after reset.
func NewFile(registers []*Register) *File {
	for _, r := range registers {
		for _, f := range r.Fields {
			f.Now, f.Events = make([]uint32, r.Count), make([]uint32, r.Count)
			for i := range f.Now {
				f.Now[i] = f.Reset
			}
		}
	}
	return &File{registers: registers}
}

// Answer is the answer of this cycle, to the request of the one before.
func (m *File) Answer() Answer { return m.answer }

// Interrupt reports whether a pending bit is 1 that is enabled.
func (m *File) Interrupt() bool {
	for _, r := range m.registers {
		for _, f := range r.Fields {
			if f.Enable != nil && f.Now[0]&f.Enable.Now[0] != 0 {
				return true
			}
		}
	}
	return false
}

// Step is one clock cycle, with the events that are in the fields.
func (m *File) Step(q Request) {
	m.answer = Answer{AnswerValid: q.ReqValid, AnswerError: q.ReqValid}
	for _, r := range m.registers {
		for i := range r.Count {
			here := q.ReqValid && int64(q.ReqAddress/4) == int64(r.Address/4+i)
			if here {
				m.answer.AnswerError = false
			}
			for _, f := range r.Fields {
				if here && !q.ReqWrite && f.Kind != Command {
					m.answer.AnswerData |= f.Now[i] << f.Low
				}
				f.step(i, here && !q.ReqWrite, f.bits(q, here))
			}
		}
	}
}

// writtenBits is the bits of a field that a request writes, and what it writes to them.
type writtenBits struct{ mask, data uint32 }

func (f *Field) bits(q Request, here bool) writtenBits {
	var w writtenBits
	if !here || !q.ReqWrite {
		return w
	}
	for bit := range f.Width {
		at := f.Low + bit
		if q.ReqStrobes>>(at/8)&1 == 1 {
			w.mask |= 1 << bit
			w.data |= q.ReqData >> at & 1 << bit
		}
	}
	return w
}

// step is one clock cycle of a field of register i, which is read or written.
func (f *Field) step(i int, read bool, w writtenBits) {
	now := &f.Now[i]
	switch f.Kind {
	case Setting:
		*now = *now&^w.mask | w.data
	case Command:
		*now = w.data
	case Pending:
		*now = *now&^w.data | f.Events[i]
	case Counter:
		if read {
			*now = 0
		}
		if f.Events[i] == 1 && *now < uint32(1<<f.Width-1) {
			*now++
		}
	}
}
