package child

import (
	"os"
	"strconv"
	"strings"
)

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
