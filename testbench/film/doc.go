// Package film shows a run of a network as a page in which one sees its queues fill and empty.
//
//	film.go    what is recorded: the state of each link in each frame
//	layout.go  where units stand
//	picture.go a frame as SVG
//	page.go    one file of HTML, without any access to a network; page.html.tmpl
//
// A link is drawn as what its receiver holds: how many of its slots are taken, and how many set-aside queues, or
// whatever the network marks, are in use. What these are, and where they stand in the netlist, the network itself says
// (blocks.Network.AtRest), so that every network can be filmed.
//
// What must not live here: runs (package hardware), and what is known of one family.
package film
