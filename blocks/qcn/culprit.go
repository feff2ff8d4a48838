package qcn

import "culprit.example/culprit/rtlgen"

// Culprit is the CulpritArray with its search engine.
func Culprit(p CulpritParams) *rtlgen.Typed[CulpritPorts] {
	m, io := rtlgen.New[CulpritPorts](p)
	if m.Refused() {
		return m
	}
	array := rtlgen.Use(m, "array", CulpritArray(p))
	engine := rtlgen.Use(m, "engine", CulpritEngine(p))

	rtlgen.Connect(io.Alloc, array.Alloc)
	rtlgen.Connect(io.Release, array.Release)
	rtlgen.Connect(io.Inject, array.Inject)
	rtlgen.Connect(array.Rd, engine.Rd)
	rtlgen.Connect(array.Word, engine.Word)
	io.Ready.Drive(array.Ready)

	rtlgen.Connect(io.CulpritHeld, engine.CulpritHeld)
	engine.Cleared.Drive(array.Ready)
	engine.Release.Valid.Drive(io.Release.Valid)
	engine.Release.Unit.Drive(io.Release.Unit)
	rtlgen.Connect(io.Request, engine.Request)
	rtlgen.Connect(engine.Answer, io.Answer)
	rtlgen.Connect(engine.Count, io.Count)
	return m
}
