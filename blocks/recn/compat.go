package recn

import (
	"culprit/blocks/packet"
	"culprit/rtlgen"
)

// LinkFields are the fields of a link between two RECN ports, for families that
// are not converted yet.
func LinkFields(p Params) rtlgen.Bundle {
	b := rtlgen.Bundle{}.Forward("valid", 1).Forward("sop", 1).Forward("eop", 1).Forward("data", packet.BeatBits).Backward("credit", 1)
	if p.SAQs > 0 {
		b = b.Backward("msg_valid", 1).Backward("msg_xoff", 1).Backward("msg_tp", packet.TurnBits).Backward("msg_mask", packet.TurnBits)
	}
	return b
}
