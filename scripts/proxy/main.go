// Command proxy packs the files of this clone as a module proxy made of files, from which the
// go command takes Culprit as it takes any module of a host:
//
//	go run ./scripts/proxy build/proxy
//	GOPROXY=file://$PWD/build/proxy,$(go env GOPROXY) GONOSUMDB=culprit.example go get culprit.example/culprit@v0.1.0
//
// It takes the files that git knows, as they are in the folder.
package main

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/version"
)

func main() {
	if len(os.Args) != 2 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/proxy DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "proxy:", err)
		os.Exit(1)
	}
}

// write makes the proxy in the folder dir, with one version: the number of this clone.
func write(dir string) error {
	git := child.New(context.Background(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	git.Dir = "."
	list, err := git.Said()
	if err != nil {
		return fmt.Errorf("cannot list the files of the clone: %w: %s", err, list)
	}
	number := "v" + version.Number()
	packed, err := pack(number, strings.FieldsFunc(string(list), func(r rune) bool { return r == 0 }))
	if err != nil {
		return err
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	dir = filepath.Join(dir, filepath.FromSlash(version.Path), "@v")
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

// pack returns the module as a zip archive of the files.
func pack(number string, files []string) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range files {
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue // deleted in the folder, or a link, which a module cannot have
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		w, err := z.Create(version.Path + "@" + number + "/" + name)
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
