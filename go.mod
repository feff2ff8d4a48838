module culprit

go 1.24

require github.com/hashicorp/go-multierror v1.1.1

require (
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/hashicorp/errwrap v1.0.0 // indirect
	gotest.tools/v3 v3.5.2 // indirect
)
