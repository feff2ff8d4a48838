//go:build !linux

package child

// AdoptOrphans does nothing here.
func AdoptOrphans() {}

func reap(int) {}

func onlyZombies(int) bool { return false }
