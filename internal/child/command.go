package child

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"culprit.example/culprit/internal/outfile"
)

// Command is an external program that is to be started, once. The fields are set before that.
type Command struct {
	// Dir is the working folder; "" is a new one, which is removed when the program has ended.
	Dir string
	// Env is the whole environment, as NAME=value; nil is the one that package child chooses, with
	// a folder for temporary files that is removed when the program has ended.
	Env []string
	// TempInDir has the program keep its temporary files in Dir, by a relative name: for one that
	// cannot use the path of every folder. It must not change its working folder.
	TempInDir bool
	// TempName is a pattern for the name of the folder for temporary files, as of os.MkdirTemp; ""
	// is the usual one. A user who looks for what works in TMPDIR finds a compiler by it.
	TempName string

	Stdin          io.Reader // nil is empty
	Stdout, Stderr io.Writer // nil is dropped

	ctx     context.Context
	cmd     *exec.Cmd
	temp    string        // the folder that is removed
	asked   time.Time     // when the group was asked to end
	ended   chan struct{} // closed when the program itself has ended
	killing sync.WaitGroup
}

const (
	// grace is how long a group of processes has between SIGTERM and SIGKILL.
	grace = 800 * time.Millisecond
	// holding is how long output is read that somebody holds after the program has ended.
	holding = 3 * time.Second
	// afterKill is how long one is waited for after SIGKILL.
	afterKill = 100 * time.Millisecond
)

// New is a program with its arguments, which ends when ctx ends. A path without a folder is
// looked for in PATH, as by LookPath.
func New(ctx context.Context, path string, args ...string) *Command {
	c := &Command{ctx: ctx, cmd: exec.CommandContext(ctx, path, args...), ended: make(chan struct{})}
	ownGroup(c.cmd)
	c.cmd.Cancel = func() error { c.end(); return nil }
	c.cmd.WaitDelay = holding // for pipes that somebody outside of the group holds
	return c
}

// LookPath is the absolute path of a program: of its name in PATH, or of a path to it. The error
// does not have the name in it.
func LookPath(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err == nil {
		return filepath.Abs(path)
	}
	if wrapped := (*exec.Error)(nil); errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return "", outfile.Cause(err)
}

// Start starts the program. Wait must be called unless it fails.
func (c *Command) Start() error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if err := c.prepare(); err != nil {
		return err
	}
	if err := c.cmd.Start(); err != nil {
		c.cleanUp()
		return c.withoutPath(err)
	}
	return nil
}

// prepare makes the folders that the program needs, and its environment.
func (c *Command) prepare() error {
	needsTemp := c.Env == nil && !c.TempInDir
	if c.Dir == "" || needsTemp {
		temp, err := makeTemp(cmp.Or(c.TempName, tempName))
		if err != nil {
			return err
		}
		c.temp = temp
	}
	c.cmd.Dir = c.Dir
	if c.Dir == "" {
		c.cmd.Dir = c.temp
	}
	c.cmd.Env = c.Env
	if c.Env == nil {
		temp := c.temp
		if c.TempInDir {
			temp = "."
		}
		c.cmd.Env = environment(temp)
		if dir, err := filepath.Abs(c.cmd.Dir); err == nil {
			c.cmd.Env = append(c.cmd.Env, "PWD="+dir)
		}
	}
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = c.Stdin, c.Stdout, c.Stderr
	return nil
}

// withoutPath is the reason of an error without the path of the program, which callers name.
func (c *Command) withoutPath(err error) error {
	if reason := (*os.PathError)(nil); errors.As(err, &reason) && reason.Path == c.cmd.Path {
		return reason.Err
	}
	return err
}

func (c *Command) cleanUp() {
	if c.temp != "" {
		os.RemoveAll(c.temp)
	}
}

// end ends the group: it is asked to, and after a while made to. It returns at once.
func (c *Command) end() {
	c.asked = time.Now()
	askGroup(c.cmd)
	c.killing.Add(1)
	go func() {
		defer c.killing.Done()
		select {
		case <-c.ended:
		case <-time.After(grace):
			killGroup(c.cmd)
		}
	}()
}

// Wait waits until the program has ended. If its context has ended, or it leaves a process that
// holds its output, Wait ends all that the program has started. The error is that of the context
// then, and otherwise has the exit status of a program that fails.
func (c *Command) Wait() error {
	err := c.cmd.Wait()
	close(c.ended)
	c.killing.Wait()
	if c.ctx.Err() != nil || errors.Is(err, exec.ErrWaitDelay) {
		c.sweep()
	}
	c.cleanUp()
	if err != nil && c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	return err
}

// sweep ends what is left of the group.
func (c *Command) sweep() {
	if c.asked.IsZero() {
		c.asked = time.Now()
		askGroup(c.cmd)
	}
	if !c.await(c.asked.Add(grace)) {
		killGroup(c.cmd)
		c.await(time.Now().Add(afterKill))
	}
}

// await waits for the group to end, and reports whether it has.
func (c *Command) await(deadline time.Time) bool {
	for ; !groupGone(c.cmd); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

// Kill ends the program and all that it has started. Wait must still be called.
func (c *Command) Kill() { killGroup(c.cmd) }

// StdoutPipe is where the program's output can be read from Start on, until Wait is called.
func (c *Command) StdoutPipe() (io.Reader, error) {
	pipe, err := c.cmd.StdoutPipe()
	c.Stdout = c.cmd.Stdout
	return pipe, err
}

// StdinPipe is where the program's input is written; closing it ends the input.
func (c *Command) StdinPipe() (io.WriteCloser, error) {
	pipe, err := c.cmd.StdinPipe()
	c.Stdin = c.cmd.Stdin
	return pipe, err
}

// State is what the system says of the program after Wait; nil if it was not started.
func (c *Command) State() *os.ProcessState { return c.cmd.ProcessState }

// Run starts the program and waits for it.
func (c *Command) Run() error {
	if err := c.Start(); err != nil {
		return err
	}
	return c.Wait()
}

// Said runs the program and returns all that it says, on both outputs.
func (c *Command) Said() ([]byte, error) {
	var b bytes.Buffer
	c.Stdout, c.Stderr = &b, &b
	err := c.Run()
	return b.Bytes(), err
}

// String is the program with its arguments, for messages of tests.
func (c *Command) String() string { return fmt.Sprint(c.cmd) }
