package lease

import (
	"fmt"
	"os"
	"strings"
	"sync"
)

// host names this machine, since it was started, and the space of numbers of processes: a container
// has one of its own.
var host = sync.OnceValue(func() string {
	name, _ := os.Hostname()
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	space, _ := os.Readlink("/proc/self/ns/pid")
	return strings.Join([]string{name, strings.TrimSpace(string(boot)), space}, " ")
})

// started is when a process did, in ticks since the system did; "" if there is no such process, or it
// has ended and nobody has asked for its status.
func started(pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	// The name of the program, in brackets, may have anything in it. Behind it are the state and, as the
	// twentieth, the time.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return ""
	}
	return fields[19]
}
