package golden

// StepPlain is Step with the ports of a link of credits only.
func (s *Sink) StepPlain(in SinkIn) SinkPlainOut {
	out := s.Step(in)
	return SinkPlainOut{
		RxCredit: out.RxCredit, ReadData: out.ReadData, ReadDataKnown: out.ReadDataKnown,
		Received: out.Received, Error: out.Error, Digest: out.Digest,
	}
}

// StepVOQnet is Step with the ports of a link of kind voqnet.
func (s *Sink) StepVOQnet(in SinkIn) SinkVOQnetOut {
	out := s.Step(in)
	return SinkVOQnetOut{
		RxCredit: out.RxCredit, RxCreditDst: in.Node, ReadData: out.ReadData, ReadDataKnown: out.ReadDataKnown,
		Received: out.Received, Error: out.Error, Digest: out.Digest,
	}
}
