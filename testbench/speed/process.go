package speed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"culprit.example/culprit/internal/child"
)

// process is a simulation that waits to be told how many cycles to run.
type process struct {
	name   string
	cmd    *child.Command
	in     io.WriteCloser
	out    *bufio.Reader
	errors bytes.Buffer

	// prints: the design may print lines of its own between the answers.
	prints bool

	elaborated, built taken // until it was ready
	last              ran
}

// ran is the answer to a command.
type ran struct {
	cycle uint64
	taken
	peak                     int64
	delivered, digest, error uint64
}

// start starts the process and waits until it is ready; prints is whether the design may print something.
func start(name string, cmd *child.Command, prints bool) (*process, error) {
	p := &process{name: name, cmd: cmd, prints: prints}
	cmd.Stderr = &p.errors
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("cannot start %s: %w", name, err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("cannot start %s: %w", name, err)
	}
	p.in, p.out = in, bufio.NewReader(out)
	if err := cmd.Start(); err != nil {
		if errors.Is(err, fs.ErrPermission) {
			err = fmt.Errorf("%w: the folder for temporary files must let programs run, and not be mounted noexec: name another one with %s",
				err,
				child.TempVariable)
		}
		return nil, fmt.Errorf("cannot start %s: %w", name, err)
	}
	var us [4]int64
	if err := p.read(readyFormat, &us[0], &us[1], &us[2], &us[3], &p.last.peak); err != nil {
		return nil, p.fail(err)
	}
	p.elaborated, p.built = taken{micro(us[0]), micro(us[1])}, taken{micro(us[2]), micro(us[3])}
	return p, nil
}

func micro(n int64) time.Duration { return time.Duration(n) * time.Microsecond }

// run has the process run n cycles.
func (p *process) run(n int) (ran, error) {
	if _, err := fmt.Fprintf(p.in, runFormat, n); err != nil {
		return ran{}, p.fail(err)
	}
	var r ran
	var cpu, wall int64
	if err := p.read(ranFormat, &r.cycle, &cpu, &wall, &r.peak, &r.delivered, &r.digest, &r.error); err != nil {
		return ran{}, p.fail(err)
	}
	r.taken = taken{micro(cpu), micro(wall)}
	p.last = r
	return r, nil
}

// read reads a line of that format. What the design prints itself is skipped.
func (p *process) read(format string, into ...any) error {
	word, _, _ := strings.Cut(format, " ")
	line, at := "", -1
	for at < 0 {
		var err error
		if line, err = p.out.ReadString('\n'); err != nil {
			return err
		}
		if at = strings.Index(line, word+" "); !p.prints {
			at = 0
		}
	}
	if _, err := fmt.Sscanf(line[at:], format, into...); err != nil {
		return fmt.Errorf("cannot understand %q", strings.TrimSpace(line))
	}
	return nil
}

// fail ends the process and tells what it said.
func (p *process) fail(err error) error {
	p.cmd.Kill()
	p.end()
	if text := strings.TrimSpace(p.errors.String()); text != "" {
		return fmt.Errorf("%s has ended: %s", p.name, text)
	}
	return fmt.Errorf("%s has ended: %w", p.name, err)
}

// end lets the process end.
func (p *process) end() {
	p.in.Close()
	_ = p.cmd.Wait() // what went wrong was an answer missing
}
