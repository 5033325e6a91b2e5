import Operations
import Shared

/// A reason in one line for operators: which document, which rule, and what would have satisfied it. What was found there is a
/// person's own, and is not told.
enum ReasonLine {
    static func text(_ reason: Reason) -> String {
        [reason.documentType.map { "\($0)" }, "\(reason.rule)", "expected \(reason.expected)"].compactMap(\.self).joined(
            separator: ": ")
    }

    /// The first one, and how many more there are; nil where there is none.
    static func first(of reasons: [Reason]) -> String? {
        reasons.first.map { text($0) + (reasons.count > 1 ? " (\(reasons.count - 1) more)" : "") }
    }
}

extension StoryDescription.Why {
    /// The same of what a story tells.
    var text: String { [documentType, rule, "expected \(expected)"].compactMap(\.self).joined(separator: ": ") }
}
