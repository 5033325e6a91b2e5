import EventLoop
import HTTPClient

/// The meaning of an answer of a key service.
enum KeyServiceVerdict<Answer: Sendable>: Sendable {
    case answer(Answer)
    /// `isTransient`: the same request may succeed in a moment.
    case failure(SealingError, isTransient: Bool)
}

/// Asks a key service over HTTP, and asks again, within bounds, where that may help.
struct KeyServiceClient: Sendable {
    /// The name of the service for the log.
    let name: String
    private let http: HTTPClient
    /// After this no further attempt begins.
    private let patience: Duration

    private static let attempts = 4
    /// Whoever waits for a key holds a person's request. A health check gives up after ten seconds, and shall say why.
    static let patience = Duration.seconds(4)
    private static let maximumAnswer = 65_536

    init(_ name: String, certificateAuthorities: String?, patience: Duration, on loop: EventLoop) {
        self.name = name
        self.patience = patience
        var limits = HTTPClientConfiguration()
        limits.certificateAuthorities = certificateAuthorities
        http = HTTPClient(loop: loop, configuration: limits)
    }

    /// Makes each attempt's request anew: tokens and signatures age. `judge` gets whom its words are about: the service and
    /// the key.
    func ask<Answer>(
        about key: String, _ make: () async throws(SealingError) -> ClientRequest,
        _ judge: (ClientResponse, _ subject: String) -> KeyServiceVerdict<Answer>
    ) async throws(SealingError) -> Answer {
        let subject = "\(name), key “\(key)”,"
        let start = ContinuousClock.now
        var attempt = 1
        while true {
            let error: SealingError
            switch await once(try await make(), subject, judge) {
            case .answer(let answer): return answer
            case .failure(let failure, isTransient: false): throw failure
            case .failure(let failure, isTransient: true): error = failure
            }
            guard attempt < Self.attempts, start.duration(to: .now) < patience else { throw error }
            // Random, so that processes do not ask again together.
            let most = 200 << attempt
            do { try await http.loop.sleep(for: .milliseconds(Int.random(in: most / 4..<most))) } catch {
                throw SealingError(.unavailable, "\(subject) is not asked again: cancelled")
            }
            attempt += 1
        }
    }

    private func once<Answer>(
        _ request: ClientRequest, _ subject: String, _ judge: (ClientResponse, String) -> KeyServiceVerdict<Answer>
    ) async -> KeyServiceVerdict<Answer> {
        var request = request
        request.connectTimeout = .seconds(2)
        request.timeout = .seconds(3)
        request.maximumResponseBytes = Self.maximumAnswer
        do throws(HTTPClientError) {
            return judge(try await http.send(request), subject)
        } catch {
            let words = "\(subject) cannot be asked: \(error.words)"
            return .failure(SealingError(.unavailable, words), isTransient: error.isRetriable)
        }
    }
}
