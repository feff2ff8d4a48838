package outfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/outfile"
)

func write(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// names are the entries of a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	assert.NilError(t, err)
	var all []string
	for _, e := range list {
		all = append(all, e.Name())
	}
	return all
}

func TestReplace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for text, replace := range map[string]func(string, func(io.Writer) error) error{
		"first": outfile.Replace, "second": outfile.Replace, "third": outfile.ReplaceDurably} {
		assert.NilError(t, replace(path, write(text)))
		got, err := os.ReadFile(path)
		assert.NilError(t, err)
		assert.Equal(t, string(got), text)
	}
	assert.NilError(t, outfile.Replace(path, write("second")))
	broken := errors.New("broken")
	err := outfile.Replace(path, func(w io.Writer) error {
		_ = write("half")(w)
		return broken
	})
	assert.Equal(t, err, broken)
	got, err := os.ReadFile(path)
	assert.NilError(t, err)
	assert.Equal(t, string(got), "second")
	assert.DeepEqual(t, names(t, dir), []string{"a"})
}

// TestReplaceLink writes what links point to, by way of two links, before it is there and
// after.
func TestReplaceLink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	assert.NilError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o777))
	assert.NilError(t, os.Symlink("folder/second", filepath.Join(dir, "first")))
	assert.NilError(t, os.Symlink("../file", filepath.Join(dir, "folder", "second")))
	for _, text := range []string{"new", "old"} {
		assert.NilError(t, outfile.Replace(filepath.Join(dir, "first"), write(text)))
		got, err := os.ReadFile(filepath.Join(dir, "file"))
		assert.NilError(t, err)
		assert.Equal(t, string(got), text)
	}
	info, err := os.Lstat(filepath.Join(dir, "first"))
	assert.NilError(t, err)
	assert.Assert(t, info.Mode()&os.ModeSymlink != 0)
	assert.NilError(t, os.Symlink("loop", filepath.Join(dir, "loop")))
	assert.Error(t, outfile.Replace(filepath.Join(dir, "loop"), write("")), "too many links, one after the other")
}

// TestReplaceErrors have no path in them.
func TestReplaceErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	assert.Error(t, outfile.Replace(filepath.Join(dir, "none", "a"), write("")), "no such file or directory")
	assert.NilError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o777))
	assert.Error(t, outfile.Replace(filepath.Join(dir, "folder"), write("")), "it is a folder, and a file is needed")
	assert.DeepEqual(t, names(t, dir), []string{"folder"})
}

func TestMakeDir(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "a", "b")
	made, err := outfile.MakeDir(b)
	assert.NilError(t, err)
	assert.DeepEqual(t, made, []string{b, a})
	made, err = outfile.MakeDir(b)
	assert.NilError(t, err)
	assert.Equal(t, len(made), 0)
	assert.NilError(t, os.WriteFile(filepath.Join(a, "mine"), nil, 0o666))
	outfile.RemoveMade([]string{b, a})
	assert.DeepEqual(t, names(t, a), []string{"mine"})

	_, err = outfile.MakeDir(filepath.Join(a, "mine", "x"))
	assert.Error(t, err, "not a directory")
	link := filepath.Join(dir, "link")
	assert.NilError(t, os.Symlink("none", link))
	_, err = outfile.MakeDir(filepath.Join(link, "x"))
	assert.Error(t, err, link+" is a link to none, which leads nowhere")
}
