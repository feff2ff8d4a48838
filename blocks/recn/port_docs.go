package recn

import "culprit/rtlgen"

// portDocs says what the ports of a switch are; every port has a lane per link,
// lane 0 lowest. rx is the receiving side of a link, tx the sending side.
var portDocs = []struct {
	name, text string
	saqs       bool // only with set-aside queues
}{
	{"rx_valid", "a beat arrives", false},
	{"rx_sop", "first beat: {turnpool, tptr, src, seq, tag}", false},
	{"rx_eop", "last beat", false},
	{"rx_data", "beat", false},
	{"rx_credit", "back to the sender: a slot is free again", false},
	{"rx_msg_valid", "back to the sender: message about a congestion point", true},
	{"rx_msg_xoff", "1: Xoff, 0: Xon", true},
	{"rx_msg_tp", "turns that lead to the point", true},
	{"rx_msg_mask", "significant bits of the turns", true},
	{"tx_valid", "a beat leaves", false},
	{"tx_sop", "first beat", false},
	{"tx_eop", "last beat", false},
	{"tx_data", "beat", false},
	{"tx_credit", "from the receiver: a slot is free again", false},
	{"tx_msg_valid", "from the receiver: message about a congestion point", true},
	{"tx_msg_xoff", "1: Xoff, 0: Xon", true},
	{"tx_msg_tp", "turns that lead to the point", true},
	{"tx_msg_mask", "significant bits of the turns", true},
	{"stat_free", "free slots of the input port", false},
	{"stat_credit", "credits of the output port", false},
	{"stat_saqs", "set-aside queues in use", true},
	{"stat_sent", "set-aside queues with an Xoff outstanding", true},
	{"stat_detect", "pulse: congestion detected, queue allocated", true},
	{"stat_no_free", "congestion detected, no queue free", true},
	{"stat_dropped", "pulse: notification dropped, no queue free", true},
	{"stat_lines", "CAM lines of the output port in use", true},
	{"stat_cam_full", "pulse: Xoff dropped, no line free", true},
}

func (p Params) describePorts(m *rtlgen.Module, prefix string) {
	for _, d := range portDocs {
		if !d.saqs || p.SAQs > 0 {
			m.Describe(prefix+d.name, d.text)
		}
	}
}
