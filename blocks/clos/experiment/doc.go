// Package experiment holds the experiments of the request-grant paper on networks of
// package clos: traffic, points, claims and figures.
//
// What must not live here: hardware.
package experiment
