package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
)

// runAsProgram makes the test binary behave as the program itself, so that tests
// see its exit status and its streams as a user does.
const runAsProgram = "RTLGEN_TEST_RUN_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(runAsProgram) != "" {
		os.Args[0] = "rtlgen"
		Main(library.Families()...)
	}
	os.Exit(m.Run())
}

// result is what a run of the program leaves.
type result struct {
	status         int
	stdout, stderr string
}

func command(dir string, env []string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), runAsProgram+"=1"), env...)
	return cmd
}

// rtlgen runs the program in a directory. The lines of progress are left out.
func rtlgen(t *testing.T, dir string, env []string, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := command(dir, env, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), progressLine.ReplaceAllString(stderr.String(), "")}
}

// held runs the program, which must find that all is well.
func held(t *testing.T, dir string, args ...string) string {
	t.Helper()
	r := rtlgen(t, dir, nil, args...)
	assert.Equal(t, r.status, statusHeld, "rtlgen %s:\n%s%s", strings.Join(args, " "), r.stdout, r.stderr)
	assert.Equal(t, r.stderr, "")
	return r.stdout
}
