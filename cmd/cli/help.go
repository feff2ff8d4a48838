package cli

import (
	"fmt"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// printTopics completes the help on a command by the parameters of the blocks, or the
// settings of the experiments, that the call names.
func (p *program) printTopics(k call) error {
	for _, topic := range slices.Compact(k.topics) {
		var t table
		if e := experiment.Find(p.experiments, topic); e != nil && k.command == "run" {
			t.add("SETTING", "DEFAULT", "RANGE", "MEANING")
			for _, s := range e.Settings {
				t.add(s.Name, s.Default, s.Range(), s.Doc)
			}
		} else if b, err := p.block(topic); err == nil && k.command != "run" {
			t.add("PARAMETER", "DEFAULT", "RANGE", "MEANING")
			for _, q := range b.Params {
				t.add(q.Name, fmt.Sprint(q.Default), fmt.Sprintf("%d..%d", q.Min, q.Max), q.Doc)
			}
		} else {
			continue
		}
		if _, err := fmt.Fprintf(p.stdout, "\n%s:\n", topic); err != nil {
			return err
		}
		if err := p.printTable(t); err != nil {
			return err
		}
	}
	return nil
}
