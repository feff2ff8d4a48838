package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// procedure is the version of the measuring itself: a change that makes results
// differ for the same point and netlist makes it one larger.
const procedure = 2

// Store keeps the results of points in a folder, each in a file of its own, so
// that an interrupted call loses only the points that were running. A file is
// complete or not there.
type Store struct {
	dir string // of the points
}

// stored is the content of a file.
type stored struct {
	Procedure int    `json:"procedure"`
	Netlist   string `json:"netlist"` // hash
	Point     Point  `json:"point"`
	Result    Result `json:"result"`
}

// OpenStore opens or makes the store in a folder and makes sure that it can be
// written to.
func OpenStore(dir string) (*Store, error) {
	s := &Store{filepath.Join(dir, "points")}
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return nil, fmt.Errorf("cannot make the folder %s: %w", s.dir, plain(err))
	}
	f, err := os.CreateTemp(s.dir, ".writable-*")
	if err != nil {
		return nil, fmt.Errorf("cannot write to the folder %s: %w", s.dir, plain(err))
	}
	f.Close()
	os.Remove(f.Name())
	return s, nil
}

// Get finds the result of a point on the netlist of that version. A file that
// cannot be read or belongs to another point counts as none. So does a result with
// errors: the mistake may have been in the simulator, which the version
// does not tell.
func (s *Store) Get(p Point, version string) (Result, bool) {
	data, err := os.ReadFile(filepath.Join(s.dir, p.fileName(version)))
	if err != nil {
		return Result{}, false
	}
	var have stored
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if d.Decode(&have) != nil || have.Procedure != procedure || have.Netlist != version || have.Point.id() != p.id() || have.Result.Errors(p) > 0 || len(have.Result.Violations) > 0 {
		return Result{}, false
	}
	return have.Result, true
}

// Put stores a result.
func (s *Store) Put(p Point, version string, r Result) error {
	text, err := json.MarshalIndent(stored{procedure, version, p, r}, "", "  ")
	if err != nil {
		panic("BUG: a result cannot be written as JSON: " + err.Error())
	}
	if err := s.write(p.fileName(version), append(text, '\n')); err != nil {
		return fmt.Errorf("cannot store the point %s in %s: %w", p, s.dir, plain(err))
	}
	return nil
}

// write puts a file in its place when it is complete.
func (s *Store) write(name string, data []byte) error {
	f, err := os.CreateTemp(s.dir, ".point-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // does nothing once the file has its name
	_, err = f.Write(data)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(s.dir, name))
}

// plain is a file error without the path, which messages name themselves and
// which may be that of a temporary file.
func plain(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &le):
		return le.Err
	}
	return err
}
