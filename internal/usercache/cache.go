package usercache

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/outfile"
)

// Cache is a folder below Base with entries of one kind.
type Cache struct {
	Name string // of the folder
	What string // what is kept, in messages: "compiled simulations"
	// MaxBytes bounds the size of all entries; 0 is no bound.
	MaxBytes int64
}

// Entry is what Get returns: files in a folder, which is the caller's until Release.
type Entry struct {
	Dir string // absolute
	Hit bool   // it was made earlier
	// Problem says why the entry was not kept; nil if it was.
	Problem error

	release func()
}

// Release says that the entry is not used any more.
func (e *Entry) Release() {
	if e.release != nil {
		e.release()
	}
}

// Variable is the environment variable that moves the folder of the entry.
func (e *Entry) Variable() string {
	if e.Problem != nil {
		return child.TempVariable
	}
	return Variable
}

// Damaged reports whether the entry is no longer what was made: another process may
// have removed it.
func (e *Entry) Damaged() bool {
	if e.Problem != nil {
		return false
	}
	return check(e.Dir) != nil
}

// Get returns the entry of that key, made by build if it is not there or damaged. build gets an
// empty temporary folder, and returns the names of the files in it that the entry is to hold. The
// error is that of build, or of the temporary folder.
func (c *Cache) Get(key string, build func(work string) (files []string, err error)) (*Entry, error) {
	dir, problem := c.dir()
	if problem == nil {
		path := filepath.Join(dir, key)
		if check(path) == nil {
			now := time.Now()
			_ = os.Chtimes(path, now, now) // only the age suffers if this fails
			return &Entry{Dir: path, Hit: true}, nil
		}
	}
	work, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	remove := func() { os.RemoveAll(work) }
	files, err := build(work)
	if err != nil {
		remove()
		return nil, err
	}
	if problem == nil {
		path := filepath.Join(dir, key)
		if problem = c.keep(dir, path, work, files); problem == nil {
			remove()
			return &Entry{Dir: path}, nil
		}
	}
	return &Entry{Dir: work, Problem: problem, release: remove}, nil
}

// Dir is the folder of the cache; "" if the user has none.
func (c *Cache) Dir() string {
	dir, _ := c.dir()
	return dir
}

func (c *Cache) dir() (string, error) {
	base, err := Base()
	if err != nil {
		return "", fmt.Errorf("no folder to keep %s in: %w; name one with %s", c.What, err, Variable)
	}
	return filepath.Join(base, c.Name), nil
}

// keep makes an entry of the files in the folder work. Its error has the way out.
func (c *Cache) keep(dir, path, work string, files []string) error {
	if err := c.tryToKeep(dir, path, work, files); err != nil {
		return fmt.Errorf("cannot keep %s in %s: %w; name another folder with %s", c.What, dir, outfile.Cause(err), Variable)
	}
	c.prune(dir, filepath.Base(path))
	return nil
}

func (c *Cache) tryToKeep(dir, path, work string, files []string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	building, err := makeHidden(dir)
	if err != nil {
		return err
	}
	defer os.RemoveAll(building)
	if err := fill(building, work, files); err != nil {
		return err
	}
	err = os.Rename(building, path)
	if err == nil {
		return nil
	}
	// Somebody has made the same entry in the meantime, or there is a damaged one.
	if check(path) == nil {
		return nil
	}
	aside, err := makeHidden(dir)
	if err != nil {
		return err
	}
	defer os.RemoveAll(aside)
	if err := os.Rename(path, filepath.Join(aside, "damaged")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(building, path); err != nil && check(path) != nil {
		return err
	}
	return nil
}

// hidden begins the names of folders that are no entries.
const hidden = "building-"

// makeHidden makes a folder beside the entries, with the rights that the umask leaves: that of
// os.MkdirTemp would be its owner's alone.
func makeHidden(dir string) (string, error) {
	const attempts = 100
	for i := 0; ; i++ {
		path := filepath.Join(dir, fmt.Sprintf("%s%08x", hidden, rand.Uint32()))
		err := os.Mkdir(path, 0o777)
		if errors.Is(err, fs.ErrExist) && i < attempts {
			continue
		}
		return path, err
	}
}

// fill copies files from the folder work, and adds their manifest.
func fill(to, work string, files []string) error {
	var list manifest
	for _, name := range files {
		f, err := copied(filepath.Join(to, name), filepath.Join(work, name))
		if err != nil {
			return err
		}
		f.name = name
		list = append(list, f)
	}
	return os.WriteFile(filepath.Join(to, manifestName), list.text(), 0o666)
}

// copied copies a file with the rights that the umask leaves.
func copied(to, from string) (listed, error) {
	in, err := os.Open(from)
	if err != nil {
		return listed{}, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return listed{}, err
	}
	mode := os.FileMode(0o666)
	if executable(info) {
		mode = 0o777
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return listed{}, err
	}
	sum := newSum()
	size, err := io.Copy(io.MultiWriter(out, sum), in)
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	return listed{executable: executable(info), size: size, sum: sum.Sum(nil)}, err
}
