package golden

import "math/big"

// CheckIn are the inputs of link_check.
type CheckIn struct {
	FlitTxValid bool
	FlitTx      *big.Int
	LineRxValid bool
	LineRx      *big.Int
}

// CheckOut are its outputs.
type CheckOut struct {
	LineTxValid bool
	LineTx      *big.Int `valid:"LineTxValid"`
	FlitRxValid bool
	FlitRx      *big.Int `valid:"FlitRxValid"`
	Damaged     bool
}

// Check puts a CRC behind the flits of one direction and looks at that of the other one.
type Check struct {
	width  int
	shown  CheckOut // in this cycle
	coming CheckOut // in the next one
}

// NewCheck makes a stage for flits of that many bits, as it is after reset.
func NewCheck(width int) *Check { return &Check{width: width} }

// Registered are the outputs of this cycle.
func (c *Check) Registered() CheckOut { return c.shown }

// Step is one clock cycle.
func (c *Check) Step(in CheckIn) CheckOut {
	out := c.shown
	c.shown, c.coming = c.coming, CheckOut{}
	if in.FlitTxValid {
		c.coming.LineTxValid, c.coming.LineTx = true, c.Word(in.FlitTx)
	}
	if in.LineRxValid {
		flit := new(big.Int).And(in.LineRx, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(c.width)), big.NewInt(1)))
		if c.Word(flit).Cmp(in.LineRx) == 0 {
			c.coming.FlitRxValid, c.coming.FlitRx = true, flit
		} else {
			c.coming.Damaged = true
		}
	}
	return out
}

// Word is a flit with its CRC.
func (c *Check) Word(flit *big.Int) *big.Int {
	crc := new(big.Int).SetUint64(uint64(BitCRC(flit, c.width)))
	return crc.Or(crc.Lsh(crc, uint(c.width)), flit)
}
