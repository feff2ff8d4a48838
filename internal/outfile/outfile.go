package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Replace writes a file by way of a temporary one beside it, which takes its name when
// write has succeeded; after an error the file is as it was. If path is a symbolic link,
// the file is what it points to, which need not be there. The rights of the file are
// those that the umask leaves to a new one. The error of a file operation is without a
// path (see Cause), since it may concern the temporary file; one of write is returned as
// it is.
func Replace(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("it is a folder, and a file is needed")
	}
	path, err := target(path)
	if err != nil {
		return err
	}
	f, err := temporary(path)
	if err != nil {
		return Cause(err)
	}
	defer os.Remove(f.Name()) // does nothing once the file has its name
	err = write(f)
	if closeErr := f.Close(); err == nil && closeErr != nil {
		err = Cause(closeErr)
	}
	if err != nil {
		return err
	}
	return Cause(os.Rename(f.Name(), path))
}

// ReplaceDurably is Replace for a file that other machines read, or that took long to make: its
// contents are on the disk before it has its name.
func ReplaceDurably(path string, write func(io.Writer) error) error {
	return Replace(path, func(w io.Writer) error {
		if err := write(w); err != nil {
			return err
		}
		f, ok := w.(*os.File)
		if !ok {
			panic("BUG: Replace does not write into a file")
		}
		return Cause(f.Sync())
	})
}

// maxLinks is how many links are followed, as by Linux.
const maxLinks = 40

// target follows symbolic links.
func target(path string) (string, error) {
	for range maxLinks {
		link, _ := os.Readlink(path)
		if link == "" { // it is none
			return path, nil
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		path = link
	}
	return "", errors.New("too many links, one after the other")
}

// temporary makes a hidden file beside path. That of os.CreateTemp would be its owner's
// alone, whatever the umask says.
func temporary(path string) (*os.File, error) {
	const attempts = 100
	dir, base := filepath.Split(path)
	for i := 0; ; i++ {
		f, err := os.OpenFile(fmt.Sprintf("%s.%s-%08x", dir, base, rand.Uint32()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) && i < attempts {
			continue
		}
		return f, err
	}
}

// Cause is the reason of a file error without the path in it, which may be that of a
// temporary file: messages name the file that was asked for. Other errors are returned
// as they are.
func Cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}

// MakeDir makes a folder and those above it, and returns what it made, innermost first,
// for RemoveMade. The error is without a path.
func MakeDir(dir string) (made []string, err error) {
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		info, err := os.Lstat(d)
		if err == nil {
			if _, err := os.Stat(d); err != nil && info.Mode()&fs.ModeSymlink != 0 {
				return nil, DanglingError(d)
			}
			break
		}
		if d == filepath.Dir(d) {
			break
		}
		made = append(made, d)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return made, Cause(err)
	}
	return made, nil
}

// RemoveMade removes folders that MakeDir made, after an error. One that somebody else
// has put a file into stays.
func RemoveMade(made []string) {
	for _, d := range made {
		_ = os.Remove(d)
	}
}

// DanglingError is the path of a symbolic link that leads nowhere.
type DanglingError string

func (e DanglingError) Error() string {
	target, err := os.Readlink(string(e))
	if err != nil {
		return string(e) + " is a broken link"
	}
	return fmt.Sprintf("%s is a link to %s, which leads nowhere", string(e), target)
}
