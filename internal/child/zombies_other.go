//go:build unix && !linux

package child

func onlyZombies(int) bool { return false }
