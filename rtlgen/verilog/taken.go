package verilog

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// TakenError says that WriteDir would replace files on which something else in the
// folder depends.
type TakenError struct {
	Dir   string
	Files []TakenFile
}

// TakenFile is a file that is there and differs.
type TakenFile struct {
	Path string
	// Lists are the file lists that name it, besides those that would be replaced,
	// too; none if no file list in the folder names it.
	Lists []string
}

func (e *TakenError) Error() string {
	f := e.Files[0]
	text := fmt.Sprintf("%s is there and differs, and ", filepath.Join(e.Dir, f.Path))
	if len(f.Lists) > 0 {
		text += strings.Join(f.Lists, " and ") + " needs it as it is"
	} else {
		text += "no file list there names it, so it may be somebody else's"
	}
	if n := len(e.Files) - 1; n > 0 {
		text += fmt.Sprintf(", as with %d more", n)
	}
	return text + "; nothing was written"
}

// taken looks for files in dir that must not be replaced. A file of a module may be
// replaced by a different one if all file lists that name it are replaced, too.
func (o *Output) taken(dir string) error {
	own := map[string]bool{}
	for _, f := range o.Files {
		if strings.HasSuffix(f.Path, ".f") {
			own[f.Path] = true
		}
	}
	if len(own) == 0 || o.Overwrite {
		return nil
	}
	lists := fileLists(dir)
	e := &TakenError{Dir: dir}
	for _, f := range o.Files {
		old, err := os.ReadFile(filepath.Join(dir, f.Path))
		if err != nil || own[f.Path] || same(old, f.Data) {
			continue // what cannot be read cannot be replaced, which WriteDir reports
		}
		names := lists.naming(f.Path)
		others := slices.DeleteFunc(slices.Clone(names), func(list string) bool { return own[list] })
		if len(names) == 0 || len(others) > 0 {
			e.Files = append(e.Files, TakenFile{f.Path, others})
		}
	}
	if len(e.Files) == 0 {
		return nil
	}
	return e
}

// madeBy is the line that says which program made a file: another version makes no
// other circuit.
var madeBy = regexp.MustCompile(`(?m)^(//|#) ` + generatedBy + `.*\n`)

func same(a, b []byte) bool {
	return bytes.Equal(a, b) || bytes.Equal(madeBy.ReplaceAll(a, nil), madeBy.ReplaceAll(b, nil))
}

// folderLists are the file lists of a folder: their lines, by name.
type folderLists map[string][]string

func fileLists(dir string) folderLists {
	lists := folderLists{}
	names, _ := filepath.Glob(filepath.Join(quoteGlob(dir), "*.f")) // the pattern is right
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil {
			lists[filepath.Base(name)] = strings.Split(string(text), "\n")
		}
	}
	return lists
}

// quoteGlob has a folder's name stand for itself in a pattern.
func quoteGlob(dir string) string {
	return regexp.MustCompile(`[*?[\\]`).ReplaceAllString(dir, `\$0`)
}

// naming lists the file lists that a file belongs to, sorted: those that name it, and
// for what is beside the Verilog of a module or a list those that name that.
func (l folderLists) naming(path string) []string {
	stem := strings.TrimSuffix(path, filepath.Ext(path))
	var names []string
	for list, lines := range l {
		belongs := list == stem+".f" && !strings.HasSuffix(path, ".v")
		for _, line := range lines {
			belongs = belongs || line == stem+".v" || strings.HasSuffix(line, "/"+stem+".v")
		}
		if belongs {
			names = append(names, list)
		}
	}
	slices.Sort(names)
	return names
}
