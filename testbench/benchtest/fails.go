package benchtest

import (
	"fmt"
	"runtime"
	"testing"

	"culprit.example/culprit/rtlgen/ir"
)

// Fails runs a test on a design with a mistake, and fails if the test passes, or if the
// design has no place for the mistake. What the test says is logged.
func Fails(t *testing.T, mistake func(*ir.Design) error, test func(testing.TB, func(*ir.Design) error)) {
	t.Helper()
	var misfit error
	made := false
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		test(r, func(d *ir.Design) error {
			made = true
			misfit = mistake(d)
			return misfit
		})
	}()
	<-done
	switch {
	case misfit != nil:
		t.Errorf("the mistake cannot be made: %v", misfit)
	case !made:
		t.Errorf("the test did not make the mistake")
	case !r.failed:
		t.Errorf("the test does not notice the mistake")
	}
}

// recorder keeps that a test fails from the test that runs it.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) note(what string) {
	r.TB.Helper()
	r.TB.Logf("noticed: %s", what)
	r.failed = true
}

func (r *recorder) Fail()        { r.failed = true }
func (r *recorder) Failed() bool { return r.failed }

func (r *recorder) FailNow() {
	r.failed = true
	runtime.Goexit()
}

func (r *recorder) Error(args ...any) {
	r.TB.Helper()
	r.note(fmt.Sprint(args...))
}

func (r *recorder) Errorf(format string, args ...any) {
	r.TB.Helper()
	r.note(fmt.Sprintf(format, args...))
}

func (r *recorder) Fatal(args ...any) {
	r.TB.Helper()
	r.note(fmt.Sprint(args...))
	runtime.Goexit()
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.TB.Helper()
	r.note(fmt.Sprintf(format, args...))
	runtime.Goexit()
}
