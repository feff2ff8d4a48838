package workload

import "slices"

// PacketBytes is the size of a packet on a link.
const PacketBytes = 64

// distribution is a distribution of the sizes of messages: its cumulative function at some points,
// linear between them.
type distribution struct {
	source string
	points []sizePoint // ascending; the first has share 0, the last 10,000
}

// sizePoint says that a share of all messages, in 1/10,000, has at most that many bytes.
type sizePoint struct{ bytes, share uint64 }

// distributions are those that have been published, with linear interpolation. Their means depend on points
// and interpolation: the same name is another load elsewhere.
var distributions = map[string]distribution{
	"websearch": {"DCTCP's web search, as alibaba-edu/High-Precision-Congestion-Control traffic_gen has it", percent(
		0, 0, 10_000, 15, 20_000, 20, 30_000, 30, 50_000, 40, 80_000, 53, 200_000, 60, 1_000_000, 70, 2_000_000, 80,
		5_000_000, 90, 10_000_000, 97, 30_000_000, 100)},
	"hadoop": {"Facebook's Hadoop, as alibaba-edu/High-Precision-Congestion-Control traffic_gen has it", tenths(
		0, 0, 100, 10, 200, 20, 300, 50, 350, 150, 400, 200, 500, 300, 600, 400, 700, 500, 1_000, 600, 2_000, 670,
		7_000, 700, 30_000, 720, 50_000, 820, 80_000, 870, 120_000, 900, 300_000, 950, 1_000_000, 975, 2_000_000, 990,
		10_000_000, 1_000)},
	"storage": {"AliStorage2019, as alibaba-edu/High-Precision-Congestion-Control traffic_gen has it", []sizePoint{{0, 0},
		{4_000, 2_293}, {8_000, 6_921}, {16_000, 8_061}, {32_000, 9_047}, {64_000, 9_353}, {128_000, 9_677},
		{256_000, 9_753}, {2_000_000, 10_000}}},
	"rpc": {"GoogleRPC2008: nine quantiles of the 843 points that alibaba-edu/High-Precision-Congestion-Control has",
		tenths(0, 0, 33, 100, 84, 250, 257, 500, 457, 750, 1_716, 900, 5_508, 950, 30_600, 990, 355_000, 999,
			15_160_000, 1_000)},
}

func percent(list ...uint64) []sizePoint { return sizePoints(100, list) }
func tenths(list ...uint64) []sizePoint  { return sizePoints(10, list) }

// sizePoints are pairs of bytes and share, that in units of 1/10,000.
func sizePoints(unit uint64, list []uint64) (points []sizePoint) {
	for i := 0; i < len(list); i += 2 {
		points = append(points, sizePoint{list[i], list[i+1] * unit})
	}
	return points
}

// upTo is the distribution with larger messages made as large as cut.
func (d distribution) upTo(cut uint64) distribution {
	i := slices.IndexFunc(d.points, func(p sizePoint) bool { return p.bytes > cut })
	if i < 0 {
		return d
	}
	a, b := d.points[i-1], d.points[i]
	share := a.share + (b.share-a.share)*(cut-a.bytes)/(b.bytes-a.bytes)
	points := append(slices.Clone(d.points[:i]), sizePoint{cut, share})
	if share < 10_000 {
		points = append(points, sizePoint{cut, 10_000})
	}
	return distribution{d.source, points}
}

// draw is the number of packets of a random message.
func (d distribution) draw(r *random) int {
	x := r.next() >> 32 * 10_000 // share * 2^32
	i := 1
	for d.points[i].share<<32 <= x {
		i++
	}
	a, b := d.points[i-1], d.points[i]
	return packets(a.bytes + (b.bytes-a.bytes)*((x-a.share<<32)/(b.share-a.share))>>32)
}

// mean is the mean number of packets of a message.
func (d distribution) mean() float64 {
	sum := 0.0
	for i := 1; i < len(d.points); i++ {
		a, b := d.points[i-1], d.points[i]
		of := float64(packets(a.bytes))
		if b.bytes > a.bytes {
			of = (packetArea(b.bytes) - packetArea(a.bytes)) / float64(b.bytes-a.bytes)
		}
		sum += float64(of * float64(b.share-a.share)) // not fused: the same on all machines
	}
	return sum / 10_000
}

// packets is how many packets that many bytes fill, 1 at least.
func packets(bytes uint64) int { return int(max(1, (bytes+PacketBytes-1)/PacketBytes)) }

// packetArea is the sum of the numbers of packets of messages of 1 to the given number of bytes.
func packetArea(bytes uint64) float64 {
	whole, rest := bytes/PacketBytes, bytes%PacketBytes
	return float64(PacketBytes*whole*(whole+1)/2 + rest*(whole+1))
}
