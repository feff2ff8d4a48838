package cyclesim

import (
	"fmt"

	"culprit.example/culprit/internal/caller"
)

func (s *simulator) Err() error { return s.mistake }

// wrong keeps the first wrong call, with the line that made it.
func (s *simulator) wrong(format string, args ...any) {
	if s.mistake == nil {
		s.mistake = caller.Errorf(format, args...)
	}
}

func (s *simulator) SetInput(port int, words []uint64) {
	if uint(port) >= uint(s.inputs) {
		s.wrong("SetInput(%d, ...): design %s has %s", port, s.design.Top.Name, indices(s.inputs, "input"))
		return
	}
	s.machine.SetInput(port, words)
}

func (s *simulator) Output(port int, dst []uint64) {
	if uint(port) >= uint(s.outputs) {
		s.wrong("Output(%d, ...): design %s has %s", port, s.design.Top.Name, indices(s.outputs, "output"))
		clear(dst)
		return
	}
	s.machine.Output(port, dst)
}

// indices says which indices there are.
func indices(n int, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "one " + what + ", number 0"
	}
	return fmt.Sprintf("the %ss 0 to %d", what, n-1)
}
