package bench

import (
	"culprit.example/culprit/blocks/cioqrecn"
	cioqrecnmodel "culprit.example/culprit/blocks/cioqrecn/golden"
	rtl "culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/fabric/golden"
	"culprit.example/culprit/blocks/recn"
	recnmodel "culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/blocks/voq"
	voqmodel "culprit.example/culprit/blocks/voq/golden"
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
