import Operations
import Shared

/// A reason in one line for operators: the document, the rule, and what was expected. The found value is personal and
/// left out.
enum ReasonLine {
    static func text(_ reason: Reason) -> String {
        [reason.documentType.map { "\($0)" }, "\(reason.rule)", "expected \(reason.expected)"].compactMap(\.self).joined(
            separator: ": ")
    }

    /// The first reason, and the number of others; nil if there is none.
    static func first(of reasons: [Reason]) -> String? {
        reasons.first.map { text($0) + (reasons.count > 1 ? " (\(reasons.count - 1) more)" : "") }
    }
}

extension StoryDescription.Why {
    /// The same for a reason in a story.
    var text: String { [documentType, rule, "expected \(expected)"].compactMap(\.self).joined(separator: ": ") }
}
