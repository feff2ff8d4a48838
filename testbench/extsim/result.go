package extsim

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen/verilog"
)

// Result is what a run of a test bench has shown.
type Result struct {
	Mismatches   []Mismatch // all of one cycle, the first that differs
	Broken       []Broken   // in the order of their first failure
	Cached       bool       // the simulation was compiled earlier
	CacheProblem string     // why the compiled simulation was not kept, and the way out; "" if it was
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

// run starts the simulation of the given number of cycles, with lead more of them before cycle
// 0, and reads what it prints.
func (r *Result) run(cmd *child.Command, top string, lead, cycles int) error {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("cannot start the simulation: %w", err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("cannot start the simulation: %w", err)
	}
	p, readErr := r.read(out, lead)
	if readErr != nil {
		cmd.Kill() // it may wait for somebody to read the rest
	}
	runErr := cmd.Wait()
	switch {
	case readErr != nil:
		return fmt.Errorf("reading the output of the simulation of %s: %w", top, readErr)
	case p.verdict == "" || runErr != nil:
		return fmt.Errorf("the simulation of %s ended without a verdict (%v):\n%s", top, runErr, strings.Join(p.others, "\n")) //nolint:errorlint // it may be nil
	case len(r.Mismatches) > 0 && strings.HasPrefix(p.verdict, "FAIL "):
		return nil
	case len(r.Mismatches) == 0 && p.verdict == fmt.Sprintf("PASS %s: %d cycles", top, cycles):
		return nil
	}
	return fmt.Errorf("the simulation of %s ended after %d mismatches with: %s", top, len(r.Mismatches), p.verdict)
}

// printed is what a simulation prints besides mismatches and assertions.
type printed struct {
	verdict string
	others  []string // the first of the other lines
}

// maxOthers bounds printed.others.
const maxOthers = 30

// read collects what the simulation prints. A line that looks like a finding and
// cannot be understood is an error, so that no finding is lost.
func (r *Result) read(out io.Reader, lead int) (printed, error) {
	scan := bufio.NewScanner(out)
	scan.Buffer(make([]byte, 1<<16), 1<<24)
	broken := map[string]int{} // index into r.Broken
	var p printed
	for scan.Scan() {
		line := scan.Text()
		word, _, _ := strings.Cut(line, " ")
		switch word {
		case "MISMATCH":
			m := mismatchLine.FindStringSubmatch(line)
			if m == nil {
				return p, fmt.Errorf("cannot understand %q", line)
			}
			r.Mismatches = append(r.Mismatches, Mismatch{Cycle: number(m[1]), Port: m[2], Got: strings.ToLower(m[3])})
		case verilog.AssertMacro:
			m := assertLine.FindStringSubmatch(line)
			if m == nil {
				return p, fmt.Errorf("cannot understand %q", line)
			}
			r.assertion(broken, m[1], m[2], (number(m[3])-halfPeriod)/(2*halfPeriod)-lead)
		case "PASS", "FAIL":
			p.verdict = line
		default:
			if len(p.others) < maxOthers {
				p.others = append(p.others, line)
			}
		}
	}
	return p, scan.Err()
}

// assertion counts an assertion broken in a cycle. index is where each is in r.Broken.
func (r *Result) assertion(index map[string]int, path, name string, cycle int) {
	key := path + " " + name
	if i, ok := index[key]; ok {
		r.Broken[i].Count++
		return
	}
	if len(r.Broken) == maxBroken {
		return
	}
	index[key] = len(r.Broken)
	// The block is below the test bench, which Verilator puts below TOP.
	_, scope, _ := strings.Cut(path+".", "_dut.")
	r.Broken = append(r.Broken, Broken{Scope: verilog.NetlistPath(strings.TrimSuffix(scope, ".")), Name: name,
		Cycle: cycle, Count: 1})
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}
	return n
}
