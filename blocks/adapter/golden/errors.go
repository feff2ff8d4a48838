package golden

import link "culprit.example/culprit/blocks/link/golden"

// What goes wrong at an adapter, as bits of its errors. The parser tells those before Request.
const (
	NoHead = iota
	Cut
	Long
	Marked
	CRC
	Route
	NotGranted
	Unsolicited
	Request
	Grant
	Ack
	Credit
	Sequence
	Causes
	received = Request
)

// CauseNames are the causes of errors, by their bits.
var CauseNames = []string{"no_head", "cut", "long", "marked", "crc", "route", "not_granted", "unsolicited", "request",
	"grant", "ack", "credit", "sequence"}

// NewAdapterStatus makes outputs with slices of the right lengths.
func NewAdapterStatus() AdapterStatus { return AdapterStatus{ErrCounts: make([]uint32, Causes)} }

// NewIngressStatus is the same of the ingress.
func NewIngressStatus() IngressStatus { return IngressStatus{Error: make([]bool, 3)} }

// NewErrors makes the errors of a parser.
func NewErrors() []bool { return make([]bool, received) }

// AdmissionIn is what a parser is told of the flows to its adapter.
type AdmissionIn struct {
	GivenValid bool
	GivenNode  int
	GivenCount int
	GoneValid  bool
	GoneNode   int
	LostValid  bool `port:",optional"`
	LostNode   int  `port:",optional"`
}

// admission knows which segments may come.
type admission struct {
	granted []int // not arrived, by source
	here    []bool
	before  AdmissionIn // of the cycle before
}

func newAdmission(p Params) admission {
	return admission{granted: make([]int, p.Nodes), here: make([]bool, p.Nodes)}
}

// admits takes a segment that may come; what may not, is an error.
func (a *admission) admits(src int, unsol bool, errors *[received]bool) bool {
	may := a.may(src, unsol, errors)
	if may {
		a.enter(src, unsol)
	}
	return may
}

// may reports whether a segment may come; if not, it is an error.
func (a *admission) may(src int, unsol bool, errors *[received]bool) bool {
	if unsol {
		errors[Unsolicited] = a.here[src]
		return !a.here[src]
	}
	errors[NotGranted] = a.granted[src] == 0
	return a.granted[src] > 0
}

// enter notes a segment that has come.
func (a *admission) enter(src int, unsol bool) {
	if unsol {
		a.here[src] = true
	} else {
		a.granted[src]--
	}
}

// Note enters what has happened in a cycle.
func (a *admission) Note(in AdmissionIn) {
	a.before = in
	if in.GivenValid {
		a.granted[in.GivenNode] += in.GivenCount
	}
	if in.GoneValid {
		a.here[in.GoneNode] = !a.here[in.GoneNode]
	}
	if in.LostValid {
		a.granted[in.LostNode]--
	}
}

// Granted is how many segments of a flow may come.
func (a *admission) Granted(src int) int { return a.granted[src] }

// Here reports whether an unsolicited segment of a flow is here.
func (a *admission) Here(src int) bool { return a.here[src] }

// errorPins are the errors of an adapter.
type errorPins struct{ counts *link.Errors }

func newErrorPins(p Params) errorPins { return errorPins{link.NewErrors(Causes, p.ErrorBits)} }

// show sets the outputs.
func (e errorPins) show(out *AdapterStatus) {
	shown := e.counts.Registered()
	out.ErrCounts = shown.Counts
	for c, seen := range shown.Seen {
		if seen {
			out.ErrSeen |= 1 << c
		}
	}
}

// step is a cycle with what the parts tell.
func (e errorPins) step(clear bool, parser []bool, request bool, ingress []bool, sequence bool) {
	all := append(append([]bool(nil), parser...), request)
	all = append(append(all, ingress...), sequence)
	e.counts.Step(link.ErrorsIn{Errors: all, Clear: clear})
}
