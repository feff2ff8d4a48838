package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"culprit.example/culprit/internal/lease"
	"culprit.example/culprit/internal/outfile"
)

// procedure is the version of the measuring itself: a change that makes results
// differ for the same point and netlist makes it one larger.
const procedure = 3

// Store keeps the results of points in a folder, each in a file of its own, so
// that an interrupted call loses only the points that were running. A file is
// complete or not there. Several processes, also on several machines, may work on one
// folder: who measures a point reserves it.
type Store struct {
	dir    string   // of the points
	made   []string // folders that OpenStore made
	leases *lease.Folder
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
	s := &Store{dir: filepath.Join(dir, "points")}
	var err error
	if s.made, err = outfile.MakeDir(s.dir); err != nil {
		s.Close()
		return nil, fmt.Errorf("cannot make the folder %s: %w", s.dir, err)
	}
	f, err := os.CreateTemp(s.dir, ".writable-*")
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("cannot write to the folder %s: %w", s.dir, outfile.Cause(err))
	}
	f.Close()
	os.Remove(f.Name())
	s.leases = &lease.Folder{Dir: filepath.Join(s.dir, ".running"), Beat: lease.Beat, Patience: lease.Patience}
	return s, nil
}

// Close removes the folders that OpenStore made if nothing was put into them.
func (s *Store) Close() { outfile.RemoveMade(s.made) }

// Get finds the result of a point on the netlist of that version. A file that
// cannot be read or belongs to another point counts as none. So does a result with
// errors, unless a mutant made them: the mistake may have been in the simulator,
// which the version does not tell.
func (s *Store) Get(p Point, version string) (Result, bool) {
	r, ok := s.read(p, version)
	if wrong := r.Errors(p) > 0 || len(r.Violations) > 0; wrong && p.Mutant == nil {
		return Result{}, false
	}
	return r, ok
}

// read is Get for results with errors, too.
func (s *Store) read(p Point, version string) (Result, bool) {
	data, err := os.ReadFile(filepath.Join(s.dir, p.fileName(version)))
	if err != nil {
		return Result{}, false
	}
	var have stored
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if d.Decode(&have) != nil || have.Procedure != procedure || have.Netlist != version || have.Point.id() != p.id() {
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
	path := filepath.Join(s.dir, p.fileName(version))
	err = outfile.ReplaceDurably(path, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
	if err != nil {
		return fmt.Errorf("cannot store the point %s as %s: %w", p, path, outfile.Cause(err))
	}
	return nil
}

// reserve reserves a point for the caller; nil if another process, or another machine of this
// one, measures it.
func (s *Store) reserve(p Point, version string) (*lease.Lease, error) {
	l, err := s.leases.Take(p.fileName(version))
	if err != nil {
		return nil, fmt.Errorf("cannot measure the point %s: %w", p, err)
	}
	return l, nil
}
