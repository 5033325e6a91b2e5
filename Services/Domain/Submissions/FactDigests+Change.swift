internal import Shared

extension FactDigests {
    /// With what a change stores beside the submission that it is made to. Nil where an earlier version has stored something of this
    /// attempt, of which there is no digest.
    func recording(_ change: StageChange, of submission: Submission) -> FactDigests? {
        var digests = self
        let known = self[submission.attempt]
        switch change {
        case .validated(_, let facts?):
            guard submission.attempt <= 1 || self[submission.attempt - 1] != nil else { return nil }
            // A submission that is validated again is asked again, and read again.
            digests[submission.attempt] = Attempt(
                attempt: submission.attempt, facts: facts.digest, reading: known?.reading)
        case .read(let record, _, _, _):
            guard known != nil, let digest = ContentDigest(asJSON: record) else { return nil }
            digests[submission.attempt]?.reading = digest
        case .answered(let result):
            guard known != nil, let digest = ContentDigest(asJSON: result.record) else { return nil }
            digests[submission.attempt]?.callOuts.append(digest)
        case .normalized, .failed:
            guard known != nil || submission.state != .processing else { return nil }
        case .validated, .previewed, .suggested: break
        }
        return digests
    }
}
