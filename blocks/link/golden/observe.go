package golden

// CauseNames are the causes of errors, by their bits.
var CauseNames = []string{"no_head", "cut", "long", "no_route", "no_room", "marked", "no_credit", "no_name"}
