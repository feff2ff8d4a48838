package kit

// Reached says of corners whether a cycle has reached them.
type Reached map[string]bool

// Report calls hit with those that it has.
func (r Reached) Report(hit func(corner string)) {
	for name, reached := range r {
		if reached {
			hit(name)
		}
	}
}
