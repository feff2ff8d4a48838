package caller

import (
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
)

// ownDir is the directory of this package's files, moduleRoot the one above all packages
// of this module, as the compiler recorded them.
var ownDir, moduleRoot = func() (string, string) {
	_, file, _, _ := runtime.Caller(0)
	dir := path.Dir(slashes(file))
	return dir, path.Dir(path.Dir(dir)) + "/"
}()

// Position is the innermost line outside the package that calls it, as file:line: that
// of whoever made the wrong call. Tests of the package are outside.
func Position() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	own := ""
	for {
		f, more := frames.Next()
		switch dir := path.Dir(slashes(f.File)); {
		case strings.HasSuffix(f.File, "_test.go") || own != "" && dir != own:
			return fmt.Sprintf("%s:%d", File(f), f.Line)
		case own == "" && dir != ownDir:
			own = dir
		}
		if !more {
			return "?"
		}
	}
}

// Errorf is an error of a wrong call: the position of the caller of the package that
// calls it, and the message.
func Errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %w", Position(), fmt.Errorf(format, args...))
}

// mainModule and mainPackage are the import paths of what the program is built from; ""
// if they are not known.
var mainModule, mainPackage = func() (string, string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", ""
	}
	return info.Main.Path, strings.TrimSuffix(info.Path, ".test")
}()

// File is the frame's file below the root of its Go module, never its place on the
// machine, so that output is the same everywhere. A file of a module that is neither
// this one nor the program's own is named by its import path.
func File(f runtime.Frame) string {
	file := slashes(f.File)
	if below, ok := strings.CutPrefix(file, moduleRoot); ok {
		return below
	}
	return packageFile(mainModule, mainPackage, packageOf(f.Function), path.Base(file))
}

// packageFile names a file of a package: in the module example.com/corp/chips, router.go
// of example.com/corp/chips/noc is noc/router.go, which editors and terminals find.
func packageFile(module, program, pkg, file string) string {
	if pkg == "main" {
		pkg = program
	}
	pkg = strings.TrimSuffix(pkg, "_test")
	if pkg == module {
		return file
	}
	if below, ok := strings.CutPrefix(pkg, module+"/"); ok {
		return below + "/" + file
	}
	if !strings.Contains(pkg, "/") {
		return file // of no module: `go run file.go`
	}
	return pkg + "/" + file
}

// packageOf is the import path within a function name such as
// "culprit.example/culprit/blocks/prim.FIFO.func1".
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/')
	if dot := strings.IndexByte(function[slash+1:], '.'); dot >= 0 {
		return function[:slash+1+dot]
	}
	return function
}

func slashes(file string) string { return strings.ReplaceAll(file, "\\", "/") }
