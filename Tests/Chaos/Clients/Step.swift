import Shared

/// What a client knows of its own doing. A line of its history.
struct Step: Sendable, Codable {
    enum What: String, Sendable, Codable {
        case created
        /// The gateway has taken a hand-in: it said so, or its answer was lost and it shows that it has.
        case accepted
        /// The gateway shows an outcome.
        case ended
        /// What was refused has been replaced.
        case corrected
        /// A draft that cannot be handed in, such as one with a document too many after a lost answer. Nothing was accepted.
        case abandoned
        /// What is there when all is quiet.
        case final
    }

    let at: Double
    let client: Int
    let submission: String
    let what: What
    /// Hand-ins of the submission, counted from 1.
    var handIn = 0
    /// What this hand-in has to end as; or what the gateway shows.
    var state: SubmissionState?
    /// What is wrong with what is there at the end.
    var fault: String?
}
