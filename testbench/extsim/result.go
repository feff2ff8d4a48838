package extsim

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// Result is what a run of a test bench has shown.
type Result struct {
	Mismatches   []Mismatch // all of one cycle, the first that differs
	Broken       []Broken   // in the order of their first failure
	Cached       bool       // the simulation was compiled earlier
	BuildSeconds float64
	Seconds      float64
}

// Mismatch is an output that differs. Got is hexadecimal, with x for unknown.
type Mismatch struct {
	Cycle int
	Port  string
	Got   string
}

// Broken is an assertion that failed.
type Broken struct {
	Scope string // instance in the block, "" for the block itself
	Name  string
	Cycle int // of the first failure
	Count uint64
}

// maxBroken bounds Result.Broken.
const maxBroken = 100

var (
	mismatchLine = regexp.MustCompile(`^MISMATCH cycle (\d+) port (\w+) expected \S+ got (\S+) known \S+$`)
	assertLine   = regexp.MustCompile(`^RTLGEN_ASSERT (\S+) (\w+) .* time\s+(\d+)`)
)

// run starts the simulation and reads what it prints.
func (r *Result) run(cmd *exec.Cmd, top string) error {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("cannot start the simulation: %w", err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("cannot start the simulation: %w", err)
	}
	verdict, rest, readErr := r.read(out, top)
	runErr := cmd.Wait()
	switch {
	case readErr != nil:
		return fmt.Errorf("reading the simulation's output: %w", readErr)
	case verdict == "" || runErr != nil:
		return fmt.Errorf("the simulation of %s ended without a verdict (%v):\n%s", top, runErr, rest)
	case strings.HasPrefix(verdict, "FAIL") && len(r.Mismatches) == 0:
		return errors.New(verdict)
	}
	return nil
}

// read collects the mismatches and assertions, the verdict, and the last of the
// other lines.
func (r *Result) read(out io.Reader, top string) (verdict, rest string, err error) {
	scan := bufio.NewScanner(out)
	scan.Buffer(make([]byte, 1<<16), 1<<24)
	broken := map[string]int{} // index into r.Broken
	var others []string
	for scan.Scan() {
		line := scan.Text()
		if m := mismatchLine.FindStringSubmatch(line); m != nil {
			r.Mismatches = append(r.Mismatches, Mismatch{Cycle: number(m[1]), Port: m[2], Got: strings.ToLower(m[3])})
		} else if m := assertLine.FindStringSubmatch(line); m != nil {
			r.assertion(broken, m, top)
		} else if strings.HasPrefix(line, "PASS "+top) || strings.HasPrefix(line, "FAIL "+top) {
			verdict = line
		} else if len(others) < 30 {
			others = append(others, line)
		}
	}
	return verdict, strings.Join(others, "\n"), scan.Err()
}

// assertion counts a broken assertion.
func (r *Result) assertion(index map[string]int, m []string, top string) {
	key := m[1] + " " + m[2]
	if i, ok := index[key]; ok {
		r.Broken[i].Count++
		return
	}
	if len(r.Broken) == maxBroken {
		return
	}
	index[key] = len(r.Broken)
	// The instance is below the test bench, which Verilator puts below TOP.
	_, scope, _ := strings.Cut(m[1]+".", "_dut.")
	cycle := (number(m[3])-halfPeriod)/(2*halfPeriod) - resetCycles
	r.Broken = append(r.Broken, Broken{Scope: strings.TrimSuffix(scope, "."), Name: m[2], Cycle: cycle, Count: 1})
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}
	return n
}
