package fabric

// The schemes of congestion management.
const (
	RECNIQ = iota
	VOQsw
	VOQnet
	RECNCIOQ
)

// hasSAQs tells whether switches of the scheme may have set-aside queues.
func hasSAQs(scheme int) bool { return scheme == RECNIQ || scheme == RECNCIOQ }

func newElement(p Params) element {
	switch p.Scheme {
	case RECNIQ:
		return newRECN(p)
	}
	panic("BUG: no golden switch for this scheme")
}

func newNode(p Params) endNode {
	switch p.Scheme {
	case VOQnet:
		panic("BUG: no golden node for this scheme")
	}
	return newTrafficNode(p, hasSAQs(p.Scheme) && p.SAQs > 0)
}
