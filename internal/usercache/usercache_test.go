package usercache

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// builder makes the files "program" and "data", and counts.
type builder struct {
	cache Cache
	built int
}

func (b *builder) get(t *testing.T, key string) *Entry {
	t.Helper()
	e, err := b.cache.Get(key, func(work string) ([]string, error) {
		b.built++
		assert.NilError(t, os.WriteFile(filepath.Join(work, "program"), []byte("#!/bin/sh\necho "+key+"\n"), 0o777))
		assert.NilError(t, os.WriteFile(filepath.Join(work, "data"), []byte(key), 0o666))
		assert.NilError(t, os.WriteFile(filepath.Join(work, "left over"), nil, 0o666))
		return []string{"program", "data"}, nil
	})
	assert.NilError(t, err)
	text, err := os.ReadFile(filepath.Join(e.Dir, "data"))
	assert.NilError(t, err)
	assert.Equal(t, string(text), key)
	return e
}

func newBuilder() *builder { return &builder{cache: Cache{Name: "things", What: "things"}} }

func TestBase(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, c := range []struct{ variable, xdg, home, want string }{
		{"/somewhere", "/xdg", "/home", "/somewhere"},
		{"below/here", "/xdg", "/home", filepath.Join(dir, "below/here")},
		{"", "/xdg", "/home", "/xdg/culprit"},
		{"", "", "/home", "/home/.cache/culprit"},
		{"", "", "home", filepath.Join(dir, "home/.cache/culprit")},
	} {
		t.Setenv(Variable, c.variable)
		t.Setenv("XDG_CACHE_HOME", c.xdg)
		t.Setenv("HOME", c.home)
		base, err := Base()
		assert.NilError(t, err)
		assert.Equal(t, base, c.want)
	}
}

// TestDamage: an entry is made once; a damaged one is made anew, once.
func TestDamage(t *testing.T) {
	t.Setenv(Variable, t.TempDir())
	b := newBuilder()
	path := b.get(t, "key").Dir
	assert.Assert(t, b.get(t, "key").Hit)
	assert.Equal(t, b.built, 1)
	in := func(name string) string { return filepath.Join(path, name) }
	write := func(name, text string) func() error {
		return func() error { return os.WriteFile(in(name), []byte(text), 0o777) }
	}
	for name, damage := range map[string]func() error{
		"a file is gone":           func() error { return os.Remove(in("data")) },
		"the manifest is gone":     func() error { return os.Remove(in(manifestName)) },
		"the manifest is empty":    write(manifestName, ""),
		"the manifest is another":  write(manifestName, "nothing\n"),
		"the manifest is cut":      func() error { return os.Truncate(in(manifestName), 90) },
		"a file is cut":            func() error { return os.Truncate(in("data"), 2) },
		"a file is changed":        write("data", "kez"),
		"a program is no program":  func() error { return os.Chmod(in("program"), 0o666) },
		"a folder is in the place": func() error { return errors.Join(os.Remove(in("data")), os.Mkdir(in("data"), 0o777)) },
		"all is gone":              func() error { return os.RemoveAll(path) },
		"the files are gone":       func() error { return errors.Join(os.RemoveAll(path), os.Mkdir(path, 0o777)) },
		"a file is the entry":      func() error { return errors.Join(os.RemoveAll(path), os.WriteFile(path, nil, 0o666)) },
	} {
		e := b.get(t, "key")
		assert.Assert(t, !e.Damaged())
		assert.NilError(t, damage(), name)
		assert.Assert(t, e.Damaged(), name)
		b.built = 0
		e = b.get(t, "key")
		assert.Assert(t, !e.Hit, name)
		assert.NilError(t, e.Problem, name)
		assert.Assert(t, b.get(t, "key").Hit, name)
		assert.Equal(t, b.built, 1, name)
		left, err := os.ReadDir(b.cache.Dir())
		assert.NilError(t, err)
		assert.Equal(t, len(left), 1, "%s: %v", name, left)
	}
}

// TestErrors: what cannot be made is not kept, and leaves nothing.
func TestErrors(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv(Variable, t.TempDir())
	b := newBuilder()
	_, err := b.cache.Get("key", func(string) ([]string, error) { return nil, errors.New("no") })
	assert.Error(t, err, "no")
	_, err = os.Stat(b.cache.Dir())
	assert.Assert(t, os.IsNotExist(err))
	left, err := os.ReadDir(temp)
	assert.NilError(t, err)
	assert.Equal(t, len(left), 0)
	t.Setenv("TMPDIR", filepath.Join(temp, "none"))
	_, err = b.cache.Get("key", nil)
	assert.Error(t, err, "cannot write temporary files in "+filepath.Join(temp, "none")+
		": no such file or directory; name another folder with TMPDIR")
}

// TestNoPlace: without a place to keep it an entry is made for one use, and the problem names the
// folder and the way out.
func TestNoPlace(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("XDG_CACHE_HOME", "")
	file := filepath.Join(t.TempDir(), "file")
	assert.NilError(t, os.WriteFile(file, nil, 0o666))
	long := "/tmp/" + fmt.Sprintf("%0300d", 0)
	for _, c := range []struct{ variable, home, want string }{
		{file, "/home", "cannot keep things in " + file + "/things: not a directory; name another folder with CULPRIT_CACHE"},
		{long, "/home", "cannot keep things in " + long +
			"/things: file name too long; name another folder with CULPRIT_CACHE"},
		{"/proc/nothing", "/home",
			"cannot keep things in /proc/nothing/things: no such file or directory; name another folder with CULPRIT_CACHE"},
		{"", "", "no folder to keep things in: neither $XDG_CACHE_HOME nor $HOME are defined; name one with CULPRIT_CACHE"},
	} {
		t.Setenv(Variable, c.variable)
		t.Setenv("HOME", c.home)
		b := newBuilder()
		for range 2 {
			e := b.get(t, "key")
			assert.Error(t, e.Problem, c.want)
			assert.Assert(t, !e.Damaged())
			e.Release()
		}
		assert.Equal(t, b.built, 2)
		left, err := os.ReadDir(temp)
		assert.NilError(t, err)
		assert.Equal(t, len(left), 0)
	}
}

// TestManyAtOnce: several make one entry at the same time, some of them where a damaged one is.
func TestManyAtOnce(t *testing.T) {
	t.Setenv(Variable, t.TempDir())
	for _, damaged := range []bool{false, true} {
		if damaged {
			assert.NilError(t, os.Truncate(filepath.Join(newBuilder().get(t, "key").Dir, "data"), 0))
		}
		var all sync.WaitGroup
		for range 20 {
			all.Add(1)
			go func() {
				defer all.Done()
				b := newBuilder()
				e, err := b.cache.Get("key", func(work string) ([]string, error) {
					return []string{"data"}, os.WriteFile(filepath.Join(work, "data"), []byte("key"), 0o666)
				})
				if err != nil || e.Problem != nil {
					t.Error(err, e)
				}
			}()
		}
		all.Wait()
		left, err := os.ReadDir((&Cache{Name: "things"}).Dir())
		assert.NilError(t, err)
		assert.Equal(t, len(left), 1)
		assert.Assert(t, newBuilder().get(t, "key").Hit)
	}
}

// TestPrune: what is old goes; of the rest, what was not used for longest; what a killed process
// has left, after a day.
func TestPrune(t *testing.T) {
	t.Setenv(Variable, t.TempDir())
	b := newBuilder()
	b.cache.MaxBytes = 900
	age := func(path string, d time.Duration) {
		then := time.Now().Add(-d)
		assert.NilError(t, os.Chtimes(path, then, then))
	}
	var paths []string
	for i, name := range []string{"a", "b", "c"} {
		paths = append(paths, b.get(t, name).Dir)
		age(paths[i], time.Duration(10-i)*time.Hour)
	}
	for name, d := range map[string]time.Duration{"building-new": time.Hour, "building-old": 25 * time.Hour,
		"old": 31 * 24 * time.Hour} {
		path := filepath.Join(b.cache.Dir(), name)
		assert.NilError(t, os.Mkdir(path, 0o777))
		age(path, d)
	}
	b.get(t, "a") // used again
	b.get(t, "d")
	left := map[string]bool{}
	list, err := os.ReadDir(b.cache.Dir())
	assert.NilError(t, err)
	for _, e := range list {
		left[e.Name()] = true
	}
	assert.DeepEqual(t, left, map[string]bool{"a": true, "c": true, "d": true, "building-new": true})
}

// TestMemory: one makes a value, the others wait; the end of the maker's context is not the
// error of those.
func TestMemory(t *testing.T) {
	t.Parallel()
	var m Memory[int]
	var made atomic.Int32
	first, cancel := context.WithCancel(context.Background())
	begun := make(chan bool)
	var all sync.WaitGroup
	all.Add(1)
	go func() {
		defer all.Done()
		_, err := m.Get(first, "key", func() (int, error) {
			close(begun)
			<-first.Done()
			return 0, first.Err()
		})
		assert.Check(t, errors.Is(err, context.Canceled))
	}()
	<-begun
	for range 5 {
		all.Add(1)
		go func() {
			defer all.Done()
			n, err := m.Get(context.Background(), "key", func() (int, error) { return int(made.Add(1)), nil })
			assert.Check(t, err == nil && n == 1)
		}()
	}
	impatient, stop := context.WithTimeout(context.Background(), time.Millisecond)
	defer stop()
	_, err := m.Get(impatient, "key", nil)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	cancel()
	all.Wait()
	_, err = m.Get(context.Background(), "other", func() (int, error) { return 0, errors.New("no") })
	assert.Error(t, err, "no")
	n, err := m.Get(context.Background(), "other", func() (int, error) { return 3, nil })
	assert.NilError(t, err)
	assert.Equal(t, n, 3)
}
