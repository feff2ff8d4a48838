package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// replaceFile writes a file that is complete or, after an error, as it was.
func replaceFile(path string, write func(io.Writer) error) error {
	cannot := func(err error) error {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err // without the name of the temporary file
		}
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return cannot(errors.New("it is a folder, name a file"))
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return cannot(err)
	}
	defer os.Remove(f.Name()) // does nothing once the file has its name
	err = write(f)
	if closeErr := f.Close(); err == nil && closeErr != nil {
		err = cannot(closeErr)
	}
	if err != nil {
		return err
	}
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return cannot(err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return cannot(err)
	}
	return nil
}
