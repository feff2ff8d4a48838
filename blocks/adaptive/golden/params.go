package golden

import qcn "culprit.example/culprit/blocks/qcn/golden"

// Params are the parameters of a switch and its units.
type Params struct {
	Hosts, Ports, List, CountBits, SumBits, Timer, Slots, CNs int
}

// Stored is a frame or notification as the switch keeps it.
type Stored struct {
	Word  qcn.Word
	Beats int // less one
}
