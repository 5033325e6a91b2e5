/// What was waited for did not come about.
public struct NotReached: Error, CustomStringConvertible {
    public let description: String
}

/// What a condition throws when there is no use in looking again.
public struct Hopeless: Error, CustomStringConvertible {
    public let description: String
    public init(description: String) { self.description = description }
}

/// Looks again and again until the condition has a value, and throws ``NotReached`` after `limit`.
///
/// For what gives no signal of itself, such as other processes. An error of the condition counts as "not yet", unless it is
/// ``Hopeless``; it is named if it was the last.
public func eventually<T: Sendable>(
    _ what: String, within limit: Duration = .seconds(30), every pause: Duration = .milliseconds(25),
    _ condition: () async throws -> T?
) async throws -> T {
    let end = ContinuousClock.now + limit
    var last = ""
    while true {
        do {
            if let value = try await condition() { return value }
            last = ""
        } catch let error as Hopeless {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            last = "; the last error: \(error)"
        }
        guard ContinuousClock.now < end else { throw NotReached(description: "Not within \(limit): \(what)\(last)") }
        try await Task.sleep(for: pause)
    }
}

/// Waits until the condition holds.
public func eventually(
    _ what: String, within limit: Duration = .seconds(30), every pause: Duration = .milliseconds(25),
    isTrue condition: () async throws -> Bool
) async throws {
    _ = try await eventually(what, within: limit, every: pause) { try await condition() ? true : nil }
}
