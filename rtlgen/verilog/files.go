package verilog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/internal/outfile"
)

// WriteDir writes all files into dir, which is made if it is not there. Either
// all of them are replaced or none: everything is written beside the old files
// first, and if a file cannot be put in its place, those already replaced are
// put back. Other files in dir are left alone.
//
// If the files have a file list, a file that is there and differs is replaced only if
// it belongs to no other file list in dir; otherwise the error is a *TakenError, and
// nothing is written. Options.Overwrite replaces it all the same.
func (o *Output) WriteDir(dir string) error {
	if o == nil {
		return caller.Errorf("WriteDir of no output: Emit has returned an error")
	}
	if err := o.taken(dir); err != nil {
		return err
	}
	made, err := outfile.MakeDir(dir)
	if err != nil {
		err = fmt.Errorf("cannot make the output directory %s: %w", dir, err)
	} else {
		err = o.writeStaged(dir)
	}
	if err != nil {
		outfile.RemoveMade(made)
	}
	return err
}

// writeStaged writes all files into a directory inside dir, and then moves them to
// their places.
func (o *Output) writeStaged(dir string) error {
	stage, err := os.MkdirTemp(dir, ".rtlgen-*")
	if err != nil {
		return fmt.Errorf("cannot write to the output directory %s: %w", dir, outfile.Cause(err))
	}
	defer os.RemoveAll(stage)
	for i, f := range o.Files {
		if err := os.WriteFile(staged(stage, i), f.Data, 0o666); err != nil {
			return fmt.Errorf("cannot write %s to %s: %w; nothing was changed", f.Path, dir, outfile.Cause(err))
		}
	}
	return o.replace(dir, stage)
}

func staged(stage string, i int) string { return filepath.Join(stage, fmt.Sprintf("new-%d", i)) }
func backup(stage string, i int) string { return filepath.Join(stage, fmt.Sprintf("old-%d", i)) }

// replace moves the staged files into their places, the old ones out of them.
func (o *Output) replace(dir, stage string) error {
	for i, f := range o.Files {
		place := filepath.Join(dir, f.Path)
		err := os.MkdirAll(filepath.Dir(place), 0o777)
		if err == nil {
			err = keep(place, backup(stage, i))
		}
		if err == nil {
			err = os.Rename(staged(stage, i), place)
		}
		if err != nil {
			return errors.Join(
				fmt.Errorf("cannot replace %s in %s: %w; the old files were put back", f.Path, dir, outfile.Cause(err)),
				o.putBack(dir, stage, i))
		}
	}
	return nil
}

// keep saves the old file, if there is one, so that it can be put back.
func keep(place, aside string) error {
	info, err := os.Lstat(place)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("a directory of that name is in the way")
	}
	if os.Link(place, aside) == nil {
		return nil // the new file replaces the old one without a gap
	}
	return os.Rename(place, aside)
}

// putBack undoes the replacement of files 0 to last.
func (o *Output) putBack(dir, stage string, last int) error {
	var errs []error
	for i := last; i >= 0; i-- {
		place := filepath.Join(dir, o.Files[i].Path)
		if _, err := os.Lstat(backup(stage, i)); err == nil {
			errs = append(errs, os.Rename(backup(stage, i), place))
		} else if i < last {
			errs = append(errs, os.Remove(place)) // there was none before
		}
	}
	return errors.Join(errs...)
}
