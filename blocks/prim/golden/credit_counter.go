package golden

// CreditCounterIn holds the inputs of credit_counter.
type CreditCounterIn struct {
	Take bool
	Give bool
}

// CreditCounterOut holds the outputs of credit_counter.
type CreditCounterOut struct {
	Count     int
	Available bool
	Excess    bool // the credit that is given was never taken
}

// CreditCounter is the model of credit_counter.
type CreditCounter struct {
	max, count int
}

// NewCreditCounter makes a counter that holds max credits.
func NewCreditCounter(max int) *CreditCounter { return &CreditCounter{max: max, count: max} }

// Count is the number of credits.
func (m *CreditCounter) Count() int { return m.count }

// Step is one clock cycle.
func (m *CreditCounter) Step(in CreditCounterIn) CreditCounterOut {
	out := CreditCounterOut{Count: m.count, Available: m.count > 0, Excess: in.Give && !in.Take && m.count == m.max}
	if in.Take {
		m.count--
	}
	if in.Give && !out.Excess {
		m.count++
	}
	must(m.count >= 0, "credit taken where there is none")
	return out
}
