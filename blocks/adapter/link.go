package adapter

import "culprit/rtlgen"

// Word is the forward half of a link: F is its direction.
type Word[F rtlgen.Direction] struct {
	Valid F `doc:"a word passes"`
	Head  F `doc:"it is the first of a segment: the header. Unknown while not valid"`
	Tail  F `doc:"it is the last of a segment. Unknown while not valid"`
	Data  F `width:"data" doc:"header, and in cell mode the tag below it; unknown while not valid"`
}

// Link is an end of a link between an adapter and a switching element: F is the
// direction of the words, B that of the credits.
type Link[F, B rtlgen.Direction] struct {
	Word[F]
	Credit B `doc:"a slot of the next input queue is free again"`
}
