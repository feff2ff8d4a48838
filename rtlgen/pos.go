package rtlgen

import (
	"path"
	"runtime"
	"strings"

	"culprit/internal/caller"
	"culprit/rtlgen/ir"
)

// ownDir is the directory of this package's files, as the compiler recorded it.
var ownDir = func() string {
	_, file, _, _ := runtime.Caller(0)
	return path.Dir(slashes(file))
}()

// here is the position of the innermost caller outside this package: the line
// of the designer. Only the file tells whose a frame is: a closure of this
// package that was inlined has the function name of the designer's package.
func here() ir.Pos {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if outside(f) {
			return position(f)
		}
		if !more {
			return ir.Pos{}
		}
	}
}

// callOfBlock is the position of the call of the function that calls this package: where
// a block was asked for, while here is a line of the block. They are the same if the
// function is called by the Go runtime.
func callOfBlock() ir.Pos {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	var block *runtime.Frame
	for {
		f, more := frames.Next()
		switch {
		case !outside(f):
		case block == nil:
			block = &f
		case strings.HasPrefix(f.Function, "runtime."):
			return position(*block)
		default:
			return position(f)
		}
		if !more {
			break
		}
	}
	if block == nil {
		return ir.Pos{}
	}
	return position(*block)
}

// outside reports whether a frame is none of this package.
func outside(f runtime.Frame) bool {
	return path.Dir(slashes(f.File)) != ownDir || strings.HasSuffix(f.File, "_test.go")
}

func position(f runtime.Frame) ir.Pos { return ir.Pos{File: caller.File(f), Line: f.Line} }

func slashes(file string) string { return strings.ReplaceAll(file, "\\", "/") }
