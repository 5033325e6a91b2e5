import Shared

/// An address of RFC 5321, parsed strictly: a dot-atom and a domain. No server or header can take it for more than one
/// address.
struct MailAddress: Sendable, Hashable, CustomStringConvertible {
    /// `local@domain`.
    let description: String

    /// Nil for an invalid address, and for a valid one in an unusual form.
    init?(_ text: String) {
        let parts = text.split(at: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, Self.isLocal(parts[0]), Self.isDomain(parts[1]) else { return nil }
        description = text
    }

    /// The part after the @.
    var domain: Substring { description.split(at: "@").last ?? "" }

    private static func isLocal(_ text: Substring) -> Bool {
        (1...64).contains(text.utf8.count) && !text.hasPrefix(".") && !text.hasSuffix(".") && !text.contains("..")
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-/=?^_`{|}~.".utf8.contains($0) }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(at: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
            }
    }
}
