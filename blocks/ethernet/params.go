package ethernet

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// Blocks are the blocks of the family, in the order of the contract.
func Blocks() []*blocks.Block {
	return []*blocks.Block{blocks.Of(PFCRx), blocks.Of(PFCTx), blocks.Of(VLANRx), blocks.Of(CNMTx), blocks.Of(CNMRx)}
}

const (
	classes     = 8 // priorities of a link
	macBits     = 48
	fieldBits   = 16  // a field of a frame: ethertype, opcode, enable vector, time
	quantumBits = 512 // bit times of a quantum, the unit of the times of PAUSE
)

// StreamParams configures the streams of a block.
type StreamParams struct {
	Width int `param:"width" default:"64" min:"64" max:"512" doc:"bits of a beat: 64, 128, 256 or 512"`
}

// Dims are the names that the tags of ports use: the widths of a stream and of fields of frames.
func (p StreamParams) Dims() rtlgen.Dims {
	return rtlgen.Dims{"word": p.Width, "keep": p.Width / 8, "mac": macBits, "classes": classes}
}

// Check finds a width that no MAC has.
func (p StreamParams) Check() error {
	if p.Width&(p.Width-1) != 0 {
		return fmt.Errorf("width=%d is no width of a MAC: give 64, 128, 256 or 512", p.Width)
	}
	return nil
}

// PFCRxParams configures PFCRx.
type PFCRxParams struct {
	StreamParams
	CountBits int `param:"count_bits" default:"16" min:"1" max:"32" doc:"bits of a counter"`
}

// PFCTxParams configures PFCTx.
type PFCTxParams struct {
	StreamParams
	Quanta  int `param:"quanta" default:"65535" min:"5" max:"65535" doc:"time of an XOFF, quanta of 512 bit times"`
	Refresh int `param:"refresh" default:"32767" min:"2" max:"32767" doc:"quanta after which an XOFF is repeated; less than half of quanta"`
}

// VLANRxParams configures VLANRx.
type VLANRxParams struct {
	StreamParams
}

// CNMTxParams configures CNMTx.
type CNMTxParams struct {
	StreamParams
	CNMPrio int `param:"cnm_prio" default:"6" min:"0" max:"7" doc:"priority of CNMs"`
	MSDU    int `param:"msdu" default:"14" min:"0" max:"64" doc:"octets of the culprit frame's MSDU in a CNM"`
}

// Dims are the names that the tags of ports use.
func (p CNMTxParams) Dims() rtlgen.Dims {
	d := p.StreamParams.Dims()
	d["msdu"], d["msdu_bits"] = p.MSDU, 8*p.MSDU
	return d
}

// CNMRxParams configures CNMRx.
type CNMRxParams struct {
	StreamParams
	CountBits   int `param:"count_bits" default:"16" min:"1" max:"32" doc:"bits of a counter"`
	Flows       int `param:"flows" default:"8" min:"2" max:"64" doc:"flows of a server: {destination, priority}"`
	QOffsetSign int `param:"q_offset_sign" default:"0" min:"0" max:"1" doc:"cnmQOffset: 0 Q_eq - qlen, 1 qlen - Q_eq"`
}

// Dims are the names that the tags of ports use.
func (p CNMRxParams) Dims() rtlgen.Dims {
	d := p.StreamParams.Dims()
	d["events"], d["count"], d["flows"] = CNMEvents, p.CountBits, p.Flows
	return d
}

// Dims are the names that the tags of ports use.
func (p PFCRxParams) Dims() rtlgen.Dims {
	d := p.StreamParams.Dims()
	d["events"], d["count"] = Events, p.CountBits
	return d
}

// Check finds a width that no MAC has, and an XOFF that may end before it is repeated.
func (p PFCTxParams) Check() error {
	if err := p.StreamParams.Check(); err != nil {
		return err
	}
	if most := (p.Quanta - 1) / 2; p.Refresh > most {
		return fmt.Errorf("refresh=%d is not less than half of quanta=%d: an XOFF might end before it is repeated: give refresh up to %d, or quanta from %d on",
			p.Refresh, p.Quanta, most, 2*p.Refresh+1)
	}
	return nil
}
