package golden

// CulpritIn are the inputs of the CulpritArray with its search engine.
type CulpritIn struct {
	CulpritHeld
	AllocValid   bool
	AllocUnit    int
	AllocPhase   bool
	AllocPointer int
	AllocPrio    int
	Inject       int `port:",optional"`
	ReleaseValid bool
	ReleaseUnit  int
	ReleasePhase bool
	RequestValid bool
	RequestPrio  int
}

// CulpritOut are its outputs.
type CulpritOut struct {
	Ready        bool
	RequestReady bool
	CulpritAnswer
	CulpritCounts
}

// Culprit is the model of both.
type Culprit struct {
	Array  *CulpritArray
	Engine *CulpritEngine
}

// NewCulprit makes them after reset.
func NewCulprit(units, probesFast, probesStrict int) *Culprit {
	return &Culprit{NewCulpritArray(units), NewCulpritEngine(units, probesFast, probesStrict)}
}

// Step is one clock cycle.
func (m *Culprit) Step(in CulpritIn) CulpritOut {
	row, reads := m.Engine.Reading()
	a := m.Array.Step(CulpritArrayIn{
		AllocValid: in.AllocValid, AllocUnit: in.AllocUnit, AllocPhase: in.AllocPhase, AllocPointer: in.AllocPointer,
		AllocPrio: in.AllocPrio, Inject: in.Inject,
		ReleaseValid: in.ReleaseValid, ReleaseUnit: in.ReleaseUnit, ReleasePhase: in.ReleasePhase, RdValid: reads, RdRow: row,
	})
	e := m.Engine.Step(CulpritEngineIn{
		CulpritHeld: in.CulpritHeld, Cleared: a.Ready, RequestValid: in.RequestValid, RequestPrio: in.RequestPrio,
		ReleaseValid: in.ReleaseValid, ReleaseUnit: in.ReleaseUnit,
		RdReady: a.RdReady, WordValid: a.WordValid, WordWrong: a.WordWrong, WordPrio: a.WordPrio, WordPointer: a.WordPointer,
	})
	return CulpritOut{Ready: a.Ready, RequestReady: e.RequestReady, CulpritAnswer: e.CulpritAnswer,
		CulpritCounts: e.CulpritCounts}
}
