package rtlgen

import (
	"path"
	"runtime"
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

// sourceName is the file's path below the root of its Go module, never its place
// on the machine, so that output is the same everywhere. A file of another
// module is named by the import path of its function: "corp/chips/noc.Router" and
// "/x/y/router.go" give "chips/noc/router.go".
func sourceName(function, file string) string {
	if below, ok := strings.CutPrefix(file, moduleRoot); ok {
		return below
	}
	pkg := strings.TrimSuffix(packageOf(function), "_test")
	slash := strings.IndexByte(pkg, '/')
	if slash < 0 {
		return path.Base(file)
	}
	return pkg[slash+1:] + "/" + path.Base(file)
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
