package voq

import (
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// joinLinks brings the link pins to the ports, with what both switches show of them.
func joinLinks(m *rtlgen.Module, fields rtlgen.Bundle, n int, in, out *rtlgen.Instance) {
	recn.JoinLinks(m, fields, n, in, out)
	m.Output("stat_free", in.Out("stat_free"))
	m.Output("stat_credit", out.Out("stat_credit"))
	for _, d := range portDocs {
		if fieldOf(d.name, fields) {
			m.Describe(d.name, d.text)
		}
	}
}

// portDocs says what the ports of a switch are; every port has a lane per link,
// lane 0 lowest. rx is the receiving side of a link, tx the sending side.
var portDocs = []struct{ name, text string }{
	{"rx_valid", "a beat arrives"},
	{"rx_sop", "first beat: {turnpool, tptr, src, seq, tag}"},
	{"rx_eop", "last beat"},
	{"rx_data", "beat"},
	{"rx_credit", "back to the sender: a slot is free again"},
	{"rx_credit_dst", "the queue whose slot it is"},
	{"tx_valid", "a beat leaves"},
	{"tx_sop", "first beat"},
	{"tx_eop", "last beat"},
	{"tx_data", "beat"},
	{"tx_credit", "from the receiver: a slot is free again"},
	{"tx_credit_dst", "the queue whose slot it is"},
	{"stat_free", "free slots of the input port"},
	{"stat_credit", "credits of the output port"},
}

// fieldOf tells whether a port of portDocs is there on links with these fields.
func fieldOf(port string, fields rtlgen.Bundle) bool {
	if port == "stat_free" || port == "stat_credit" {
		return true
	}
	for _, f := range fields.Fields() {
		if port == "rx_"+f.Name || port == "tx_"+f.Name {
			return true
		}
	}
	return false
}
