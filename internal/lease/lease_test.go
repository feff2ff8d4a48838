package lease

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// holdIn makes the test binary take a lease in that folder, say so, and wait for its end.
const holdIn = "CULPRIT_TEST_HOLD_IN"

func TestMain(m *testing.M) {
	if dir := os.Getenv(holdIn); dir != "" {
		l, err := (&Folder{Dir: dir, Beat: 10 * time.Millisecond, Patience: time.Second}).Take("work")
		fmt.Println(l != nil, err)
		select {}
	}
	os.Exit(m.Run())
}

func folder(t *testing.T) *Folder {
	t.Helper()
	return &Folder{Dir: filepath.Join(t.TempDir(), "leases"), Beat: 5 * time.Millisecond, Patience: time.Hour}
}

func take(t *testing.T, f *Folder) *Lease {
	t.Helper()
	l, err := f.Take("work")
	assert.NilError(t, err)
	return l
}

// gone checks that a folder of leases is not there any more.
func gone(t *testing.T, f *Folder) {
	t.Helper()
	_, err := os.Stat(f.Dir)
	assert.Assert(t, os.IsNotExist(err), "%v", err)
}

func TestOneHolds(t *testing.T) {
	t.Parallel()
	f, other := folder(t), folder(t)
	other.Dir = f.Dir
	l := take(t, f)
	assert.Assert(t, l != nil)
	assert.Assert(t, take(t, f) == nil, "not twice by one process")
	assert.Assert(t, take(t, other) == nil)
	l.Release()
	gone(t, f)
	l = take(t, other)
	assert.Assert(t, l != nil)
	l.Release()
	gone(t, f)
}

// TestSignsOfLife keep a lease, for a time that is many times that of patience.
func TestSignsOfLife(t *testing.T) {
	t.Parallel()
	f := folder(t)
	l := take(t, f)
	other := &Folder{Dir: f.Dir, Beat: time.Millisecond, Patience: 200 * time.Millisecond}
	for end := time.Now().Add(time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		assert.Assert(t, take(t, other) == nil)
	}
	l.Release()
}

// silent is a lease of another machine without a sign of life.
func silent(t *testing.T, f *Folder, text string) {
	t.Helper()
	assert.NilError(t, os.MkdirAll(filepath.Join(f.Dir, "work"), 0o777))
	assert.NilError(t, os.WriteFile(filepath.Join(f.Dir, "work", "1"), []byte(text), 0o666))
}

// TestSilentHolder is of another machine, or ended before it had written anything.
func TestSilentHolder(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"host":"elsewhere","pid":1,"started":"1","nonce":"a","beat":"0000000001"}`, ""} {
		f := folder(t)
		silent(t, f, text)
		f.Patience = 100 * time.Millisecond
		assert.Assert(t, take(t, f) == nil, "it has just been seen")
		time.Sleep(50 * time.Millisecond)
		assert.Assert(t, take(t, f) == nil)
		time.Sleep(100 * time.Millisecond)
		l := take(t, f)
		assert.Assert(t, l != nil)
		l.Release()
		gone(t, f)
	}
}

// TestStoppedHolder finds that another has its lease, and leaves that alone.
func TestStoppedHolder(t *testing.T) {
	t.Parallel()
	f := folder(t)
	l := take(t, f)
	second := filepath.Join(f.Dir, "work", "2")
	assert.NilError(t, os.WriteFile(second, nil, 0o666))
	select {
	case <-l.Lost():
	case <-time.After(time.Minute):
		t.Fatal("the lease is not lost")
	}
	l.Release()
	list, err := numbers(filepath.Dir(second))
	assert.NilError(t, err)
	assert.DeepEqual(t, list, []int{2})
}

// TestKilledHolder was a process of this machine: its lease is free at once.
func TestKilledHolder(t *testing.T) {
	t.Parallel()
	f := folder(t)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), holdIn+"="+f.Dir)
	out, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	assert.NilError(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	assert.NilError(t, err)
	assert.Equal(t, line, "true <nil>\n")
	assert.Assert(t, take(t, f) == nil, "the process runs")
	assert.NilError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	l := take(t, f)
	assert.Assert(t, l != nil)
	assert.Equal(t, l.number, 2)
	l.Release()
	gone(t, f)
}

// TestManyTake has many take an abandoned lease and those after it: never do two hold.
func TestManyTake(t *testing.T) {
	t.Parallel()
	f := folder(t)
	silent(t, f, fmt.Sprintf(`{"host":%q,"pid":1,"started":"never"}`, host()))
	var holding, taken atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			mine := &Folder{Dir: f.Dir, Beat: time.Hour, Patience: time.Hour}
			for range 200 {
				l, err := mine.Take("work")
				if err != nil {
					t.Error(err)
				}
				if l == nil {
					continue
				}
				taken.Add(1)
				if holding.Add(1) != 1 {
					t.Error("two hold the lease")
				}
				holding.Add(-1)
				l.Release()
			}
		}()
	}
	group.Wait()
	assert.Assert(t, taken.Load() > 0)
	gone(t, f)
}

// TestOthersInBetween: while a file is made others give an abandoned lease back and take it anew, or
// one that was free is taken over. Theirs stays.
func TestOthersInBetween(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ abandoned, theirs string }{{"1", "1"}, {"", "2"}} {
		f := folder(t)
		if c.abandoned != "" {
			silent(t, f, fmt.Sprintf(`{"host":%q,"pid":1,"started":"never"}`, host()))
		}
		dir := filepath.Join(f.Dir, "work")
		f.created = func() {
			assert.NilError(t, os.WriteFile(filepath.Join(dir, c.theirs), []byte("theirs"), 0o666))
		}
		assert.Assert(t, take(t, f) == nil)
		entries, err := os.ReadDir(dir)
		assert.NilError(t, err)
		assert.Equal(t, len(entries), 1)
		assert.Equal(t, entries[0].Name(), c.theirs)
	}
}

func TestFolderThatCannotBe(t *testing.T) {
	t.Parallel()
	f := folder(t)
	assert.NilError(t, os.WriteFile(f.Dir, nil, 0o666))
	_, err := f.Take("work")
	assert.Error(t, err, "cannot reserve work in "+f.Dir+": not a directory")
}
