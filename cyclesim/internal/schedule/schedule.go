package schedule

import (
	"fmt"
	"math/big"
	"math/bits"
	"sort"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// Task is one piece of a module's combinational work: the value of one wire or
// output, the data of one asynchronous read port, the drive of one input port
// of an instance, one fragment of an instance.
type Task struct {
	name string // for the report of a loop
	deps []*Task

	// One of these.
	Sig  *ir.Signal // with the statements that assign it
	Tree []ir.Stmt
	Mem  *ir.Memory // with the port
	Read *ir.ReadPort
	Conn *ir.Conn  // with Inst
	Call *Fragment // with Inst
	Inst *ir.Instance

	inputs      *big.Int // the module's inputs that it depends on, bit i for input i
	feedsOutput bool
}

// Fragment is the tasks that depend on the same set of the module's inputs. It
// can run as soon as these inputs are known, whatever the others are, so that a
// path out of an instance and back in through another port needs no iteration.
// Tasks that no output depends on are in the last fragment.
type Fragment struct {
	Inputs *big.Int // bit i for input i
	Last   bool     // runs after all the others, feeds no output
	Tasks  []*Task  // in an order in which they can run
}

// Plan is the combinational work of a module.
type Plan struct {
	Module    *ir.Module
	Body      []ir.Stmt                // the statements, loops written out
	Fragments []*Fragment              // in an order in which they can run; the last one is Last
	Computes  map[*ir.Signal]*Fragment // by output
}

// Follows reports whether f may rely on g having run before it.
func (f *Fragment) Follows(g *Fragment) bool {
	if f == g || g.Last {
		return false
	}
	return f.Last || new(big.Int).AndNot(g.Inputs, f.Inputs).Sign() == 0
}

// scheduler finds the tasks of a module and their order.
type scheduler struct {
	plan  *Plan
	plans map[*ir.Module]*Plan
	tasks []*Task

	input map[*ir.Signal]int
	sig   map[*ir.Signal]*Task
	read  map[*ir.ReadPort]*Task
	calls map[*Fragment]map[*ir.Instance]*Task
}

// New orders the combinational work of a module. plans are those of the modules
// that it instantiates. An error uses the designer's names.
func New(m *ir.Module, plans map[*ir.Module]*Plan) (*Plan, error) {
	p := &Plan{Module: m, Body: analysis.Unroll(m.Body), Computes: map[*ir.Signal]*Fragment{}}
	s := &scheduler{
		plan: p, plans: plans,
		input: map[*ir.Signal]int{},
		sig:   map[*ir.Signal]*Task{},
		read:  map[*ir.ReadPort]*Task{},
		calls: map[*Fragment]map[*ir.Instance]*Task{},
	}
	for i, in := range m.Inputs() {
		s.input[in] = i
	}
	s.addTasks()
	s.addDeps()
	order, err := s.sort()
	if err != nil {
		return nil, err
	}
	s.fragments(order)
	return p, nil
}

// Of makes the plans of all modules of a design.
func Of(d *ir.Design) (map[*ir.Module]*Plan, error) {
	plans := map[*ir.Module]*Plan{}
	for _, m := range d.Modules {
		for _, in := range m.Instances {
			if plans[in.Of] == nil {
				panic(fmt.Sprintf("BUG: module %s comes before %s, which it instantiates", m.Name, in.Of.Name))
			}
		}
		p, err := New(m, plans)
		if err != nil {
			return nil, err
		}
		plans[m] = p
	}
	if plans[d.Top] == nil {
		return nil, fmt.Errorf("BUG: the top module %s is not in the design's list", d.Top.Name)
	}
	return plans, nil
}

func (s *scheduler) add(t *Task) *Task {
	t.inputs = new(big.Int)
	s.tasks = append(s.tasks, t)
	return t
}

func (s *scheduler) addTasks() {
	for _, sig := range assigned(s.plan.Module) {
		s.sig[sig] = s.add(&Task{name: sig.Name, Sig: sig})
	}
	for _, mem := range s.plan.Module.Memories {
		for _, r := range mem.Reads {
			if !r.Sync {
				s.read[r] = s.add(&Task{name: mem.Name + " read port " + r.Name, Mem: mem, Read: r})
			}
		}
	}
	for _, c := range s.plan.Module.Instances {
		for _, f := range s.plans[c.Of].Fragments {
			if s.calls[f] == nil {
				s.calls[f] = map[*ir.Instance]*Task{}
			}
			s.calls[f][c] = s.add(&Task{name: "instance " + c.Name, Inst: c, Call: f})
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
	trees := analysis.Each(s.plan.Body, func(a *ir.Assign) (*ir.Signal, bool) {
		return a.Sig, a.Sig != nil && a.Sig.Kind != ir.Reg
	})
	for _, t := range s.tasks {
		switch {
		case t.Sig != nil:
			t.Tree = trees[t.Sig]
			seen := map[*ir.Node]bool{}
			ir.WalkStmts(t.Tree, func(st ir.Stmt) {
				ir.StmtNodes(st, func(n *ir.Node) { s.dependOn(t, n, seen) })
			})
		case t.Read != nil:
			s.dependOn(t, t.Read.Addr, map[*ir.Node]bool{})
		}
	}
	for _, c := range s.plan.Module.Instances {
		s.addInstanceDeps(c)
	}
}

// addInstanceDeps adds the tasks that drive the instance's inputs, and orders its
// fragments behind them and behind each other.
func (s *scheduler) addInstanceDeps(c *ir.Instance) {
	drives := make([]*Task, len(c.Conns))
	for i := range c.Conns {
		conn := &c.Conns[i]
		drives[i] = s.add(&Task{name: c.Name + "." + conn.Port.Name, Inst: c, Conn: conn})
		s.dependOn(drives[i], conn.Value, map[*ir.Node]bool{})
	}
	driveOf := map[*ir.Signal]*Task{}
	for _, t := range drives {
		driveOf[t.Conn.Port] = t
	}
	inputs := c.Of.Inputs()
	for _, f := range s.plans[c.Of].Fragments {
		t := s.calls[f][c]
		for i, p := range inputs {
			if f.Last || f.Inputs.Bit(i) == 1 {
				if driveOf[p] == nil {
					panic("BUG: an instance has no connection to its input " + p.Name)
				}
				t.deps = append(t.deps, driveOf[p])
			}
		}
		for _, g := range s.plans[c.Of].Fragments {
			if f.Follows(g) {
				t.deps = append(t.deps, s.calls[g][c])
			}
		}
	}
}

// dependOn records what the task reads through the expression n.
func (s *scheduler) dependOn(t *Task, n *ir.Node, seen map[*ir.Node]bool) {
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
			t.deps = append(t.deps, s.calls[s.plans[n.Inst.Of].Computes[n.Port]][n.Inst])
		}
	})
}

// sort orders every task after those that it depends on, and collects the inputs
// that it depends on through them.
func (s *scheduler) sort() ([]*Task, error) {
	var err error
	order := analysis.Order(s.tasks, func(t *Task) []*Task { return t.deps }, func(loop []*Task) {
		if err == nil {
			err = s.loopError(loop)
		}
	})
	for _, t := range order {
		for _, d := range t.deps {
			t.inputs.Or(t.inputs, d.inputs)
		}
	}
	return order, err
}

func (s *scheduler) loopError(loop []*Task) error {
	var names []string
	for _, t := range append(loop, loop[0]) {
		names = append(names, t.name)
	}
	return fmt.Errorf("BUG: combinational loop in module %s that elaboration let through: %s depends on itself: %s",
		s.plan.Module.Name, loop[0].name, strings.Join(names, " <- "))
}

// fragments distributes the ordered tasks to fragments.
func (s *scheduler) fragments(order []*Task) {
	for _, p := range s.plan.Module.Outputs() {
		s.sig[p].feedsOutput = true
	}
	for i := len(order) - 1; i >= 0; i-- {
		if order[i].feedsOutput {
			for _, d := range order[i].deps {
				d.feedsOutput = true
			}
		}
	}
	last := &Fragment{Inputs: new(big.Int), Last: true}
	bySet := map[string]*Fragment{}
	var list []*Fragment
	for _, t := range order {
		f := last
		if t.feedsOutput {
			key := t.inputs.Text(16)
			if f = bySet[key]; f == nil {
				f = &Fragment{Inputs: t.inputs}
				bySet[key] = f
				list = append(list, f)
			}
			if t.Sig != nil && t.Sig.Kind == ir.Output {
				s.plan.Computes[t.Sig] = f
			}
		}
		f.Tasks = append(f.Tasks, t)
	}
	sort.SliceStable(list, func(i, j int) bool { return popCount(list[i].Inputs) < popCount(list[j].Inputs) })
	list = append(list, last)
	s.plan.Fragments = list
}

func popCount(x *big.Int) int {
	n := 0
	for _, w := range x.Bits() {
		n += bits.OnesCount(uint(w))
	}
	return n
}
