package adaptive

import "culprit.example/culprit/rtlgen"

// Table is the routing table: a list of ports for each host, the default first
// (AR III).
//
// A list is read from a RAM and stands in its output register in the next cycle. A
// list that was never written is empty.
func Table(p TableParams) *rtlgen.Typed[TablePorts] {
	m, io := rtlgen.New[TablePorts](p)
	if m.Refused() {
		return m
	}
	written := m.Reg("written_q", p.Hosts, 0, "hosts whose list was written")
	m.If(io.Write.Valid, func() { written.SetBit(io.Write.Host, 1) })

	lists := m.Memory("lists", p.Hosts, p.List*(1+p.pw()), rtlgen.ReadUndefined,
		"list {valid, port} of a host, by host")
	lists.Write(io.Write.Valid, io.Write.Host, rtlgen.Cat(io.Write.List.Valid, io.Write.List.Port))
	list := lists.ReadSync("list_q", io.Read.Valid, io.Read.Host)
	shown := m.Reg("shown_q", 1, 0, "the list that is shown was written")
	m.If(io.Read.Valid, func() { shown.Set(written.Bit(io.Read.Host)) })
	io.List.Valid.Drive(rtlgen.Mux(shown, list.High(p.List), 0))
	io.List.Port.Drive(list.Low(p.List * p.pw()))
	io.Missing.Drive(m.Next("asked_q", io.Read.Valid, 0).AndNot(shown))

	m.Assume("no_collision", io.Write.Valid.And(io.Read.Valid).Implies(io.Write.Host.Ne(io.Read.Host)),
		"no list is read while it is written")
	assumeBelow(m.Module, "write_host_exists", io.Write.Valid, io.Write.Host, p.Hosts)
	assumeBelow(m.Module, "read_host_exists", io.Read.Valid, io.Read.Host, p.Hosts)
	return m
}

// assumeBelow assumes of an index that it is below n where it counts.
func assumeBelow(m *rtlgen.Module, name string, valid, index rtlgen.Signal, n int) {
	if i := rtlgen.ValueOf(index); n < 1<<i.Width() {
		m.Assume(name, rtlgen.ValueOf(valid).Implies(i.Lt(n)))
	}
}
