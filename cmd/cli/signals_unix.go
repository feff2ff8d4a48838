//go:build unix

package cli

import (
	"os"
	"syscall"
)

// warnings are the signals that a batch system sends some time before it ends a job, as sbatch --signal asks for.
var warnings = []os.Signal{syscall.SIGUSR1, syscall.SIGUSR2}
