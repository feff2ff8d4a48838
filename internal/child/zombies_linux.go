package child

import (
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// AdoptOrphans makes this process the parent of what a program has started and left, instead of the
// first process of the system: Wait asks for their status then, and no dead process stays in a
// container whose first process does not. It is for a main program to call.
func AdoptOrphans() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// reap asks for the status of those of a group that have ended, and whose parent this process is.
// Its first process has been waited for.
func reap(group int) {
	for {
		if pid, err := syscall.Wait4(-group, nil, syscall.WNOHANG, nil); pid <= 0 || err != nil {
			return
		}
	}
}

// onlyZombies reports whether all processes of a group have ended, and wait for their parent to ask
// for their status. That is the first process of the system, which in a container may never do so.
func onlyZombies(group int) bool {
	list, err := os.ReadDir("/proc")
	if err != nil {
		return false
	}
	for _, e := range list {
		if _, err := strconv.Atoi(e.Name()); err != nil {
			continue
		}
		text, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue // it has ended
		}
		// PID (NAME) STATE PARENT GROUP ..., where the name may have blanks and brackets.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(fields) > 2 && fields[2] == strconv.Itoa(group) && fields[0] != "Z" && fields[0] != "X" {
			return false
		}
	}
	return true
}
