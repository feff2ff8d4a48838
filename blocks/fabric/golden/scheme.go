package golden

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
	case VOQsw:
		return newVOQsw(p)
	case VOQnet:
		return newVOQnet(p)
	case RECNCIOQ:
		return newRECNCIOQ(p)
	}
	panic("BUG: there is no such scheme")
}
