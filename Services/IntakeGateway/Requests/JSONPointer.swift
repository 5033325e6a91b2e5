import FoundationEssentials
import HTTPServer

/// A JSON Pointer (RFC 6901) that is built while a value is walked.
struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    private(set) var description = ""

    func appending(_ member: String) -> JSONPointer {
        var pointer = self
        pointer.description += "/" + JSON.pointerToken(member)
        return pointer
    }

    func appending(_ index: Int) -> JSONPointer { appending(String(index)) }
}
