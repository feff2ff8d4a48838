package rtlgen

import (
	"path"
	"runtime"
	"runtime/debug"
	"strings"

	"culprit/rtlgen/ir"
)

// ownDir is the directory of this package's files, moduleRoot the one above it,
// as the compiler recorded them.
var ownDir, moduleRoot = func() (string, string) {
	_, file, _, _ := runtime.Caller(0)
	dir := path.Dir(slashes(file))
	return dir, path.Dir(dir) + "/"
}()

// here is the position of the innermost caller outside this package: the line
// of the designer. Only the file tells whose a frame is: a closure of this
// package that was inlined has the function name of the designer's package.
func here() ir.Pos {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		file := slashes(f.File)
		if path.Dir(file) != ownDir || strings.HasSuffix(file, "_test.go") {
			return ir.Pos{File: sourceName(f.Function, file), Line: f.Line}
		}
		if !more {
			return ir.Pos{}
		}
	}
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

// sourceName is the file's path below the root of its Go module, never its place
// on the machine, so that output is the same everywhere. A file of a module that is
// neither this one nor the program's own is named by its import path.
func sourceName(function, file string) string {
	if below, ok := strings.CutPrefix(file, moduleRoot); ok {
		return below
	}
	return packageFile(mainModule, mainPackage, packageOf(function), path.Base(file))
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
// "culprit/blocks/prim.FIFO.func1".
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/')
	if dot := strings.IndexByte(function[slash+1:], '.'); dot >= 0 {
		return function[:slash+1+dot]
	}
	return function
}

func slashes(file string) string { return strings.ReplaceAll(file, "\\", "/") }
