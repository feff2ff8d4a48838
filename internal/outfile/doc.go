// Package outfile writes files that their readers find complete: the new contents
// take the place of the old ones in one step, or the old ones stay. Here is what every
// writer of the project needs for that; which files there are does not belong here.
package outfile
