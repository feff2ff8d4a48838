package golden

// UARTIn holds the inputs of the UART.
type UARTIn struct {
	Valid bool
	Data  uint8
}

// UARTOut holds its outputs.
type UARTOut struct {
	Ready, Tx bool
}

// UART is the model of uart_tx.
type UART struct {
	bitCycles int
	char      uint8
	age       int // cycles since char was taken; 0: there is none on the line
}

// NewUART makes one with an idle line.
func NewUART(bitCycles int) *UART { return &UART{bitCycles: bitCycles} }

// Shows is what its outputs are in this cycle.
func (m *UART) Shows() UARTOut {
	if m.age == 0 {
		return UARTOut{Ready: true, Tx: true}
	}
	switch bit := (m.age - 1) / m.bitCycles; bit {
	case 0:
		return UARTOut{}
	case 9:
		return UARTOut{Tx: true}
	default:
		return UARTOut{Tx: m.char>>(bit-1)&1 == 1}
	}
}

// Step is one clock cycle.
func (m *UART) Step(in UARTIn) UARTOut {
	out := m.Shows()
	switch {
	case out.Ready && in.Valid:
		m.char, m.age = in.Data, 1
	case m.age == 10*m.bitCycles:
		m.age = 0
	case m.age > 0:
		m.age++
	}
	return out
}
