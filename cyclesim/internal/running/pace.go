package running

import (
	"slices"
	"time"
)

// pace finds out which way to run takes the least time: now and then it times all of them. On
// several threads what is idle leaves little to share, and looking for groups that can rest means
// that all wait for one; both change with the traffic.
type pace struct {
	way    int // index of ways: the fastest one
	trial  int // blocks of the trial that are done; -1 if there is none
	cycles uint64
	took   time.Duration
	apart  uint64 // cycles between two trials
	best   [len(ways)]float64
}

// way is how a machine with a crew runs.
type way struct {
	alone bool
	// look is the distance, in cycles, in which the crew stops for a look at the groups.
	look uint64
}

var ways = [...]way{{look: lookDistance}, {look: 16 * lookDistance}, {alone: true}}

const (
	// A trial is trialBlocks times this number of cycles of each way; the fastest block counts. The first one is
	// enough if it takes hopeless times as long as another way.
	trialBlocks, blockCycles = 3, 4 * lookDistance
	hopeless                 = 1.5
	// Cycles between trials: the number doubles when the same way has been the fastest.
	leastApart, mostApart = 1 << 16, 1 << 18
	// worthwhile is what a way has to take less than a part of the time of the present one.
	worthwhile = 0.95
)

func newPace() pace { return pace{trial: -1, apart: leastApart} }

func (p *pace) now() *way {
	if p.trial >= 0 {
		return &ways[p.trial/trialBlocks]
	}
	return &ways[p.way]
}

// ran is called behind some cycles in that way.
func (p *pace) ran(cycles uint64, took time.Duration) {
	p.cycles, p.took = p.cycles+cycles, p.took+took
	if p.trial < 0 {
		if p.cycles >= p.apart {
			p.trial, p.cycles, p.took, p.best = 0, 0, 0, [len(ways)]float64{}
		}
		return
	}
	if p.cycles < blockCycles {
		return
	}
	way, t := p.trial/trialBlocks, float64(p.took)/float64(p.cycles)
	if best := &p.best[way]; *best == 0 || t < *best {
		*best = t
	}
	p.cycles, p.took = 0, 0
	p.trial++
	if slices.ContainsFunc(p.best[:way], func(other float64) bool { return t > hopeless*other }) {
		p.trial = trialBlocks * (way + 1)
	}
	if p.trial == trialBlocks*len(ways) {
		p.decide()
	}
}

// decide ends a trial.
func (p *pace) decide() {
	fastest, least := p.way, worthwhile*p.best[p.way]
	for i, t := range p.best {
		if i != p.way && t < least {
			fastest, least = i, t
		}
	}
	p.apart = min(2*p.apart, mostApart)
	if fastest != p.way {
		p.apart = leastApart
	}
	p.way, p.trial = fastest, -1
}
