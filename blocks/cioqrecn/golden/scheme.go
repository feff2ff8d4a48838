package golden

import (
	fabric "culprit.example/culprit/blocks/fabric/golden"
	recn "culprit.example/culprit/blocks/recn/golden"
)

// Scheme is the models of a fabric of switches with RECN for combined input and
// output queues.
func Scheme() fabric.Scheme {
	return fabric.Scheme{Number: 3, SAQs: true, Switch: func(p fabric.Params) fabric.Element {
		return recn.InFabric(NewSwitch(Params{
			Ports: p.Ports, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, DetectOut: p.Detect, Xoff: p.Xoff, Xon: p.Xon,
			LinkLatency: p.LinkLatency, ErrorBits: fabric.ErrorBits,
		}), p.Ports)
	}}
}
