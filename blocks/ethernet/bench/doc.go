// Package bench has the benches of package ethernet: frames, streams of them, cover points.
package bench
