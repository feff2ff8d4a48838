package packets

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
)

// userLink is the kind of link that pcap leaves to its users: packets that are no Ethernet frames.
const userLink = layers.LinkType(147)

// Writer writes a file of pcapng with the packets of one edge. Those that are marked as bad belong to a second
// interface, whose name says so.
type Writer struct {
	ng     *pcapgo.NgWriter
	period time.Duration
	err    error
}

// NewWriter begins a file. period is the time of a clock cycle. The packets of an AXI4-Stream edge are Ethernet frames
// without FCS for who reads the file, those of other links of a kind of their own.
func NewWriter(w io.Writer, e Edge, period time.Duration) (*Writer, error) {
	kind := userLink
	if e.Stream {
		kind = layers.LinkTypeEthernet
	}
	of := func(name string) pcapgo.NgInterface {
		return pcapgo.NgInterface{Name: name, LinkType: kind, TimestampResolution: 9}
	}
	ng, err := pcapgo.NewNgWriterInterface(w, of(e.Name), pcapgo.NgWriterOptions{
		SectionInfo: pcapgo.NgSectionInfo{Application: "Culprit"}})
	if err != nil {
		return nil, err
	}
	if _, err := ng.AddInterface(of(e.Name + " (bad)")); err != nil {
		return nil, err
	}
	return &Writer{ng: ng, period: period}, nil
}

func (w *Writer) write(cycle uint64, packet []byte, bad bool) {
	if w.err != nil {
		return
	}
	info := gopacket.CaptureInfo{Timestamp: time.Unix(0, 0).Add(time.Duration(cycle) * w.period),
		CaptureLength: len(packet), Length: len(packet)}
	if bad {
		info.InterfaceIndex = 1
	}
	w.err = w.ng.WritePacket(info, packet)
}

// Err is the first error.
func (w *Writer) Err() error { return w.err }

// Close writes what is still held. It does not close the file.
func (w *Writer) Close() error {
	if w.err == nil {
		w.err = w.ng.Flush()
	}
	return w.err
}

// ngMagic begins a file of pcapng, and each of its sections.
var ngMagic = []byte{0x0a, 0x0d, 0x0d, 0x0a}

// wholeBlocks reports whether the file consists of blocks that are there as a whole: the library takes the end of the
// file within one for its end.
func wholeBlocks(file []byte) bool {
	var order binary.ByteOrder = binary.LittleEndian
	for len(file) > 0 {
		if len(file) < 12 {
			return false
		}
		if bytes.HasPrefix(file, ngMagic) && file[8] == 0x1a { // the byte-order magic is 1a2b3c4d
			order = binary.BigEndian
		}
		length := uint64(order.Uint32(file[4:]))
		if length < 12 || length > uint64(len(file)) {
			return false
		}
		file = file[length:]
	}
	return true
}

// Read reads the packets of a file of pcap or pcapng, of all its interfaces. A packet of which the file has a part only
// is an error.
func Read(r io.Reader) ([][]byte, error) {
	file, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("cannot read the packets: %w", err)
	}
	if len(file) < 4 {
		return nil, errors.New("the file is neither pcap nor pcapng: it ends within the first four bytes")
	}
	var source gopacket.PacketDataSource
	if bytes.HasPrefix(file, ngMagic) {
		if !wholeBlocks(file) {
			return nil, errors.New("the file of pcapng ends within a block, or a block has a wrong length: capture it again")
		}
		source, err = pcapgo.NewNgReader(bytes.NewReader(file), pcapgo.NgReaderOptions{WantMixedLinkType: true})
	} else {
		source, err = pcapgo.NewReader(bytes.NewReader(file))
	}
	if err != nil {
		return nil, fmt.Errorf("the file is neither pcap nor pcapng: %w", err)
	}
	var list [][]byte
	for {
		data, info, err := source.ReadPacketData()
		switch {
		case errors.Is(err, io.EOF):
			return list, nil
		case err != nil:
			return nil, fmt.Errorf("packet %d cannot be read: %w", len(list)+1, err)
		case info.CaptureLength < info.Length:
			return nil, fmt.Errorf("of packet %d the file has %d bytes of %d: capture it with a snap length of 0", len(list)+1,
				info.CaptureLength, info.Length)
		}
		list = append(list, data)
	}
}
