package recn

import (
	"culprit/blocks/fabric"
	"culprit/rtlgen"
)

// Scheme is a fabric of RECN-IQ switches; with saqs=0 they are plain input-queued
// switches.
func Scheme() fabric.Scheme {
	return fabric.Scheme{
		Number: 0, Key: "recn-iq", Name: "RECN-IQ",
		Check: fabric.CheckSAQs,
		Link:  fabric.LinkWithSAQs,
		Switch: func(p fabric.Params) *rtlgen.Typed[fabric.SwitchPorts] {
			return fabric.As(p, Switch(Params{
				Ports: fabric.Ports, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, Xoff: p.Xoff, Xon: p.Xon, LinkLatency: p.LinkLatency, ReadyBit: p.ReadyBit,
			}))
		},
		Monitored: func(p fabric.Params) bool { return p.SAQs > 0 },
	}
}
