//go:build !unix

package cli

import "os"

// warnings are signals that there are on Unix only.
var warnings []os.Signal
