package golden

import qcn "culprit.example/culprit/blocks/qcn/golden"

// ServerParams are the parameters of a server and its parts.
type ServerParams struct {
	qcn.ReactionParams
	Servers, Windows, Blockable, PauseQuanta, PauseReaction, PauseRefresh int
}
