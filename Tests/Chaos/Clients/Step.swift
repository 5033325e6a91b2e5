import Shared

/// What a client knows of its own doing. A line of its history.
struct Step: Sendable, Codable {
    enum What: String, Sendable, Codable {
        case created
        /// The gateway has taken a submit: it said so, or its answer was lost and it shows that it has.
        case accepted
        /// The gateway shows an outcome.
        case ended
        /// What was refused has been replaced.
        case corrected
        /// A draft that cannot be submitted, such as one with a document too many after a lost answer. Nothing was accepted.
        case abandoned
        /// An operator begins to erase it.
        case erasing
        /// An operator was told that everything of it was erased.
        case erased
        /// What is there when all is quiet.
        case final
    }

    let at: Double
    let client: Int
    let submission: String
    let what: What
    /// Submits of the submission, counted from 1.
    var submit = 0
    /// What this submit has to end as; or what the gateway shows.
    var state: SubmissionState?
    /// What is wrong with what is there at the end.
    var fault: String?
}
