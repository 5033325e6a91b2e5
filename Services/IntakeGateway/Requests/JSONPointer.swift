import HTTPServer

/// A JSON Pointer (RFC 6901), built during a walk of a value.
struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    private(set) var description = ""

    func appending(_ member: String) -> JSONPointer {
        var pointer = self
        pointer.description += "/" + JSON.pointerToken(member)
        return pointer
    }

    func appending(_ index: Int) -> JSONPointer { appending(String(index)) }
}
