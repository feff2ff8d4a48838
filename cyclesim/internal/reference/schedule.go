package reference

import (
	"fmt"
	"math/big"
	"sort"
	"strings"

	"culprit/cyclesim/internal/machine"
	"culprit/rtlgen/ir"
)

// A module's combinational work is cut into tasks: the value of one wire or
// output, the data of one asynchronous read port, the drive of one input port
// of an instance, one fragment of an instance.
//
// Tasks that depend on the same set of the module's inputs form a fragment. A
// fragment can run as soon as its inputs are known, whatever the others are, so
// that a path out of an instance and back into it through another port needs
// no iteration. Tasks that no output depends on wait for the last fragment.
type task struct {
	name string // for the report of a loop
	deps []*task

	// One of these.
	sig  *ir.Signal // with the statements that assign it
	tree []ir.Stmt
	mem  *ir.Memory // with the port
	read *ir.ReadPort
	conn *ir.Conn // with inst
	call *fragment
	inst *child

	inputs      *big.Int // the module's inputs that it depends on, bit i for input i
	feedsOutput bool
	state       int8
}

// The states of a task while it is sorted.
const (
	unseen int8 = iota
	onPath
	sorted
)

// fragment is the code of the tasks that depend on the same inputs.
type fragment struct {
	inputs *big.Int
	last   bool // runs after all the others, feeds no output
	tasks  []*task
	code   []instr
}

// follows tells whether f may rely on g having run before it.
func (f *fragment) follows(g *fragment) bool {
	if f == g || g.last {
		return false
	}
	return f.last || new(big.Int).AndNot(g.inputs, f.inputs).Sign() == 0
}

// scheduler finds the tasks of a module and their order.
type scheduler struct {
	m     *module
	body  []ir.Stmt
	tasks []*task

	input map[*ir.Signal]int
	sig   map[*ir.Signal]*task
	read  map[*ir.ReadPort]*task
	calls map[*fragment]map[*child]*task
}

// schedule sorts the combinational work of the module into m.fragments.
func schedule(m *module, body []ir.Stmt) error {
	s := &scheduler{
		m: m, body: body,
		input: map[*ir.Signal]int{},
		sig:   map[*ir.Signal]*task{},
		read:  map[*ir.ReadPort]*task{},
		calls: map[*fragment]map[*child]*task{},
	}
	for i, p := range m.ir.Inputs() {
		s.input[p] = i
	}
	s.addTasks()
	s.addDeps()
	order, err := s.sort()
	if err != nil {
		return err
	}
	s.fragments(order)
	return nil
}

func (s *scheduler) add(t *task) *task {
	t.inputs = new(big.Int)
	s.tasks = append(s.tasks, t)
	return t
}

func (s *scheduler) addTasks() {
	for _, sig := range assigned(s.m.ir) {
		s.sig[sig] = s.add(&task{name: sig.Name, sig: sig})
	}
	for _, mem := range s.m.ir.Memories {
		for _, r := range mem.Reads {
			if !r.Sync {
				s.read[r] = s.add(&task{name: mem.Name + " read port " + r.Name, mem: mem, read: r})
			}
		}
	}
	for _, c := range s.m.children {
		for _, f := range c.module.fragments {
			if s.calls[f] == nil {
				s.calls[f] = map[*child]*task{}
			}
			s.calls[f][c] = s.add(&task{name: "instance " + c.ir.Name, inst: c, call: f})
		}
	}
}

// assigned lists the wires and outputs of a module.
func assigned(m *ir.Module) []*ir.Signal {
	sigs := m.Outputs()
	for _, sig := range m.Signals {
		if sig.Kind == ir.Wire {
			sigs = append(sigs, sig)
		}
	}
	return sigs
}

func (s *scheduler) addDeps() {
	touching := map[*ir.Signal][]ir.Stmt{} // outermost statements by what they assign
	for _, st := range s.body {
		ir.WalkStmts([]ir.Stmt{st}, func(in ir.Stmt) {
			if a, ok := in.(*ir.Assign); ok && a.Sig != nil {
				if list := touching[a.Sig]; len(list) == 0 || list[len(list)-1] != st {
					touching[a.Sig] = append(list, st)
				}
			}
		})
	}
	for _, t := range s.tasks {
		switch {
		case t.sig != nil:
			t.tree = prune(touching[t.sig], func(a *ir.Assign) bool { return a.Sig == t.sig })
			seen := map[*ir.Node]bool{}
			ir.WalkStmts(t.tree, func(st ir.Stmt) {
				ir.StmtNodes(st, func(n *ir.Node) { s.dependOn(t, n, seen) })
			})
		case t.read != nil:
			s.dependOn(t, t.read.Addr, map[*ir.Node]bool{})
		}
	}
	for _, c := range s.m.children {
		s.addInstanceDeps(c)
	}
}

// addInstanceDeps makes the tasks that drive the instance's inputs, and puts
// its fragments behind them and behind each other.
func (s *scheduler) addInstanceDeps(c *child) {
	drives := make([]*task, len(c.ir.Conns))
	for i := range c.ir.Conns {
		conn := &c.ir.Conns[i]
		drives[i] = s.add(&task{name: c.ir.Name + "." + conn.Port.Name, inst: c, conn: conn})
		s.dependOn(drives[i], conn.Value, map[*ir.Node]bool{})
	}
	for _, f := range c.module.fragments {
		t := s.calls[f][c]
		for i, p := range c.ir.Of.Inputs() {
			if f.last || f.inputs.Bit(i) == 1 {
				t.deps = append(t.deps, driveOf(drives, p))
			}
		}
		for _, g := range c.module.fragments {
			if f.follows(g) {
				t.deps = append(t.deps, s.calls[g][c])
			}
		}
	}
}

func driveOf(drives []*task, p *ir.Signal) *task {
	for _, t := range drives {
		if t.conn.Port == p {
			return t
		}
	}
	panic("BUG: an instance has no connection to its input " + p.Name)
}

// dependOn notes what the task reads through the expression n.
func (s *scheduler) dependOn(t *task, n *ir.Node, seen map[*ir.Node]bool) {
	ir.WalkNodes(n, seen, func(n *ir.Node) {
		switch n.Op {
		case ir.OpSignal:
			if i, ok := s.input[n.Sig]; ok {
				t.inputs.SetBit(t.inputs, i, 1)
			} else if d := s.sig[n.Sig]; d != nil {
				t.deps = append(t.deps, d)
			}
		case ir.OpMemRead:
			if d := s.read[n.Read]; d != nil {
				t.deps = append(t.deps, d)
			}
		case ir.OpInstOut:
			c := s.m.childOf(n.Inst)
			t.deps = append(t.deps, s.calls[c.module.computes[n.Port]][c])
		}
	})
}

// sort puts every task behind those it depends on, and gathers the inputs it
// depends on through them.
func (s *scheduler) sort() ([]*task, error) {
	var order, path []*task
	var visit func(t *task) error
	visit = func(t *task) error {
		switch t.state {
		case sorted:
			return nil
		case onPath:
			return s.loopError(path, t)
		}
		t.state = onPath
		path = append(path, t)
		for _, d := range t.deps {
			if err := visit(d); err != nil {
				return err
			}
			t.inputs.Or(t.inputs, d.inputs)
		}
		path = path[:len(path)-1]
		t.state = sorted
		order = append(order, t)
		return nil
	}
	for _, t := range s.tasks {
		if err := visit(t); err != nil {
			return nil, err
		}
	}
	return order, nil
}

func (s *scheduler) loopError(path []*task, t *task) error {
	var names []string
	for i := len(path) - 1; i >= 0; i-- {
		names = append([]string{path[i].name}, names...)
		if path[i] == t {
			break
		}
	}
	names = append(names, t.name)
	return fmt.Errorf("BUG: combinational loop in module %s that elaboration let through: %s depends on itself: %s",
		s.m.ir.Name, t.name, strings.Join(names, " <- "))
}

// fragments deals the sorted tasks out to fragments.
func (s *scheduler) fragments(order []*task) {
	for _, p := range s.m.ir.Outputs() {
		s.sig[p].feedsOutput = true
	}
	for i := len(order) - 1; i >= 0; i-- {
		if order[i].feedsOutput {
			for _, d := range order[i].deps {
				d.feedsOutput = true
			}
		}
	}
	last := &fragment{inputs: new(big.Int), last: true}
	bySet := map[string]*fragment{}
	var list []*fragment
	for _, t := range order {
		f := last
		if t.feedsOutput {
			key := t.inputs.Text(16)
			if f = bySet[key]; f == nil {
				f = &fragment{inputs: t.inputs}
				bySet[key] = f
				list = append(list, f)
			}
			if t.sig != nil && t.sig.Kind == ir.Output {
				s.m.computes[t.sig] = f
			}
		}
		f.tasks = append(f.tasks, t)
	}
	sort.SliceStable(list, func(i, j int) bool { return popCount(list[i].inputs) < popCount(list[j].inputs) })
	s.m.fragments = append(list, last)
}

func popCount(x *big.Int) int {
	words := make([]uint64, machine.Words(x.BitLen()))
	setWords(words, x)
	return onesCount(words)
}

// prune keeps the assignments that are asked for and the statements around them.
func prune(body []ir.Stmt, keep func(*ir.Assign) bool) []ir.Stmt {
	var out []ir.Stmt
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			if keep(s) {
				out = append(out, s)
			}
		case *ir.If:
			c := *s
			c.Then, c.Else = prune(s.Then, keep), prune(s.Else, keep)
			if len(c.Then)+len(c.Else) > 0 {
				out = append(out, &c)
			}
		case *ir.Switch:
			c := *s
			c.Default = prune(s.Default, keep)
			used := len(c.Default) > 0
			c.Cases = make([]ir.Case, len(s.Cases))
			for i, k := range s.Cases {
				k.Body = prune(k.Body, keep)
				used = used || len(k.Body) > 0
				c.Cases[i] = k
			}
			if used {
				out = append(out, &c)
			}
		default:
			panic(fmt.Sprintf("BUG: statement %T is left after unrolling", s))
		}
	}
	return out
}
