package bench

import (
	"culprit/blocks/cioqrecn"
	cioqrecnmodel "culprit/blocks/cioqrecn/golden"
	rtl "culprit/blocks/fabric"
	"culprit/blocks/fabric/golden"
	"culprit/blocks/recn"
	recnmodel "culprit/blocks/recn/golden"
	"culprit/blocks/voq"
	voqmodel "culprit/blocks/voq/golden"
)

// The schemes that the tests of this package use, and their models.
var (
	schemes = rtl.Schemes{recn.Scheme(), voq.SwScheme(), voq.NetScheme(), cioqrecn.Scheme()}
	models  = golden.Schemes{recnmodel.Scheme(), voqmodel.SwScheme(), voqmodel.NetScheme(), cioqrecnmodel.Scheme()}
)

// Their numbers.
var (
	recnIQ   = recn.Scheme().Number
	voqSw    = voq.SwScheme().Number
	voqNet   = voq.NetScheme().Number
	recnCIOQ = cioqrecn.Scheme().Number
)
