import FoundationEssentials

/// A JSON Pointer (RFC 6901) that is built while a value is walked.
struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    private(set) var description = ""

    func appending(_ member: String) -> JSONPointer {
        let escaped = member.replacing("~", with: "~0").replacing("/", with: "~1")
        var pointer = self
        pointer.description += "/" + escaped
        return pointer
    }

    func appending(_ index: Int) -> JSONPointer { appending(String(index)) }
}
