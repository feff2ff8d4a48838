// Command proxy packs the files of this clone as a module proxy made of files, from which the
// go command takes Culprit as it takes any module of a host:
//
//	go run ./scripts/proxy -as culprit.example/culprit build/proxy
//	GOPROXY=file://$PWD/build/proxy,$(go env GOPROXY) GONOSUMDB=culprit.example go get culprit.example/culprit@v0.1.0
//
// It takes the files that git knows, as they are in the folder. With -as the module has another path
// there than in go.mod: one with a dot, which the go command wants of what it fetches.
package main

import (
	"archive/zip"
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"culprit/internal/child"
	"culprit/internal/version"
)

func main() {
	as := flag.String("as", version.Path, "path of the module in the proxy")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: go run ./scripts/proxy [-as PATH] DIR") }
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := write(flag.Arg(0), *as); err != nil {
		fmt.Fprintln(os.Stderr, "proxy:", err)
		os.Exit(1)
	}
}

// write makes the proxy in the folder dir, with one version: the number of this clone.
func write(dir, module string) error {
	git := child.New(context.Background(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	git.Dir = "."
	list, err := git.Said()
	if err != nil {
		return fmt.Errorf("cannot list the files of the clone: %w: %s", err, list)
	}
	number := "v" + version.Number()
	packed, err := pack(module, number, strings.FieldsFunc(string(list), func(r rune) bool { return r == 0 }))
	if err != nil {
		return err
	}
	mod, err := read("go.mod", module)
	if err != nil {
		return err
	}
	dir = filepath.Join(dir, filepath.FromSlash(module), "@v")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	info := fmt.Sprintf("{\"Version\":%q,\"Time\":%q}\n", number, time.Unix(0, 0).UTC().Format(time.RFC3339))
	for name, data := range map[string][]byte{
		"list": []byte(number + "\n"), number + ".info": []byte(info), number + ".mod": mod, number + ".zip": packed,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// own is the path of this module where it stands in the text of a program: see scripts/module.
var own = regexp.MustCompile("([\"`,])" + regexp.QuoteMeta(version.Path) + "/|(?m)^(\t\")" + regexp.QuoteMeta(version.Path) + "(\")$")

// read returns a file with the path of the module.
func read(name, module string) ([]byte, error) {
	text, err := os.ReadFile(name)
	if err != nil || module == version.Path {
		return text, err
	}
	switch {
	case name == "go.mod":
		text = bytes.Replace(text, []byte("module "+version.Path+"\n"), []byte("module "+module+"\n"), 1)
	case name == "internal/version/version.go":
		text = bytes.Replace(text, []byte(`const Path = "`+version.Path+`"`), []byte(`const Path = "`+module+`"`), 1)
	}
	if strings.HasSuffix(name, ".go") {
		text = own.ReplaceAllFunc(text, func(found []byte) []byte {
			return bytes.Replace(found, []byte(version.Path), []byte(module), 1)
		})
	}
	return text, nil
}

// pack returns the module as a zip archive of the files.
func pack(module, number string, files []string) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range files {
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue // deleted in the folder, or a link, which a module cannot have
		}
		data, err := read(name, module)
		if err != nil {
			return nil, err
		}
		w, err := z.Create(module + "@" + number + "/" + name)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(data); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
