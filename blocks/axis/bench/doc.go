// Package bench has the benches of package axis: frames, streams of them, cover points.
package bench
