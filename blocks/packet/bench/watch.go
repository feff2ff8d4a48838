package bench

import packet "culprit.example/culprit/blocks/packet/golden"

// Watch reports the cover points that the switches have in common: "all outputs
// busy", "packets back to back", "empty and idle again" and, of switches with SAQs,
// "no SAQ left".
type Watch struct {
	Traffic *Traffic
	// Full and NoCredit are the cover points of an input without a free slot and of an
	// output without a credit; "" if there is none.
	Full, NoCredit string

	cycle   int
	lastEop []int // per output
	saqs    int   // in the cycle before
}

// Observe looks at the outputs of a cycle. saqs are the SAQs in use, lines what has to
// be free when the switch rests.
func (w *Watch) Observe(hit func(string), saqs, lines int, out ...packet.LinksOut) {
	w.cycle++
	busy, output := 0, 0
	for _, o := range out {
		for i, valid := range o.TxValid {
			if valid {
				busy++
			}
			if o.StatFree[i] == 0 && w.Full != "" {
				hit(w.Full)
			}
			if o.StatCredit[i] == 0 && w.NoCredit != "" {
				hit(w.NoCredit)
			}
			w.packets(output, o.Tx(i), hit)
			output++
		}
	}
	if busy >= len(w.Traffic.entries) {
		hit("all outputs busy")
	}
	if w.Traffic.Sent > 0 && lines == 0 && w.Traffic.Idle() {
		hit("empty and idle again")
	}
	if w.saqs > 0 && saqs == 0 {
		hit("no SAQ left")
	}
	w.saqs = saqs
}

func (w *Watch) packets(output int, tx packet.Beat, hit func(string)) {
	if output == len(w.lastEop) {
		w.lastEop = append(w.lastEop, -1)
	}
	if tx.Sop && w.lastEop[output] == w.cycle-1 {
		hit("packets back to back")
	}
	if tx.Eop {
		w.lastEop[output] = w.cycle
	}
}
