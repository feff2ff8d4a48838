//go:build !unix

package child

import "os/exec"

func ownGroup(*exec.Cmd) {}

// askGroup ends the program: this system has no way to ask.
func askGroup(cmd *exec.Cmd) { killGroup(cmd) }

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func groupGone(cmd *exec.Cmd) bool { return cmd.ProcessState != nil }
