package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"culprit.example/culprit/internal/outfile"
)

// standardOutput is the name of standard output where a file is expected.
const standardOutput = "-"

// writeFile writes what a command's -o names. A regular file is complete or, after an
// error, as it was; so is the file that a symbolic link points to. What else is there (a
// device, a FIFO) is opened and written directly, and standardOutput is w.
func writeFile(ctx context.Context, w io.Writer, path string, write func(io.Writer) error) error {
	if path == standardOutput {
		return write(w)
	}
	var contents error // what is wrong with the contents, not with the file
	err := writePlace(ctx, path, func(w io.Writer) error {
		err := write(w)
		if outfile.Cause(err) == err { //nolint:errorlint // identity: there is no file error in it
			contents = err
		}
		return err
	})
	switch {
	case contents != nil:
		return contents
	case err != nil:
		return fmt.Errorf("cannot write %s: %w", path, outfile.Cause(err))
	}
	return nil
}

func writePlace(ctx context.Context, path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return writeDirectly(ctx, path, write)
	}
	return outfile.Replace(path, write)
}

// writeDirectly writes to a device or FIFO. Opening a FIFO waits for its reader, and
// writing until the reader has read; the end of ctx ends both.
func writeDirectly(ctx context.Context, path string, write func(io.Writer) error) error {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		done <- opened{f, err}
	}()
	var o opened
	select {
	case o = <-done:
	case <-ctx.Done():
		return ctx.Err()
	}
	if o.err != nil {
		return o.err
	}
	stop := context.AfterFunc(ctx, func() { o.file.Close() })
	err := write(o.file)
	if !stop() && err == nil {
		return ctx.Err()
	}
	return errors.Join(err, closed(o.file))
}

// closed closes a file; that it is closed already is no error.
func closed(f *os.File) error {
	if err := f.Close(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}
