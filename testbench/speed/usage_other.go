//go:build !unix

package speed

import (
	"errors"
	"os"
	"time"
)

func supported() error {
	return errors.New("cannot measure on this system: processor time and memory of processes are read in the Unix way")
}

func cpuTime() time.Duration { return 0 }

func peakMemory() int64 { return 0 }

func peakMemoryOf(*os.ProcessState) int64 { return 0 }
