package rtlgen

import (
	"path"
	"runtime"
	"strings"

	"culprit/rtlgen/ir"
)

// ownPackage is the prefix of the functions of this package, as the runtime
// names them.
var ownPackage = func() string {
	pc, _, _, _ := runtime.Caller(0)
	return packageOf(runtime.FuncForPC(pc).Name()) + "."
}()

// here is the position of the innermost caller outside this package: the line
// of the designer. It names the file by import path, never by its place on the
// machine, so that output is the same everywhere.
func here() ir.Pos {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, ownPackage) || strings.HasSuffix(f.File, "_test.go") {
			return ir.Pos{File: sourceName(f.Function, f.File), Line: f.Line}
		}
		if !more {
			return ir.Pos{}
		}
	}
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

// sourceName is the file's path below the module's root, as far as the import
// path tells it: "culprit/blocks/prim" and "/x/y/fifo.go" give "blocks/prim/fifo.go".
func sourceName(function, file string) string {
	pkg := strings.TrimSuffix(packageOf(function), "_test")
	base := path.Base(strings.ReplaceAll(file, "\\", "/"))
	slash := strings.IndexByte(pkg, '/')
	if slash < 0 {
		return base
	}
	return pkg[slash+1:] + "/" + base
}
