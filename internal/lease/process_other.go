//go:build !linux

package lease

import "os"

// host names this machine.
func host() string {
	name, _ := os.Hostname()
	return name
}

// started tells processes of one number apart. Here nothing is known of processes, so that none is
// known to have ended: leases are taken over after the time that Folder has for it.
func started(int) string { return "" }
