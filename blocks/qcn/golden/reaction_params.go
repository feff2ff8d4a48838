package golden

// ReactionParams are the parameters of an adapter and its parts.
type ReactionParams struct {
	Flows, Limiters, Prios, Queue, PerDest, Gap, WholeBeats, SaysPause int

	ReactionTime, ByteCounter, Timer, RAI, RHAI, MinRate, EFR, TRR, PerGT, StartQOff int
}

// Wire is what a frame takes of the link, in 1/64 of a cycle.
func (p ReactionParams) Wire(length int) int {
	if p.WholeBeats == 1 {
		return (length + 63) / 64 * 64
	}
	return length + p.Gap
}

// lineRate is the line rate in the unit of all rates.
const lineRate = 1 << 20
