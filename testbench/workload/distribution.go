package workload

import "slices"

// Distribution is what many values, of several runs, are. Values that were not reached count as larger than
// all others.
type Distribution struct {
	bins    []uint64 // ascending bins and their counts in turn
	count   uint64
	missing uint64
	unit    float64
}

// Groups are the names of the groups of messages: "rest", to nodes whose link can carry what is
// asked of it, and "hot".
func Groups() []string { return groupNames[:] }

// Pool joins histograms of results. unit is what counts as 1.
func Pool(lists [][]uint64, missing uint64, unit float64) Distribution {
	all := histogram{}
	d := Distribution{missing: missing, unit: unit, count: missing}
	for _, list := range lists {
		for i := 0; i < len(list); i += 2 {
			all[int(list[i])] += list[i+1]
			d.count += list[i+1]
		}
	}
	d.bins = all.list()
	return d
}

// Count is the number of values, with those that were not reached.
func (d Distribution) Count() uint64 { return d.count }

// Missing is the number of values that were not reached.
func (d Distribution) Missing() uint64 { return d.missing }

// Percentile is the value that a share of all values, 0 to 1, does not exceed, to the width of a bin:
// 1/64 of it. Not ok: it was not reached, or there are too few values: 10 must lie above it.
func (d Distribution) Percentile(share float64) (x float64, ok bool) {
	const above = 10
	if float64(d.count)*(1-share) < above {
		return 0, false
	}
	want, sum := share*float64(d.count), 0.0
	for pair := range slices.Chunk(d.bins, 2) {
		if sum += float64(pair[1]); sum >= want {
			return float64(binValue(int(pair[0]))) / d.unit, true
		}
	}
	return 0, false
}

// Reached reports whether the share of the values was reached.
func (d Distribution) Reached(share float64) bool {
	return float64(d.count-d.missing) >= share*float64(d.count)
}

// Mean is the mean of the values that were reached, to the width of a bin; 0 without any.
func (d Distribution) Mean() float64 {
	sum, n := 0.0, 0.0
	for pair := range slices.Chunk(d.bins, 2) {
		sum, n = sum+float64(pair[1])*float64(binValue(int(pair[0])))/d.unit, n+float64(pair[1])
	}
	return sum / max(n, 1)
}
