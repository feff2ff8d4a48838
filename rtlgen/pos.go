package rtlgen

import (
	"path"
	"runtime"
	"strings"
	"sync"

	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/ir"
)

// ownDir is the directory of this package's files, as the compiler recorded it.
var ownDir = func() string {
	_, file, _, _ := runtime.Caller(0)
	return path.Dir(slashes(file))
}()

// lines has, for the program counter of each call that was asked about, where it stands: a
// description asks for the same lines again and again, and to look one up takes as long as all
// else. A line of this package is the zero Pos.
var lines sync.Map // of uintptr to ir.Pos

// here is the position of the innermost caller outside this package: the line
// of the designer. Only the file tells whose a frame is: a closure of this
// package that was inlined has the function name of the designer's package.
//
//go:noinline
func here() ir.Pos {
	var first [6]uintptr // almost always enough
	pcs := first[:]
	for {
		n := runtime.Callers(1, pcs) // from this function on, so that no frame is half inlined
		for _, pc := range pcs[:n] {
			if at := lineOf(pc); at != (ir.Pos{}) {
				return at
			}
		}
		if n < len(pcs) {
			return ir.Pos{}
		}
		pcs = make([]uintptr, 8*len(pcs))
	}
}

// lineOf is the innermost line outside this package of the call with a program counter,
// in which other functions may be inlined.
func lineOf(pc uintptr) ir.Pos {
	if at, ok := lines.Load(pc); ok {
		return at.(ir.Pos)
	}
	var at ir.Pos
	frames := runtime.CallersFrames([]uintptr{pc})
	for more := true; more && at == (ir.Pos{}); {
		var f runtime.Frame
		if f, more = frames.Next(); outside(f) {
			at = position(f)
		}
	}
	lines.Store(pc, at)
	return at
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
