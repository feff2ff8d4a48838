package qcn

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// The rows of the CulpritArray (UQ section 5).
const (
	CulpritColumns    = 16 // words of a row
	CulpritColumnBits = 4
)

// Widths of the CulpritArray.
const (
	culpritParityBits = 2
	culpritCountBits  = 32
	drawBits          = 14 // fresh bits of a draw
	lfsrBits          = 32
)

// CulpritParams are the parameters of the CulpritArray.
type CulpritParams struct {
	Units        int `param:"units" default:"1024" min:"256" max:"12288" doc:"buffer units, each with a word; a multiple of 16"`
	ProbesFast   int `param:"probes_fast" default:"64" min:"1" max:"4096" doc:"random rows that a search reads before it goes through all rows, in fast mode"`
	ProbesStrict int `param:"probes_strict" default:"1024" min:"1" max:"4096" doc:"random rows that a search reads before it goes through all rows, in strict mode"`
	Inject       int `param:"inject" default:"0" min:"0" max:"1" doc:"1: an input makes wrong parity, for tests"`
}

// Dims are the names that the tags of ports use.
func (p CulpritParams) Dims() rtlgen.Dims {
	return Dims(rtlgen.Dims{
		"columns": CulpritColumns, "column": CulpritColumnBits, "row": p.rowBits(), "unit": p.unitBits(),
		"parity": culpritParityBits, "culprit_count": culpritCountBits,
	})
}

func (p CulpritParams) rows() int     { return p.Units / CulpritColumns }
func (p CulpritParams) rowBits() int  { return rtlgen.IndexBits(p.rows()) }
func (p CulpritParams) unitBits() int { return CulpritColumnBits + p.rowBits() }
func (p CulpritParams) wordBits() int { return p.unitBits() + PrioBits + 1 + culpritParityBits }

// Check finds parameters that do not go together.
func (p CulpritParams) Check() error {
	if p.Units%CulpritColumns != 0 {
		return fmt.Errorf("units=%d does not fill the rows of the CulpritArray, which have %d words: give a multiple of %d, such as %d",
			p.Units, CulpritColumns, CulpritColumns, (p.Units/CulpritColumns+1)*CulpritColumns)
	}
	return nil
}

// CulpritAlloc writes the word of a unit that a frame is stored in.
type CulpritAlloc[D rtlgen.Direction] struct {
	Valid   D `doc:"a unit is allocated; not before ready"`
	Unit    D `width:"unit" doc:"the unit {column, row}"`
	Phase   D `doc:"its phase bit, which came with it from the free list"`
	Pointer D `width:"unit" doc:"the unit with the header of the frame"`
	Prio    D `width:"prio" doc:"priority of the frame"`
}

// CulpritRelease gives a unit back.
type CulpritRelease[D rtlgen.Direction] struct {
	Valid D `doc:"a unit is given back; not before ready"`
	Unit  D `width:"unit" doc:"the unit {column, row}"`
	Phase D `doc:"the phase bit with which it was allocated; the free list gets the inverse"`
}

// CulpritRead reads a row: F is the direction of the request, B that of the answer.
type CulpritRead[F, B rtlgen.Direction] struct {
	Valid F `doc:"a row is read"`
	Row   F `width:"row" doc:"which"`
	Ready B `doc:"it is not being written; else read again. Combinational"`
}

// CulpritRow is a row that was read two cycles before, unknown otherwise.
type CulpritRow[D rtlgen.Direction] struct {
	Valid   D `lanes:"columns" doc:"the unit holds a part of a frame; unknown unless a row was read two cycles before"`
	Wrong   D `lanes:"columns" doc:"the word has wrong parity: it must not be used; unknown likewise"`
	Prio    D `lanes:"columns" width:"prio" doc:"priority of the frame; unknown likewise, and if not valid"`
	Pointer D `lanes:"columns" width:"unit" doc:"the unit with its header; unknown likewise, and if not valid"`
}

// CulpritArrayPorts are the ports of CulpritArray.
type CulpritArrayPorts struct {
	_       rtlgen.Unit               `name:"qcn_culprit_array" doc:"CulpritArray: a word for each buffer unit, in rows of 16" params:"units inject"`
	Ready   rtlgen.Out                `doc:"all words are cleared; a register"`
	Alloc   CulpritAlloc[rtlgen.In]   `doc:"allocation"`
	Inject  rtlgen.In                 `width:"parity" if:"inject" doc:"parity bits to be inverted in the word that is written"`
	Release CulpritRelease[rtlgen.In] `doc:"release"`
	Rd      CulpritRead[rtlgen.In, rtlgen.Out]
	Word    CulpritRow[rtlgen.Out] `doc:"the row that was read"`
}

// CulpritRequest starts a search.
type CulpritRequest[F, B rtlgen.Direction] struct {
	Valid F `doc:"a search is asked for"`
	Prio  F `width:"prio" doc:"for a frame of this priority"`
	Ready B `doc:"it begins; no search runs"`
}

// CulpritAnswer ends a search.
type CulpritAnswer[D rtlgen.Direction] struct {
	Valid   D `doc:"the search ends, for one cycle; a register"`
	Hit     D `doc:"a unit was found; 0: there is no frame of the priority. A register; unknown without valid"`
	Unit    D `width:"unit" doc:"the unit that was found; a register; unknown without hit"`
	Pointer D `width:"unit" doc:"the unit with the header of its frame; a register; unknown without hit"`
}

// CulpritHeld are inputs that do not change while the unit works.
type CulpritHeld[D rtlgen.Direction] struct {
	Seed   D `width:"32" doc:"of the random numbers; taken in the first cycle after reset"`
	Owner  D `width:"address" doc:"number of the port: units with the same seed draw differently; taken with it"`
	Strict D `doc:"1: a draw is for a word, 0: for a row and where to begin in it; constant during a search"`
}

// CulpritCounts are counters, registers that wrap.
type CulpritCounts[D rtlgen.Direction] struct {
	Reads     D `width:"culprit_count" doc:"rows that a search has looked at: random, in sequence, and once more after a hit"`
	Probes    D `width:"culprit_count" doc:"those that were random"`
	Fallbacks D `width:"culprit_count" doc:"searches in sequence that began after all random ones had failed"`
	GiveUps   D `width:"culprit_count" doc:"searches that ended without a hit"`
	Stale     D `width:"culprit_count" doc:"hits whose unit was given back before the answer"`
	Wrong     D `width:"culprit_count" doc:"rows looked at in which a word was skipped for its parity"`
}

// CulpritEnginePorts are the ports of CulpritEngine.
type CulpritEnginePorts struct {
	_                      rtlgen.Unit `name:"qcn_culprit_engine" doc:"search in the CulpritArray for a random unit of a priority" params:"units probes_fast probes_strict"`
	CulpritHeld[rtlgen.In] `doc:"inputs that are held"`
	Cleared                rtlgen.In                             `doc:"the array is ready; stays 1"`
	Request                CulpritRequest[rtlgen.In, rtlgen.Out] `doc:"what to look for"`
	Answer                 CulpritAnswer[rtlgen.Out]             `doc:"what was found"`
	Release                struct {
		Valid rtlgen.In `doc:"a unit is given back"`
		Unit  rtlgen.In `width:"unit" doc:"which"`
	} `doc:"releases, to drop a hit that has become stale"`
	Rd    CulpritRead[rtlgen.Out, rtlgen.In] `doc:"read port of the array; valid and row are registers"`
	Word  CulpritRow[rtlgen.In]              `doc:"the row that was read two cycles before"`
	Count CulpritCounts[rtlgen.Out]          `doc:"counters"`
}

// CulpritPorts are the ports of Culprit.
type CulpritPorts struct {
	_                      rtlgen.Unit `name:"qcn_culprit" doc:"random choice of a culprit by occupancy: CulpritArray with its search engine" params:"units probes_fast probes_strict inject"`
	CulpritHeld[rtlgen.In] `doc:"inputs that are held"`
	Ready                  rtlgen.Out                            `doc:"all words are cleared: units may be allocated; a register"`
	Alloc                  CulpritAlloc[rtlgen.In]               `doc:"allocation"`
	Inject                 rtlgen.In                             `width:"parity" if:"inject" doc:"parity bits to be inverted in the word that is written"`
	Release                CulpritRelease[rtlgen.In]             `doc:"release"`
	Request                CulpritRequest[rtlgen.In, rtlgen.Out] `doc:"what to look for"`
	Answer                 CulpritAnswer[rtlgen.Out]             `doc:"what was found"`
	Count                  CulpritCounts[rtlgen.Out]             `doc:"counters"`
}
