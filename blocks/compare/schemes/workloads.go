package schemes

import (
	"fmt"
	"strings"

	"culprit.example/culprit/testbench/experiment"
)

// builtIns are the workloads of the comparison. In their texts OTHERS is the number of nodes but one, LOAD
// and PERCENT are settings, END is the end of the window.
var builtIns = []struct{ name, text string }{
	{"light", "uniform load=0.1"},
	{"uniform", "uniform load=0.5"},
	{"heavy", "uniform load=LOAD"},
	{"permutation", "permutation load=LOAD bytes=512"},
	{"bit-complement", "bit-complement load=LOAD"},
	{"bit-reverse", "bit-reverse load=LOAD"},
	{"transpose", "transpose load=LOAD"},
	{"shuffle", "shuffle load=LOAD"},
	{"tornado", "tornado load=LOAD"},
	{"hot-spot", "hot-spot load=0.5 node=6 percent=PERCENT to=END"},
	{"incast", "incast degree=OTHERS bytes=16384"},
	{"incast-background", "incast degree=OTHERS bytes=16384 at=1000 spread=16\nuniform load=0.3 bytes=512"},
	{"rpc", "uniform load=0.5 sizes=rpc cut=16384"},
	{"ring-all-reduce", "ring-all-reduce bytes=131072"},
	{"all-to-all", "all-to-all bytes=4096"},
	{"moe", "moe tokens=16 bytes=1024 back=2048 top=4 zipf=1"},
}

func builtInNames() (names []string) {
	for _, w := range builtIns {
		names = append(names, w.name)
	}
	return names
}

// builtIn is the text of a workload.
func builtIn(v experiment.Values, name string) string {
	for _, w := range builtIns {
		if w.name == name {
			return strings.NewReplacer("OTHERS", fmt.Sprint(v.Int("nodes")-1), "LOAD", v.Word("load"),
				"PERCENT", v.Word("hot_percent"), "END", fmt.Sprint(v.Int("warm")+v.Int("measure"))).Replace(w.text)
		}
	}
	panic("BUG: there is no workload " + name)
}
