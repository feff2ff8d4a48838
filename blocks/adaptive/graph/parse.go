package graph

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/go-multierror"
)

// Parse reads networks. file names them in messages, "FILE:LINE: what is wrong".
//
// One statement stands on a line, # starts a comment:
//
//	network NAME
//	link SWITCH:PORT SWITCH:PORT
//	host HOST SWITCH:PORT
//	noncontending SRC>DST ...         optional: flows of a hot phase, one from each source
//	contending SRC>DST ...            optional
//	hot SWITCH:PORT ...               optional: up to two output queues to watch
//	route HOST[,HOST...] SWITCH=PORT[,PORT...] ...
//
// Statements that end with ... may stand on several lines; a word too many on any other line is a mistake.
// Ports count from 1. A switch exists because a link or host names it. Hosts without
// a route line have no lists: Complete makes them.
func Parse(file string, r io.Reader) ([]*Network, error) {
	p := &parser{file: file}
	in := bufio.NewScanner(r)
	for in.Scan() {
		p.line++
		text, _, _ := strings.Cut(in.Text(), "#")
		if words := strings.Fields(text); len(words) > 0 {
			p.statement(words)
		}
		if p.now == nil && p.errs != nil { // the file is something else
			break
		}
	}
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("%s:%d: the line is longer than %d bytes: a network is a text with a statement on each line",
			file, p.line+1, bufio.MaxScanTokenSize)
	case err != nil:
		return nil, fmt.Errorf("%s: cannot be read: %w", file, err)
	}
	p.finish()
	if len(p.list) == 0 && p.errs == nil {
		return nil, fmt.Errorf("%s: the file has no network: begin with a line `network NAME`", file)
	}
	return p.list, mistakes(p.errs)
}

// mistakes is the error of a list of them: a line for each of the first ten.
func mistakes(errs *multierror.Error) error {
	if errs == nil {
		return nil
	}
	errs.ErrorFormat = func(list []error) string {
		const most = 10
		var lines []string
		for _, err := range list[:min(len(list), most)] {
			lines = append(lines, err.Error())
		}
		if n := len(list); n > most {
			lines = append(lines, fmt.Sprintf("and %d more", n-most))
		}
		return strings.Join(lines, "\n")
	}
	return errs
}

type parser struct {
	file string
	line int
	list []*Network
	errs *multierror.Error

	now      *Network
	switches map[string]int
	hosts    map[string]int
	ends     []map[int]End // of each switch
	lists    map[[2]int][]int
}

// wrong keeps a message about the present line.
func (p *parser) wrong(format string, args ...any) {
	p.errs = multierror.Append(p.errs, fmt.Errorf("%s:%d: %s", p.file, p.line, fmt.Sprintf(format, args...)))
}

// many is the most words of a statement that ends with a list.
const many = math.MaxInt

// statements are all that a line may be. Behind its name a statement has from least to
// most words. Those that end with a list may stand on several lines.
var statements = map[string]struct {
	read        func(p *parser, words []string)
	least, most int
	usage       string
}{
	"network": {(*parser).network, 1, 1, "network NAME"},
	"link":    {(*parser).link, 2, 2, "link SWITCH:PORT SWITCH:PORT"},
	"host":    {(*parser).host, 2, 2, "host HOST SWITCH:PORT"},
	"noncontending": {func(p *parser, words []string) { p.flows(&p.now.NonContending, words) }, 1, many,
		"noncontending SRC>DST ..."},
	"contending": {func(p *parser, words []string) { p.flows(&p.now.Contending, words) }, 1, many,
		"contending SRC>DST ..."},
	"hot":   {(*parser).hot, 1, many, "hot SWITCH:PORT ..."},
	"route": {(*parser).route, 2, many, "route HOST[,HOST...] SWITCH=PORT[,PORT...] ..."},
}

func (p *parser) statement(words []string) {
	s, ok := statements[words[0]]
	switch {
	case !ok:
		p.wrong("%.40q is no statement: use network, link, host, noncontending, contending, hot or route", words[0])
	case words[0] != "network" && p.now == nil:
		p.wrong("%s before any network: begin with a line `network NAME`", words[0])
	case len(words)-1 < s.least:
		p.wrong("%s is not complete: write `%s`", words[0], s.usage)
	case len(words)-1 > s.most:
		p.wrong("%s takes %s: `%s` is too much: begin a new line for another statement", words[0],
			strings.TrimPrefix(s.usage, words[0]+" "), strings.Join(words[1+s.most:], " "))
	default:
		s.read(p, words[1:])
	}
}

// name checks the name of something new: names stand in settings, in lists with commas
// and in the names of files.
func (p *parser) name(what, name string) {
	if !nameForm.MatchString(name) {
		p.wrong("%.40q is no name of a %s: use letters, digits, and after the first one also - and .", name, what)
	}
}

var nameForm = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)

func (p *parser) network(words []string) {
	p.finish()
	p.name("network", words[0])
	if slices.ContainsFunc(p.list, func(n *Network) bool { return n.Name == words[0] }) {
		p.wrong("network %s is there already: give it another name", words[0])
	}
	p.now = &Network{Name: words[0]}
	p.switches = map[string]int{}
	p.hosts = map[string]int{}
	p.ends = nil
	p.lists = map[[2]int][]int{}
}

// place reads SWITCH:PORT. A switch that is not known is made.
func (p *parser) place(word string) (Place, bool) {
	name, number, ok := strings.Cut(word, ":")
	port, err := strconv.Atoi(number)
	if !ok || name == "" || err != nil || port < 1 {
		p.wrong("%q is no place: write SWITCH:PORT, such as S1:2; ports count from 1", word)
		return Place{}, false
	}
	s, known := p.switches[name]
	if !known {
		p.name("switch", name)
		s = len(p.ends)
		p.switches[name] = s
		p.now.Switches = append(p.now.Switches, Switch{Name: name})
		p.ends = append(p.ends, map[int]End{})
	}
	return Place{s, port}, true
}

// join says what a place leads to.
func (p *parser) join(at Place, to End) {
	if was, used := p.ends[at.Switch][at.Port]; used {
		what := "a host"
		if was.Host < 0 {
			what = p.now.Switches[was.Switch].Name
		}
		p.wrong("port %s is used twice: it leads to %s already", p.now.PlaceName(at), what)
	}
	p.ends[at.Switch][at.Port] = to
}

func (p *parser) link(words []string) {
	a, okA := p.place(words[0])
	b, okB := p.place(words[1])
	if !okA || !okB {
		return
	}
	if a.Switch == b.Switch {
		p.wrong("link %s %s joins a switch with itself", words[0], words[1])
		return
	}
	p.join(a, End{-1, b.Switch, b.Port})
	p.join(b, End{-1, a.Switch, a.Port})
}

func (p *parser) host(words []string) {
	p.name("host", words[0])
	at, ok := p.place(words[1])
	if _, known := p.hosts[words[0]]; known {
		p.wrong("host %s is there already: give it another name", words[0])
	} else if ok {
		p.hosts[words[0]] = len(p.now.Hosts)
		p.join(at, End{Host: len(p.now.Hosts)})
		p.now.Hosts = append(p.now.Hosts, Host{words[0], at})
	}
}

// find is the host or switch of that name.
func (p *parser) find(what, name string, among map[string]int) (int, bool) {
	i, ok := among[name]
	if !ok {
		p.wrong("there is no %s %q: declare it in a line above", what, name)
	}
	return i, ok
}

// flows adds flows to a list.
func (p *parser) flows(list *[]Flow, words []string) {
	for _, w := range words {
		src, dst, ok := strings.Cut(w, ">")
		if !ok {
			p.wrong("%q is no flow: write SRC>DST, such as H1>H4", w)
			continue
		}
		s, okS := p.find("host", src, p.hosts)
		d, okD := p.find("host", dst, p.hosts)
		if okS && okD && s == d {
			p.wrong("flow %s leads to its own source", w)
		}
		if slices.ContainsFunc(*list, func(f Flow) bool { return okS && f.Src == s }) {
			p.wrong("host %s is the source of two flows: the traffic of a host has one destination at a time", src)
		}
		*list = append(*list, Flow{s, d})
	}
}

// watched is how many output queues a network can name as hot.
const watched = 2

func (p *parser) hot(words []string) {
	for _, w := range words {
		name, _, _ := strings.Cut(w, ":")
		if _, ok := p.find("switch", name, p.switches); ok {
			if at, ok := p.place(w); ok && slices.Contains(p.now.Hot, at) {
				p.wrong("%s is named as hot already", w)
			} else if ok {
				p.now.Hot = append(p.now.Hot, at)
			}
		}
	}
	if n := len(p.now.Hot); n > watched {
		p.wrong("the network has %d hot queues, and %d can be watched: name those that matter", n, watched)
	}
}

func (p *parser) route(words []string) {
	for _, host := range strings.Split(words[0], ",") {
		h, ok := p.find("host", host, p.hosts)
		if !ok {
			continue
		}
		for _, w := range words[1:] {
			p.routeAt(h, w)
		}
	}
}

// routeAt reads SWITCH=PORT[,PORT...].
func (p *parser) routeAt(host int, word string) {
	name, numbers, ok := strings.Cut(word, "=")
	if !ok {
		p.wrong("%q is no list of ports: write SWITCH=PORT[,PORT...], such as S9=4,5", word)
		return
	}
	s, ok := p.find("switch", name, p.switches)
	if !ok {
		return
	}
	key := [2]int{host, s}
	if _, twice := p.lists[key]; twice {
		p.wrong("switch %s has a list for host %s already", name, p.now.Hosts[host].Name)
		return
	}
	var ports []int
	for _, number := range strings.Split(numbers, ",") {
		port, err := strconv.Atoi(number)
		if err != nil || port < 1 {
			p.wrong("%q in %s is no port: ports count from 1", number, word)
			return
		}
		ports = append(ports, port)
	}
	p.lists[key] = ports
}

// finish puts the network together that the lines so far describe.
func (p *parser) finish() {
	n := p.now
	if n == nil {
		return
	}
	p.list = append(p.list, n)
	p.sort()
	p.now = nil
	for s, ends := range p.ends {
		for port := range len(ends) {
			e, ok := ends[port+1]
			if !ok {
				p.errs = multierror.Append(p.errs,
					fmt.Errorf("%s: network %s: switch %s uses %d ports, but not port %d: number them from 1 without gaps", p.file,
						n.Name, n.Switches[s].Name, len(ends), port+1))
				break
			}
			n.Switches[s].Ports = append(n.Switches[s].Ports, e)
		}
	}
	for _, at := range n.Hot {
		if sw := n.Switches[at.Switch]; at.Port > len(sw.Ports) {
			p.errs = multierror.Append(p.errs, fmt.Errorf("%s: network %s: hot names %s:%d, and switch %s has ports 1 to %d",
				p.file, n.Name, sw.Name, at.Port, sw.Name, len(sw.Ports)))
		}
	}
	if len(p.lists) == 0 {
		return
	}
	for h := range n.Hosts {
		n.Routes = append(n.Routes, make([][]int, len(n.Switches)))
		for s := range n.Switches {
			n.Routes[h][s] = p.lists[[2]int{h, s}]
		}
	}
}

// sort numbers the switches in the order of their names: S2 before S10.
func (p *parser) sort() {
	n := p.now
	order := slices.SortedFunc(maps.Keys(p.switches), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	place := make([]int, len(order)) // new number of each
	ends := make([]map[int]End, len(order))
	for i, name := range order {
		place[p.switches[name]] = i
		ends[i] = p.ends[p.switches[name]]
		n.Switches[i].Name = name
	}
	for _, ports := range ends {
		for port, e := range ports {
			if e.Host < 0 {
				e.Switch = place[e.Switch]
				ports[port] = e
			}
		}
	}
	for i := range n.Hosts {
		n.Hosts[i].At.Switch = place[n.Hosts[i].At.Switch]
	}
	for i := range n.Hot {
		n.Hot[i].Switch = place[n.Hot[i].Switch]
	}
	lists := map[[2]int][]int{}
	for key, ports := range p.lists {
		lists[[2]int{key[0], place[key[1]]}] = ports
	}
	p.ends, p.lists = ends, lists
}
