//go:build unix

package child

import (
	"errors"
	"os/exec"
	"syscall"
)

// ownGroup has the program start in a process group of its own, which all that it starts belongs to.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// askGroup asks all processes of the group to end.
func askGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

// killGroup ends all processes of the group.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// groupGone reports whether no process of the group is left.
func groupGone(cmd *exec.Cmd) bool {
	if !errors.Is(syscall.Kill(-cmd.Process.Pid, 0), syscall.ESRCH) && !onlyZombies(cmd.Process.Pid) {
		return false
	}
	reap(cmd.Process.Pid)
	return true
}
