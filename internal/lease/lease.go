package lease

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"culprit.example/culprit/internal/outfile"
)

// The usual times of a Folder.
const (
	Beat     = 5 * time.Second
	Patience = time.Minute
)

// Folder has the leases of pieces of work. It may be used by several goroutines.
type Folder struct {
	Dir      string        // is made when the first lease is taken, and removed after the last one
	Beat     time.Duration // from one sign of life to the next
	Patience time.Duration // how long a holder may be without one

	mu   sync.Mutex
	seen map[string]sighting // of the leases that others hold, by name

	created func() // for tests: what others do when a file has been made and not yet checked
}

// sighting is what a lease of somebody else said, and since when.
type sighting struct {
	text  string
	since time.Time
}

// holder is the content of a file.
type holder struct {
	Host    string `json:"host"`    // and what tells its processes from those of another container
	PID     int    `json:"pid"`     //
	Started string `json:"started"` // when the process did, as the system counts
	Nonce   string `json:"nonce"`   // of one lease
	Beat    string `json:"beat"`    // in ten digits: all contents are of one length
}

// Lease is held until Release.
type Lease struct {
	dir    string
	number int
	file   *os.File
	holder holder
	beats  uint64
	lost   chan struct{} // closed when another has the lease
	stop   chan struct{} // closed by Release
	ended  sync.WaitGroup
}

// attempts is how often a folder is made that others remove.
const attempts = 100

// Take takes the lease of that name, a name of a folder. The result is nil if somebody else holds it.
func (f *Folder) Take(name string) (*Lease, error) {
	dir := filepath.Join(f.Dir, name)
	for i := 0; ; i++ {
		l, err := f.take(dir, name)
		if gone := errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist); gone && i < attempts {
			continue // its last holder has removed the folder
		}
		if err != nil {
			return nil, fmt.Errorf("cannot reserve %s in %s: %w", name, f.Dir, outfile.Cause(err))
		}
		return l, nil
	}
}

func (f *Folder) take(dir, name string) (*Lease, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	before, err := numbers(dir)
	if err != nil {
		return nil, err
	}
	number, text := 1, ""
	if len(before) > 0 {
		last := before[len(before)-1]
		if text = contents(dir, last); !f.abandoned(name, text) {
			return nil, nil
		}
		number = last + 1
	}
	l := &Lease{dir: dir, number: number, holder: holder{host(), os.Getpid(), started(os.Getpid()),
		fmt.Sprintf("%016x", rand.Uint64()), ""}, lost: make(chan struct{}), stop: make(chan struct{})}
	l.file, err = os.OpenFile(l.path(number), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, nil // somebody was faster
	}
	if err != nil {
		return nil, err
	}
	if err := l.beat(); err != nil {
		l.remove()
		return nil, err
	}
	if f.created != nil {
		f.created()
	}
	// What was abandoned may have been taken, held, given back and taken anew since it was looked at.
	after, err := numbers(dir)
	same := err == nil && slices.Equal(after, append(before, number))
	if same && number > 1 {
		same = contents(dir, number-1) == text
	}
	if !same {
		l.remove()
		return nil, err
	}
	f.forget(name)
	l.ended.Add(1)
	go l.keep(f.Beat, f.Patience)
	return l, nil
}

// abandoned reports whether a lease with that content has no holder any more.
func (f *Folder) abandoned(name, text string) bool {
	var h holder
	if json.Unmarshal([]byte(text), &h) == nil && h.Host == host() && started(h.PID) != h.Started {
		return true
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.seen == nil {
		f.seen = map[string]sighting{}
	}
	s, ok := f.seen[name]
	if !ok || s.text != text {
		f.seen[name] = sighting{text, time.Now()}
		return false
	}
	return time.Since(s.since) > f.Patience
}

func (f *Folder) forget(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.seen, name)
}

// numbers are those of the files of a lease, in order.
func numbers(dir string) (list []int, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list, err
}

func contents(dir string, number int) string {
	text, _ := os.ReadFile(filepath.Join(dir, strconv.Itoa(number)))
	return string(text)
}

func (l *Lease) path(number int) string { return filepath.Join(l.dir, strconv.Itoa(number)) }

// beat writes the next count into the file that the lease was taken with, whatever has its name now.
func (l *Lease) beat() error {
	l.holder.Beat = fmt.Sprintf("%010d", l.beats)
	l.beats++
	text, err := json.Marshal(l.holder)
	if err != nil {
		panic("BUG: a lease cannot be written as JSON: " + err.Error())
	}
	_, err = l.file.WriteAt(append(text, '\n'), 0)
	return err
}

// keep gives signs of life until the lease is released or lost.
func (l *Lease) keep(beat, patience time.Duration) {
	defer l.ended.Done()
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	alive := time.Now()
	for {
		select {
		case <-l.stop:
			return
		case <-ticker.C:
		}
		if l.beat() == nil {
			alive = time.Now()
		}
		if !l.holds() || time.Since(alive) > patience/2 {
			close(l.lost)
			return
		}
	}
}

// holds reports whether no file has a higher number, as far as can be seen.
func (l *Lease) holds() bool {
	list, err := numbers(l.dir)
	return err != nil && !errors.Is(err, fs.ErrNotExist) || len(list) > 0 && list[len(list)-1] == l.number
}

// Lost is closed when another holds the lease, or may: this process was stopped, or cut off from the
// folder, for too long.
func (l *Lease) Lost() <-chan struct{} { return l.lost }

// Release gives the lease back. It leaves nothing behind, also of those who held it before.
func (l *Lease) Release() {
	close(l.stop)
	l.ended.Wait()
	list, _ := numbers(l.dir)
	for _, n := range list {
		if n < l.number {
			os.Remove(l.path(n))
		}
	}
	l.remove()
}

// remove removes the file, and the folders if they are empty then.
func (l *Lease) remove() {
	l.file.Close()
	os.Remove(l.path(l.number))
	os.Remove(l.dir)
	os.Remove(filepath.Dir(l.dir))
}
