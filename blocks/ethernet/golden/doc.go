// Package golden has the models of package ethernet, in plain Go, from the contract.
package golden
