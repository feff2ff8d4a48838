// Package library lists the families: their blocks, benches and experiments. It
// is the one list that a new family must be put on; everything else of a family
// stands in its own folder. The command line and the tests that concern all blocks
// work on it.
//
// What must not live here: hardware, and anything about a single block.
package library

import (
	"io"

	"culprit.example/culprit/blocks/adapter"
	adapterbench "culprit.example/culprit/blocks/adapter/bench"
	"culprit.example/culprit/blocks/adaptive"
	adaptivebench "culprit.example/culprit/blocks/adaptive/bench"
	adaptiveexperiment "culprit.example/culprit/blocks/adaptive/experiment"
	adaptivemeasured "culprit.example/culprit/blocks/adaptive/measured"
	"culprit.example/culprit/blocks/axis"
	axisbench "culprit.example/culprit/blocks/axis/bench"
	"culprit.example/culprit/blocks/board"
	boardbench "culprit.example/culprit/blocks/board/bench"
	"culprit.example/culprit/blocks/cioq"
	cioqbench "culprit.example/culprit/blocks/cioq/bench"
	"culprit.example/culprit/blocks/cioqrecn"
	cioqrecnbench "culprit.example/culprit/blocks/cioqrecn/bench"
	cioqrecnmodel "culprit.example/culprit/blocks/cioqrecn/golden"
	"culprit.example/culprit/blocks/clos"
	closbench "culprit.example/culprit/blocks/clos/bench"
	closexperiment "culprit.example/culprit/blocks/clos/experiment"
	closmeasured "culprit.example/culprit/blocks/clos/measured"
	faultytrees "culprit.example/culprit/blocks/compare/faults"
	"culprit.example/culprit/blocks/compare/lines"
	"culprit.example/culprit/blocks/compare/schemes"
	"culprit.example/culprit/blocks/compare/trees"
	"culprit.example/culprit/blocks/ethernet"
	ethernetbench "culprit.example/culprit/blocks/ethernet/bench"
	"culprit.example/culprit/blocks/fabric"
	fabricbench "culprit.example/culprit/blocks/fabric/bench"
	fabricmodel "culprit.example/culprit/blocks/fabric/golden"
	"culprit.example/culprit/blocks/link"
	linkbench "culprit.example/culprit/blocks/link/bench"
	"culprit.example/culprit/blocks/prim"
	primbench "culprit.example/culprit/blocks/prim/bench"
	"culprit.example/culprit/blocks/qcn"
	qcnbench "culprit.example/culprit/blocks/qcn/bench"
	qcnexperiment "culprit.example/culprit/blocks/qcn/experiment"
	"culprit.example/culprit/blocks/recn"
	recnbench "culprit.example/culprit/blocks/recn/bench"
	recnmodel "culprit.example/culprit/blocks/recn/golden"
	recnmeasured "culprit.example/culprit/blocks/recn/measured"
	"culprit.example/culprit/blocks/regs"
	regsbench "culprit.example/culprit/blocks/regs/bench"
	"culprit.example/culprit/blocks/spineleaf"
	spineleafbench "culprit.example/culprit/blocks/spineleaf/bench"
	spineleafexperiment "culprit.example/culprit/blocks/spineleaf/experiment"
	spineleafmeasured "culprit.example/culprit/blocks/spineleaf/measured"
	"culprit.example/culprit/blocks/traffic"
	trafficbench "culprit.example/culprit/blocks/traffic/bench"
	"culprit.example/culprit/blocks/voq"
	voqbench "culprit.example/culprit/blocks/voq/bench"
	voqmodel "culprit.example/culprit/blocks/voq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/family"
)

// Families are all families, in the order of their names.
func Families() family.List {
	return family.List{
		{Name: "adapter", Doc: "network adapters of end-to-end request-grant",
			Blocks: adapter.Blocks, Benches: adapterbench.Benches},
		{
			Name: "adaptive", Doc: "adaptive routing: switch, host, networks",
			Blocks: adaptive.Blocks, Benches: adaptivebench.Benches,
			Experiments: adaptiveexperiment.Experiments, Subjects: adaptivemeasured.Subjects,
			FromFile: &family.FromFile{Blocks: []string{"adaptive_network"},
				Experiments: []string{"adaptive-single", "adaptive-uniform"}, Make: adaptiveOn},
		},
		{Name: "axis", Doc: "AXI4-Stream edges",
			Blocks: axis.Blocks, Benches: axisbench.Benches},
		{Name: "board", Doc: "RECN-IQ switch and end nodes on FPGAs",
			Blocks: board.Blocks, Benches: boardbench.Benches, Board: ulx3s()},
		{Name: "cioq", Doc: "element with input and output queues",
			Blocks: cioq.Blocks, Benches: cioqbench.Benches},
		{Name: "cioqrecn", Doc: "the original RECN, with distributed deallocation",
			Blocks: cioqrecn.Blocks, Benches: cioqrecnbench.Benches},
		{Name: "clos", Doc: "Clos and Benes networks of request-grant",
			Blocks: clos.Blocks, Benches: closbench.Benches, Experiments: closexperiment.Experiments,
			Subjects: closmeasured.Subjects},
		{Name: "ethernet", Doc: "Ethernet control frames",
			Blocks: ethernet.Blocks, Benches: ethernetbench.Benches},
		{Name: "fabric", Doc: "k-ary n-trees of any switch, with end nodes",
			Blocks: fabricBlocks, Benches: FabricBenches, Experiments: schemes.Experiments,
			Faults: faultytrees.Networks},
		{Name: "link", Doc: "link ends: guards, bring-up, CRC, replay, errors",
			Blocks: link.Blocks, Benches: linkbench.Benches, Experiments: lines.Experiments},
		{Name: "prim", Doc: "queues, arbiters, memories, match lines",
			Blocks: prim.Blocks, Benches: primbench.Benches},
		{Name: "qcn", Doc: "unbiased QCN: congestion points, CulpritArray, PAUSE, reaction point",
			Blocks: qcn.Blocks, Benches: qcnbench.Benches, Experiments: qcnexperiment.Experiments},
		{Name: "recn", Doc: "the RECN-IQ switch",
			Blocks: recn.Blocks, Benches: recnbench.Benches, Experiments: trees.Experiments,
			Subjects: recnmeasured.Subjects},
		{Name: "regs", Doc: "registers behind AXI4-Lite",
			Blocks: regs.Blocks, Benches: regsbench.Benches},
		{Name: "spineleaf", Doc: "spine-leaf fabric with QCN",
			Blocks: spineleaf.Blocks, Benches: spineleafbench.Benches,
			Experiments: spineleafexperiment.Experiments, Subjects: spineleafmeasured.Subjects},
		{Name: "traffic", Doc: "end nodes: packet source, NIC, sink",
			Blocks: traffic.Blocks, Benches: trafficbench.Benches},
		{Name: "voq", Doc: "switches with virtual output queues: VOQsw, VOQnet",
			Blocks: voq.Blocks, Benches: voqbench.Benches},
	}
}

// adaptiveOn is the family adaptive on the networks of a file.
func adaptiveOn(file string, text io.Reader) (family.Family, error) {
	set, err := adaptive.ReadNetworks(file, text)
	if err != nil {
		return family.Family{}, err
	}
	return family.Family{
		Name:        "adaptive",
		Blocks:      func() []*blocks.Block { return adaptive.BlocksOn(set) },
		Benches:     func() []testbench.Bench { return adaptivebench.BenchesOn(set) },
		Experiments: func() []*experiment.Experiment { return adaptiveexperiment.ExperimentsOn(set) },
	}, nil
}

// Schemes are what a tree of package fabric can be built with, Models their golden models.
func Schemes() fabric.Schemes {
	return fabric.Schemes{cioqrecn.Scheme(), recn.Scheme(), voq.SwScheme(), voq.NetScheme()}
}

// Models are the golden models of Schemes, in their order.
func Models() fabricmodel.Schemes {
	return fabricmodel.Schemes{cioqrecnmodel.Scheme(), recnmodel.Scheme(), voqmodel.SwScheme(), voqmodel.NetScheme()}
}

func fabricBlocks() []*blocks.Block { return fabric.Blocks(Schemes()) }

// FabricBenches are the benches of the family fabric, with the schemes and models of the library.
func FabricBenches() []testbench.Bench { return fabricbench.Benches(Schemes(), Models()) }

// Blocks are the blocks of all families.
func Blocks() []*blocks.Block { return Families().Blocks() }

// Find returns the block of that name; nil if there is none.
func Find(name string) *blocks.Block { return blocks.Find(Blocks(), name) }

// ulx3s is recn_board on the ULX3S.
func ulx3s() *family.Board {
	return &family.Board{
		Block: "recn_board", Name: "ULX3S", Params: board.ULX3S(), Pins: board.ULX3SPins, Simulate: board.Simulate,
		Read: func(text string) (list []family.Counter, switches int, err error) {
			counters, err := board.Read(text)
			if err != nil {
				return nil, 0, err
			}
			for _, c := range counters {
				list = append(list, family.Counter{Name: c.Name, Value: c.Value})
			}
			const settings = 16
			return list, int(counters[len(counters)-1].Value % settings), nil
		},
	}
}
