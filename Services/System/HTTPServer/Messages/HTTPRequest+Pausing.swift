import EventLoop

/// A handler kept the sender of a body waiting for longer than allowed.
public struct SenderKeptWaiting: Error, Hashable, Sendable {
    public let limit: Duration
}

extension SenderKeptWaiting: ProblemConvertible {
    public var problem: Problem {
        Problem(
            status: 503, type: "paused",
            detail: "The body of the request cannot be taken as fast as it comes. Send it again shortly.",
            headers: ["Retry-After": "2"])
    }
}

extension HTTPRequest {
    /// The bytes of a body that fit into the buffers on its way: if such a body is not read, it blocks nobody.
    private static let harmlessLength = 64 * 1024

    /// Runs a handler that may keep the sender of the body waiting for at most `limit`, from the head on. The limit holds
    /// on a loop, for bodies that are chunked or longer than 64 KiB.
    ///
    /// A handler that exceeds the limit is cancelled and not awaited: it may wait for a disk. It cannot read more of the
    /// body, and its response is dropped.
    ///
    /// - Throws: ``SenderKeptWaiting`` at the limit; the error of the handler.
    public func pausing(
        atMost limit: Duration, _ handle: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        guard body.declaredLength ?? .max > Self.harmlessLength, let loop = EventLoop.current else {
            return try await handle(self)
        }
        let attended = AttendedBody(body, limit: limit)
        let request = carrying(RequestBody(declaredLength: body.declaredLength, source: attended))
        let end = AsyncSignal<Result<HTTPResponse, any Error>>()
        let handling = loop.spawn {
            do { end.send(.success(try await handle(request))) } catch { end.send(.failure(error)) }
        }
        let watching = loop.spawn {
            while case .lookAgain(let after) = attended.look() {
                do { try await loop.sleep(for: after) } catch { return }
            }
            if case .exceeded = attended.look() { end.send(.failure(SenderKeptWaiting(limit: limit))) }
        }
        defer { watching.cancel() }
        return try await withTaskCancellationHandler {
            let result = await end.waitUncancelled()
            handling.cancel()
            return try result.get()
        } onCancel: {
            handling.cancel()
        }
    }
}
