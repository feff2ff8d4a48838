package kit

// Reached tells for each cover point whether a cycle has reached it.
type Reached map[string]bool

// Report calls hit for those that were reached.
func (r Reached) Report(hit func(coverPoint string)) {
	for name, reached := range r {
		if reached {
			hit(name)
		}
	}
}
