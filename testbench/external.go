package testbench

import (
	"context"
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/extsim"
)

// replayExternal runs an external simulator on the record.
func (r *run) replayExternal(s *extsim.Simulator, d *ir.Design) (EngineReport, error) {
	if err := r.progress(s.Name, 0, r.set.Cycles); err != nil {
		return EngineReport{}, err
	}
	result, err := s.Run(r.options.Context, d, r.set, r.options.Seed)
	if ended := r.options.Context.Err(); ended != nil {
		return EngineReport{}, ended // and not what a killed program says
	}
	if err != nil {
		return EngineReport{}, err
	}
	r.options.Progress(s.Name, r.set.Cycles, r.set.Cycles)
	e := EngineReport{Engine: s.Name, Seconds: result.Seconds, BuildSeconds: result.BuildSeconds, Cached: result.Cached,
		CacheProblem: result.CacheProblem}
	for _, m := range result.Mismatches {
		if e.Difference == nil {
			e.Difference = &Difference{Cycle: m.Cycle}
		}
		i := r.output(m.Port)
		width := r.set.Outputs[i].Width
		e.Difference.Ports = append(e.Difference.Ports, PortDifference{
			Port:     m.Port,
			Expected: hexadecimal(r.set.Expected(m.Cycle, i), width),
			Got:      fmt.Sprintf("%d'h%s", width, m.Got),
			Known:    hexadecimal(r.set.Mask(m.Cycle, i), width),
		})
	}
	for _, b := range result.Broken {
		p := property(d.Top, b.Scope, b.Name)
		if p == nil {
			return e, fmt.Errorf("engine %s: a broken assertion %s in instance %q, which module %s does not have", s.Name,
				b.Name, b.Scope, d.Top.Name)
		}
		e.Failures = append(e.Failures, PropertyFailure{
			Kind: p.Kind.String(), Name: hierarchical(d, b.Scope, b.Name), Cycle: b.Cycle, Count: b.Count, Doc: p.Doc,
			Pos: p.Pos.String(),
		})
	}
	return e, nil
}

// property finds a property of an instance by its path below the top.
func property(m *ir.Module, scope, name string) *ir.Property {
	if scope != "" {
		part, rest, _ := strings.Cut(scope, ".")
		for _, in := range m.Instances {
			for i := range in.Count {
				if in.CopyName(i) == part {
					return property(in.Of, rest, name)
				}
			}
		}
		return nil
	}
	for _, p := range m.Properties {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// WriteTestbench makes the record and writes the block's Verilog, a
// self-checking test bench and its vectors into dir: see extsim.WriteTestbench.
// Options.Engines does not count.
func WriteTestbench(dir string, b Bench, given map[string]int, o Options, v verilog.Options) error {
	o.Engines = nil
	r, design, err := newRun(b, given, o)
	if err != nil {
		return err
	}
	if err := r.sound(); err != nil {
		return err
	}
	if err := extsim.WriteTestbench(dir, design, r.set, v); err != nil {
		return fmt.Errorf("block %s: %w", b.Block.Name, err)
	}
	return nil
}

// Tool is an external program: see extsim.Tool.
type Tool = extsim.Tool

// Doctor looks for the external programs that verification can use. The end of ctx ends it.
func Doctor(ctx context.Context) []Tool { return extsim.Doctor(ctx) }
