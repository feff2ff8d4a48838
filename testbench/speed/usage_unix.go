//go:build unix

package speed

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// supported tells why this system cannot measure, nil if it can.
func supported() error { return nil }

// cpuTime is the processor time of this process, user and system. A simulation
// asks nothing of the system, so for a run it is the user time, without the
// system's guess at how to split it.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("BUG: the system does not tell the processor time: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peakMemory is the largest memory that this process has had, in bytes.
func peakMemory() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("BUG: the system does not tell the memory: " + err.Error())
	}
	return u.Maxrss * rssUnit()
}

// peakMemoryOf is that of the largest of an ended process and those that it has
// started.
func peakMemoryOf(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss * rssUnit()
	}
	return 0
}

func rssUnit() int64 {
	if runtime.GOOS == "darwin" {
		return 1
	}
	return 1024
}
