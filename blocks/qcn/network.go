package qcn

import "culprit/rtlgen"

// Fabric joins leaves and spines: uplink u of leaf l leads to port l of spine u.
func Fabric(p FabricParams) *rtlgen.Typed[FabricPorts] {
	m, io := rtlgen.New[FabricPorts](p)
	leaf := rtlgen.UseArray(m, "leaf", p.Leaves, Leaf(p))
	spine := rtlgen.UseArray(m, "spine", p.Spines, Spine(p))
	number, path := make([]value, p.Leaves), make([]value, 0, p.Leaves*p.Ports)
	for l := range number {
		number[l] = m.Const(rtlgen.IndexBits(p.Leaves), l)
		for port := range p.Ports {
			path = append(path, m.Const(rtlgen.IndexBits(p.Spines), (l*p.Ports+port)%p.Spines))
		}
	}
	leaf.Number.Drive(rtlgen.LanesOf(number))
	leaf.Path.Drive(rtlgen.LanesOf(path))
	rtlgen.Connect(leaf.Rx, io.Rx)
	rtlgen.Connect(io.Tx, leaf.Tx)
	io.Ready.Drive(leaf.Ready)
	io.Drop.Drive(leaf.Drop)
	io.Lost.Drive(leaf.Lost)
	for l := range p.Leaves {
		at := rtlgen.Copy(*leaf, l)
		for s := range p.Spines {
			of := rtlgen.Copy(*spine, s)
			rtlgen.Connect(rtlgen.Lane(of.Up, l), rtlgen.Lane(at.Up, s))
			rtlgen.Connect(rtlgen.Lane(at.Down, s), rtlgen.Lane(of.Down, l))
			rtlgen.Connect(rtlgen.Lane(at.UpCredit, s), rtlgen.Lane(of.UpCredit, l))
			rtlgen.Connect(rtlgen.Lane(of.DownCredit, l), rtlgen.Lane(at.DownCredit, s))
		}
	}
	return m
}
