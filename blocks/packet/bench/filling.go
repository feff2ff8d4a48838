package bench

// Filling reports how far the slots of a memory fill.
type Filling struct{ full bool }

// Observe takes the number of free slots of all.
func (f *Filling) Observe(free, all int, hit func(string)) {
	if free == 0 {
		hit("no slot left")
		f.full = true
	}
	if free == all && f.full {
		hit("all slots free again")
		f.full = false
	}
}
