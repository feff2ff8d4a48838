package cioqrecn

import (
	"fmt"

	"culprit/blocks/fabric"
	"culprit/rtlgen"
)

// Scheme is a fabric of switches with RECN for combined input and output queues.
func Scheme() fabric.Scheme {
	return fabric.Scheme{
		Number: 3, Key: "recn-cioq", Name: "RECN-CIOQ",
		Check: func(p fabric.Params) error {
			if p.SAQs == 0 {
				return fmt.Errorf("scheme=%d (RECN-CIOQ) needs set-aside queues: give at least saqs=1", p.Scheme)
			}
			return fabric.CheckSAQs(p)
		},
		Link: fabric.LinkWithSAQs,
		Switch: func(p fabric.Params) *rtlgen.Typed[fabric.SwitchPorts] {
			return fabric.As(p, Switch(Params{
				Ports: fabric.Ports, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, DetectOut: p.Detect, Xoff: p.Xoff, Xon: p.Xon, LinkLatency: p.LinkLatency,
			}))
		},
		Monitored: func(fabric.Params) bool { return true },
	}
}
