package space

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// kept is how many of the mappings that a process may have are left to the rest of it: the heap
// needs some when it grows, and the process ends if there are none.
const kept = 2048

// usual is how many mappings a process may have where the system does not say.
const usual = 65530

var mappings atomic.Int64

var mostMappings = sync.OnceValue(func() int64 {
	text, err := os.ReadFile("/proc/sys/vm/max_map_count")
	if err != nil {
		return usual
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return usual
	}
	return n
})

// WayOut says what to do where there is no memory left for a simulation.
const WayOut = `hold fewer simulations at a time, or smaller ones, or allow the process more (ulimit -v, sysctl vm.max_map_count)`

// errMappings says that there are too many.
var errMappings = fmt.Errorf("the process has as many mappings as it may: %w", syscall.ENOMEM)

// Take counts n mappings that are about to be made; the error says that there are too many, or that the
// process has no addresses left for its heap. What nothing refers to any more is collected first. Give takes
// them off again.
func Take(n int) error {
	return Retry(func() error {
		if mappings.Add(int64(n)) > mostMappings()-kept {
			mappings.Add(-int64(n))
			return errMappings
		}
		if err := spare(); err != nil {
			mappings.Add(-int64(n))
			return err
		}
		return nil
	})
}

// Give counts n mappings that are no more.
func Give(n int) { mappings.Add(-int64(n)) }

// Retry calls f, and once more if it has found no memory, as soon as what nothing refers to is unmapped.
func Retry(f func() error) error {
	err := f()
	if !errors.Is(err, syscall.ENOMEM) {
		return err
	}
	runtime.GC()
	before := mappings.Load()
	for range 10 { // what the collector has found is unmapped by another goroutine
		time.Sleep(time.Millisecond)
		if mappings.Load() < before {
			break
		}
	}
	return f()
}
