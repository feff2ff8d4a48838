package cyclesim_test

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
)

// limit takes something away from this process: addresses beyond the given number of MiB, or executable memory.
func limit(how string) error {
	if how == "no executable memory" {
		return refuseExecutable()
	}
	n, err := strconv.ParseUint(how, 10, 64)
	if err != nil {
		return err
	}
	return unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: n << 20, Max: n << 20})
}

// refuseExecutable has the kernel refuse executable mappings, as SELinux, systemd and containers do.
func refuseExecutable() error {
	const permission = 0x7fff0000 // SECCOMP_RET_ALLOW; below it the error that is returned
	statement := func(code uint16, k uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: code, Jt: yes, Jf: no, K: k}
	}
	const number, protection = 0, 16 + 8*2 // in struct seccomp_data
	filter := []unix.SockFilter{
		statement(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, number, 0, 0),
		statement(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, unix.SYS_MPROTECT, 1, 0),
		statement(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, unix.SYS_MMAP, 0, 3),
		statement(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, protection, 0, 0),
		statement(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, unix.PROT_EXEC, 0, 1),
		statement(unix.BPF_RET|unix.BPF_K, 0x00050000|uint32(unix.EACCES), 0, 0),
		statement(unix.BPF_RET|unix.BPF_K, permission, 0, 0),
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	const modeFilter, allThreads = 1, 1
	if _, _, number := unix.Syscall(unix.SYS_SECCOMP, modeFilter, allThreads, uintptr(unsafe.Pointer(&program))); number !=
		0 {
		return number
	}
	return nil
}

// TestFewAddresses: where the process may have few addresses, as in batch queues, all engines run that run
// elsewhere; and where none are left, New returns an error, until simulators are dropped.
func TestFewAddresses(t *testing.T) {
	t.Parallel()
	for _, megabytes := range []int{2000, 4000, 9000} {
		t.Run(fmt.Sprint(megabytes), func(t *testing.T) {
			t.Parallel()
			lines := limitedProcess(t, fmt.Sprint(megabytes))
			assert.DeepEqual(t, lines[:2], []string{"default " + cyclesim.DefaultEngine(),
				fmt.Sprint("built in ", cyclesim.BuiltIn())})
			for i, engine := range []string{"", "reference", "compiled", "native"} {
				if engine == "native" && cyclesim.DefaultEngine() != engine {
					continue
				}
				assert.Equal(t, lines[2+i], fmt.Sprintf("engine %q: 8'h06", engine))
			}
			for _, line := range lines[6:] {
				assert.Assert(t, strings.HasPrefix(line, "held true: engine "+cyclesim.DefaultEngine()+": no memory for "), line)
			}
		})
	}
}

// TestNoExecutableMemory: where the system lets no code run that is made here, the default is the engine that
// runs all the same, and engine native says what to do.
func TestNoExecutableMemory(t *testing.T) {
	t.Parallel()
	lines := limitedProcess(t, "no executable memory")
	assert.DeepEqual(t, lines[:5], []string{"default compiled", "built in [compiled reference]",
		`engine "": 8'h06`, `engine "reference": 8'h06`, `engine "compiled": 8'h06`})
	want := `engine "native": engine native: the system does not let compiled code run: permission denied: use engine "compiled"`
	if cyclesim.DefaultEngine() != "native" {
		want = `engine "native": engine native: `
	}
	assert.Assert(t, strings.HasPrefix(lines[5], want), lines[5])
}
