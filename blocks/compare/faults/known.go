package faults

import (
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/faults"
)

// Reasons of breaches.
const (
	noRepair  = "a credit is sent once: nothing gives back one that is lost on the link"
	noNumber  = "whole packets are lost, with their credits: nothing numbers them on a link"
	noCheck   = "a link has no check of its data: the node at the end of the way has one"
	openPort  = "the route leads out of the tree, over a port at its top that gives no credits"
	bareNode  = "the nodes have no guard: one gives a credit back with the last beat in its place only"
	noMend    = "nothing mends a flow that has lost a segment: the adapters of the network have no repair"
	noFrame   = "a segment has no check of its length: the sink at the end of the way has one of the beats"
	falseHead = "a beat of payload that is marked as a head is a header if its CRC fits, as one in 256 does"
	noPayload = "the payload of a segment has no check"
	sentOnce  = "a message is sent once: what has lost its Xon, or gets it before its Xoff, stays stopped"
)

// knownOfSegments are the breaches of networks of request-grant that have a reason.
func knownOfSegments() (list []faults.Known) {
	add := func(reason string, breaches []faults.Breach, all ...faults.Known) {
		for _, k := range all {
			for _, b := range breaches {
				k.Breach, k.Reason = b, reason
				list = append(list, k)
			}
		}
	}
	of := func(part string, does faults.Does, field string) faults.Known {
		return faults.Known{Kind: blocks.Beats, Part: part, Does: does, Field: field}
	}
	lost := []faults.Breach{faults.Left, faults.Stuck, faults.Joined}
	add(noMend, lost, of("head", faults.Loses, ""), of("body", faults.Loses, ""), of("body", faults.Bubbles, ""),
		of("head", faults.Damages, ""), of("body", faults.Damages, "head"), of("", faults.Mutes, ""))
	add(falseHead, []faults.Breach{faults.Foreign}, of("body", faults.Damages, "head"))
	add(noFrame, []faults.Breach{faults.Joined}, of("body", faults.Doubles, ""))
	add(noFrame, []faults.Breach{faults.Joined, faults.Stuck}, of("body", faults.Damages, "tail"),
		of("", faults.Damages, "end of packet"))
	add(noPayload, []faults.Breach{faults.Wrong, faults.Unseen}, of("", faults.Damages, "data"))
	add(noRepair, []faults.Breach{faults.Left}, faults.Known{Kind: blocks.Credits, Does: faults.Loses})
	add(noRepair, []faults.Breach{faults.Left, faults.Stuck}, faults.Known{Kind: blocks.Credits, Does: faults.Mutes})
	return list
}

// known are the breaches of trees, with messages or without, that have a reason.
func known(messages bool) (list []faults.Known) {
	add := func(k faults.Known, reason string, breaches ...faults.Breach) {
		for _, b := range breaches {
			k.Breach, k.Reason = b, reason
			list = append(list, k)
		}
	}
	add(faults.Known{Kind: blocks.Credits, Does: faults.Loses}, noRepair, faults.Left)
	add(faults.Known{Kind: blocks.Credits, Does: faults.Mutes}, noRepair, faults.Left, faults.Stuck, faults.Unseen)
	add(faults.Known{Kind: blocks.Beats, Does: faults.Mutes}, noNumber, faults.Left, faults.Stuck, faults.Unseen)
	for _, field := range []string{"data", "source and number"} {
		add(faults.Known{Kind: blocks.Beats, Does: faults.Damages, Field: field}, noCheck, faults.Wrong)
	}
	for _, link := range []string{"node -> sw", "sw -> sw"} {
		add(faults.Known{Kind: blocks.Beats, Link: link, Does: faults.Damages, Part: "head", Field: "route"}, openPort, faults.Left)
		add(faults.Known{Kind: blocks.Beats, Link: link, Does: faults.Damages, Part: "body", Field: "sop"}, openPort, faults.Left)
	}
	for _, does := range []faults.Does{faults.Loses, faults.Bubbles} {
		add(faults.Known{Kind: blocks.Beats, Link: "sw -> node", Does: does}, bareNode, faults.Left)
	}
	add(faults.Known{Kind: blocks.Beats, Link: "sw -> node", Does: faults.Damages, Field: "sop"}, bareNode, faults.Left)
	if !messages {
		return list
	}
	for _, k := range []faults.Known{{Does: faults.Loses, Part: "Xon"}, {Does: faults.Delays, Part: "Xoff"},
		{Does: faults.Invents, Part: "Xoff"}, {Does: faults.Damages}, {Does: faults.Mutes}} {
		k.Kind = blocks.Messages
		add(k, sentOnce, faults.Left, faults.Stuck, faults.Unseen)
	}
	return list
}
