package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

func (p *program) listCommand() *cli.Command {
	return &cli.Command{
		Name:        "list",
		Usage:       "list the blocks with their parameters, ranges and defaults",
		UsageText:   "rtlgen list [--json]",
		Description: "Example:\n  rtlgen list --json",
		Flags:       []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			if c.Bool("json") {
				return p.printJSON(p.listed())
			}
			return p.printList()
		},
	}
}

// listedBlock and listedParam are the JSON of `rtlgen list --json`.
type listedBlock struct {
	Name   string        `json:"name"`
	Family string        `json:"family"`
	Doc    string        `json:"doc"`
	Params []listedParam `json:"params"`
}

type listedParam struct {
	Name    string `json:"name"`
	Default int    `json:"default"`
	Min     int    `json:"min"`
	Max     int    `json:"max"`
	Doc     string `json:"doc"`
}

func (p *program) listed() []listedBlock {
	list := []listedBlock{}
	for _, b := range p.blocks {
		l := listedBlock{b.Name, b.Family, b.Doc, []listedParam{}}
		for _, q := range b.Params {
			l.Params = append(l.Params, listedParam{q.Name, q.Default, q.Min, q.Max, q.Doc})
		}
		list = append(list, l)
	}
	return list
}

func (p *program) printList() error {
	var t table
	t.add("BLOCK", "PARAMETER", "DEFAULT", "RANGE", "MEANING")
	for _, b := range p.blocks {
		t.add(b.Name, "", "", "", b.Doc)
		for _, q := range b.Params {
			t.add("", q.Name, fmt.Sprint(q.Default), fmt.Sprintf("%d..%d", q.Min, q.Max), q.Doc)
		}
	}
	return p.printTable(t)
}
