package graph

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

// TestNamed proves the networks of the experiments free of loops, and makes their
// lists anew from the links.
func TestNamed(t *testing.T) {
	for _, n := range Named() {
		t.Run(n.Name, func(t *testing.T) {
			assert.NilError(t, n.Check(n.Longest()))
			again := n.Clone()
			again.Generate(n.Longest())
			assert.Equal(t, cmp.Diff(n.String(), again.String()), "")
		})
	}
}

// TestText reads back what String writes.
func TestText(t *testing.T) {
	for _, n := range Named() {
		again, err := Parse("again", strings.NewReader(n.String()))
		assert.NilError(t, err)
		assert.Equal(t, again[0].String(), n.String())
	}
}

// TestMistakes has a network with a mistake in each case, and the message.
func TestMistakes(t *testing.T) {
	const small = "network X\nlink A:1 B:1\nhost H A:2\nhost I B:2\n"
	for _, c := range []struct {
		name, text, want string
	}{
		{"empty", "# nothing\n", "f.txt: the file has no network: begin with a line `network NAME`"},
		{"no network", "link A:1 B:1\n", "f.txt:1: link before any network: begin with a line `network NAME`"},
		{"statement", small + "wire A:1 B:1\n",
			`f.txt:5: "wire" is no statement: use network, link, host, noncontending, contending, hot or route`},
		{"not complete", small + "route H\n",
			"f.txt:5: route is not complete: write `route HOST[,HOST...] SWITCH=PORT[,PORT...] ...`"},
		{"place", "network X\nlink A1 B:1\n",
			`f.txt:2: "A1" is no place: write SWITCH:PORT, such as S1:2; ports count from 1`},
		{"place 0", "network X\nlink A:0 B:1\n", `f.txt:2: "A:0" is no place`},
		{"port twice", small + "link A:2 C:1\n", "f.txt:5: port A:2 is used twice: it leads to a host already"},
		{"port twice, link", small + "host J A:1\n", "f.txt:5: port A:1 is used twice: it leads to B already"},
		{"itself", "network X\nlink A:1 A:2\n", "f.txt:2: link A:1 A:2 joins a switch with itself"},
		{"gap", "network X\nlink A:1 B:1\nhost H A:3\n",
			"f.txt: network X: switch A uses 2 ports, but not port 2: number them from 1 without gaps"},
		{"host twice", small + "host H B:3\n", "f.txt:5: host H is there already: give it another name"},
		{"network twice", small + small, "f.txt:5: network X is there already: give it another name"},
		{"no host", small + "contending H>J\n", `f.txt:5: there is no host "J": declare it in a line above`},
		{"no flow", small + "contending H-I\n", `f.txt:5: "H-I" is no flow: write SRC>DST, such as H1>H4`},
		{"own source", small + "contending H>H\n", "f.txt:5: flow H>H leads to its own source"},
		{"no switch", small + "hot C:1\n", `f.txt:5: there is no switch "C": declare it in a line above`},
		{"no list", small + "route H A\n", `f.txt:5: "A" is no list of ports: write SWITCH=PORT[,PORT...], such as S9=4,5`},
		{"list twice", small + "route H A=2 A=2\n", "f.txt:5: switch A has a list for host H already"},
		{"two flows", "network X\nlink A:1 B:1\nhost H A:2\nhost I B:2\nhost J B:3\nhot A:1\ncontending H>I H>J\n",
			"f.txt:7: host H is the source of two flows: the traffic of a host has one destination at a time"},
		{"three hot queues", small + "hot A:1 A:2\nhot B:1\n",
			"f.txt:6: the network has 3 hot queues, and 2 can be watched: name those that matter"},
		{"network name", "network X/Y\n",
			`f.txt:1: "X/Y" is no name of a network: use letters, digits, and after the first one also - and .`},
		{"switch name", "network X\nlink A,C:1 B:1\n", `f.txt:2: "A,C" is no name of a switch`},
		{"host name", small + "host -J B:3\n", `f.txt:5: "-J" is no name of a host`},
		{"long line", small + strings.Repeat("x", 1<<16) + "\n",
			"f.txt:5: the line is longer than 65536 bytes: a network is a text with a statement on each line"},
		{"something else", "\n\x7fELF\n\x00\n",
			`f.txt:2: "\x7fELF" is no statement: use network, link, host, noncontending, contending, hot or route`},
		{"several", small + "host H B:3\nlink A:0 B:9\n",
			"f.txt:5: host H is there already: give it another name\nf.txt:6: \"A:0\" is no place"},
		{"many", small + strings.Repeat("wire\n", 12),
			"f.txt:14: \"wire\" is no statement: use network, link, host, noncontending, contending, hot or route\nand 2 more"},
		{"network, a word too many", "network X Y\n",
			"f.txt:1: network takes NAME: `Y` is too much: begin a new line for another statement"},
		{"link, words too many", "network X\nlink A:1 B:1 A:2 B:2\n",
			"f.txt:2: link takes SWITCH:PORT SWITCH:PORT: `A:2 B:2` is too much: begin a new line for another statement"},
		{"link with a rate", "network X\nlink A:1 B:1 rate=40\n",
			"f.txt:2: link takes SWITCH:PORT SWITCH:PORT: `rate=40` is too much"},
		{"two hosts on a line", "network X\nlink A:1 B:1\nhost H A:2 I B:2\n",
			"f.txt:3: host takes HOST SWITCH:PORT: `I B:2` is too much"},
		{"two flows, two lines", small + "contending H>I\ncontending H>I\n", "f.txt:6: host H is the source of two flows"},
		{"hot twice", small + "hot A:1\nhot A:1\n", "f.txt:6: A:1 is named as hot already"},
		{"hot without a port", small + "hot A:3\n", "f.txt: network X: hot names A:3, and switch A has ports 1 to 2"},
		{"no port", small + "route H A=x\n", `f.txt:5: "x" in A=x is no port: ports count from 1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse("f.txt", strings.NewReader(c.text))
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// TestStatements gives every statement that is no list a word too many, and flows on several lines.
func TestStatements(t *testing.T) {
	for name, s := range statements {
		if s.most < many {
			_, err := Parse("f.txt", strings.NewReader("network N\n"+name+strings.Repeat(" A:1", s.most+1)+"\n"))
			assert.ErrorContains(t, err, "f.txt:2: "+name+" takes ")
			assert.ErrorContains(t, err, "`A:1` is too much")
		}
	}
	list, err := Parse("f.txt",
		strings.NewReader("network X\nlink A:1 B:1\nhost H A:2\nhost I B:2\ncontending H>I\ncontending I>H\n"))
	assert.NilError(t, err)
	assert.DeepEqual(t, list[0].Contending, []Flow{{0, 1}, {1, 0}})
}

// TestUnsound has networks that can be read and must not be built.
func TestUnsound(t *testing.T) {
	const links = "network X\nlink A:1 B:1\nlink A:2 C:1\nlink B:2 C:2\nhost H A:3\nhost I B:3\n"
	for _, c := range []struct {
		name, text, want string
	}{
		{"one host", "network X\nhost H A:1\n", "network X: it has 1 hosts: give at least two"},
		{"no routes", links, "network X: it has no routes"},
		{"no list", links + "route H A=3 B=1\nroute I A=1 B=3 C=2\n", "switch C has no list of ports to host H"},
		{"unreachable", links + "link D:1 E:1\nroute H A=3 B=1 C=1\nroute I A=1 B=3 C=2\n",
			"no links lead from switch D to host H"},
		{"port", links + "route H A=3 B=1 C=3\nroute I A=1 B=3 C=2\n",
			"switch C lists port 3 to host H, and has ports 1 to 2"},
		{"port twice", links + "route H A=3 B=1,1 C=1\nroute I A=1 B=3 C=2\n", "switch B lists port 1 to host H twice"},
		{"too long", links + "route H A=3 B=1,2,3 C=1\nroute I A=1 B=3 C=2\n",
			"switch B lists 3 ports to host H, and the switches are built for 2"},
		{"other host", links + "route H A=3 B=3 C=1\nroute I A=1 B=3 C=2\n",
			"switch B lists port 3 to host H, but I is there"},
		{"loop", links + "route H A=3 B=1,2 C=1,2\nroute I A=1 B=3 C=2\n", "the routes to host H have a loop: B:2->C C:2->B"},
		{"channels", "network X\nlink A:1 B:1\nlink B:2 C:1\nlink C:2 A:2\nhost H A:3\nhost I B:3\nhost J C:3\n" +
			"route H A=3 B=2 C=2\nroute I A=1 B=3 C=2\nroute J A=1 B=2 C=3\n",
			"channels wait for each other in a circle: A:1->B B:2->C C:2->A"},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, err := Parse("f.txt", strings.NewReader(c.text))
			assert.NilError(t, err)
			assert.ErrorContains(t, list[0].Check(2), c.want)
		})
	}
}

// TestComplete makes the lists to those hosts that have none, and leaves the others.
func TestComplete(t *testing.T) {
	n, err := Find("T1-R")
	assert.NilError(t, err)
	whole := n.String()
	const given = 4 // H5, whose list at S2 is turned round
	n.Routes[given][1] = []int{2, 1}
	own := n.Clone()
	for h := range n.Hosts {
		if h != given {
			n.Routes[h] = make([][]int, len(n.Switches))
		}
	}
	n.Complete(3)
	assert.Equal(t, n.String(), own.String())
	assert.Assert(t, n.String() != whole)
}

// TestSet has two networks in a file: messages name it, and lists are as long as asked
// for where the file gives none.
func TestSet(t *testing.T) {
	const text = "network X\nlink A:1 B:1\nlink A:2 B:2\nlink A:3 B:3\nlink A:4 B:4\nhost H A:5\nhost I B:5\n" +
		"network Y\nlink A:1 B:1\nhost H A:2\nhost I B:2\nroute H A=2\n"
	s, err := ReadSet("f.txt", strings.NewReader(text))
	assert.NilError(t, err)
	assert.Equal(t, s.Longest(), 1)
	for _, longest := range []int{1, 3} {
		assert.Equal(t, s.Complete(0, longest).Longest(), longest)
	}
	err = s.Check(func(i int) error { return s.Complete(i, 3).Check(3) })
	assert.Error(t, err, "f.txt: network Y: switch B has no list of ports to host H")
}

// TestBackwards enters the detour of T1-R backwards: S8 must not send frames for H5
// to S2.
func TestBackwards(t *testing.T) {
	n, err := Find("T1-R")
	assert.NilError(t, err)
	at := func(name string) int {
		for i, s := range n.Switches {
			if s.Name == name {
				return i
			}
		}
		panic(name)
	}
	s8, h5 := at("S8"), 4
	n.Routes[h5][s8] = append(n.Routes[h5][s8], 1)
	assert.ErrorContains(t, n.Check(3), "the routes to host H5 have a loop: S2:2->S8 S8:1->S2")
	_, err = Find("T9")
	assert.ErrorContains(t, err, `there is no network "T9": use T1-R, T2-R, T3-R, T2-H, Fig2, T1-S, or give a file`)
}
