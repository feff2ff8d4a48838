package outfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Page is a page of documentation with a table that a program makes: BASE.md has the table
// between the line Begin and the line <!-- end -->, BASE.json has what it is made of.
type Page struct {
	Base    string
	What    string // the table is of: "proofs"
	Command string // that writes it: "rtlgen prove --table"
}

// Begin is the line in front of the table.
func (p Page) Begin() string { return "<!-- table: " + p.Command + " -->" }

// Read reads BASE.json into data, which stays as it is if the page has no table yet.
func (p Page) Read(data any) error {
	text, err := os.ReadFile(p.Base + ".json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot read the table of %s: %w", p.What, err)
	}
	if err := json.Unmarshal(text, data); err != nil {
		return fmt.Errorf("%s.json is no table of %s: %w; write it with `%s`", p.Base, p.What, err, p.Command)
	}
	return nil
}

// ReadPage reads BASE.json of a page; the result is empty if the page has no table yet.
func ReadPage[T any](p Page) (*T, error) {
	t := new(T)
	if err := p.Read(t); err != nil {
		return nil, err
	}
	return t, nil
}

const pageEnd = "<!-- end -->"

// Check reports whether Write will find the page with its marks: what the table shows may take
// long to measure.
func (p Page) Check() error {
	_, _, err := p.parts()
	return err
}

func (p Page) parts() (head, tail string, err error) {
	path := p.Base + ".md"
	page, err := os.ReadFile(path)
	if err != nil {
		return "", "", fmt.Errorf("cannot read the page that gets the table: %w", err)
	}
	head, rest, ok := strings.Cut(string(page), p.Begin())
	_, tail, ends := strings.Cut(rest, pageEnd)
	if !ok || !ends {
		return "", "", fmt.Errorf("%s has no place for the table: write %q and %q on lines of their own", filepath.Base(path),
			p.Begin(), pageEnd)
	}
	return head, tail, nil
}

// Write writes the data as JSON and the table as Markdown. Each file is complete or, after an
// error, as it was.
func (p Page) Write(data any, markdown string) error {
	head, tail, err := p.parts()
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(data, "", "  ")
	if err != nil {
		return err
	}
	for _, f := range []struct{ path, text string }{
		{p.Base + ".json", string(text) + "\n"},
		{p.Base + ".md", head + p.Begin() + "\n\n" + markdown + "\n" + pageEnd + tail},
	} {
		err := Replace(f.path, func(w io.Writer) error {
			_, err := io.WriteString(w, f.text)
			return err
		})
		if err != nil {
			return fmt.Errorf("cannot write %s: %w", f.path, Cause(err))
		}
	}
	return nil
}
