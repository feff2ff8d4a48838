package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/rtlgen/blocks"
)

func (p *program) listCommand() *cli.Command {
	return &cli.Command{
		Name:        "list",
		Usage:       "list the blocks with their parameters, ranges and defaults",
		UsageText:   "rtlgen list [FILTER] [--json]",
		Description: "With FILTER the blocks of that family, and those that have it in their names.\n\nExamples:\n  rtlgen list qcn\n  rtlgen list --json",
		Flags:       []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			list, err := p.filtered(c.Args().Slice())
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return p.printJSON(listJSON{listed(list)})
			}
			return p.printList(list)
		},
	}
}

// filtered are the blocks that the argument of `rtlgen list` names: all without one.
func (p *program) filtered(args []string) ([]*blocks.Block, error) {
	if len(args) == 0 {
		return p.blocks, nil
	}
	if len(args) > 1 {
		return nil, fmt.Errorf("list takes one FILTER, not also %q", args[1])
	}
	var list []*blocks.Block
	for _, b := range p.blocks {
		if b.Family == args[0] || strings.Contains(b.Name, args[0]) {
			list = append(list, b)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no block has %q in its name, and no family is called so; `rtlgen list` shows the blocks",
			args[0])
	}
	return list, nil
}

// listedBlock and listedParam are the JSON of `rtlgen list --json`.
type listedBlock struct {
	Name   string        `json:"name"`   // as in calls
	Family string        `json:"family"` // the name of its folder
	Doc    string        `json:"doc"`    // what it is
	Params []listedParam `json:"params"` // in the order of the contract
}

type listedParam struct {
	Name    string `json:"name"`    // as in -p name=value
	Default int    `json:"default"` // value without -p
	Min     int    `json:"min"`     // the least value
	Max     int    `json:"max"`     // the largest value
	Doc     string `json:"doc"`     // meaning and unit
}

func listed(of []*blocks.Block) []listedBlock {
	list := []listedBlock{}
	for _, b := range of {
		l := listedBlock{b.Name, b.Family, b.Doc, []listedParam{}}
		for _, q := range b.Params {
			l.Params = append(l.Params, listedParam{q.Name, q.Default, q.Min, q.Max, q.Doc})
		}
		list = append(list, l)
	}
	return list
}

func (p *program) printList(list []*blocks.Block) error {
	var t table
	t.add("BLOCK", "PARAMETER", "DEFAULT", "RANGE", "MEANING")
	for _, b := range list {
		t.add(b.Name, "", "", "", b.Doc)
		for _, q := range b.Params {
			t.add("", q.Name, fmt.Sprint(q.Default), fmt.Sprintf("%d..%d", q.Min, q.Max), q.Doc)
		}
	}
	return p.printTable(t)
}
