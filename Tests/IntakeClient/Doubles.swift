import FoundationEssentials
import IntakeClient
import Shared
import Synchronization

/// Answers from a list, and keeps what was asked.
final class ScriptedTransport: GatewayTransport {
    enum Step: Sendable {
        case answer(GatewayResponse)
        case failure(IntakeClientError)
    }

    private let state: Mutex<(steps: ArraySlice<Step>, requests: [GatewayRequest])>

    init(_ steps: [Step]) { state = Mutex((steps[...], [])) }
    convenience init(_ steps: Step...) { self.init(steps) }

    var requests: [GatewayRequest] { state.withLock { $0.requests } }

    func send(_ request: GatewayRequest) async throws(IntakeClientError) -> GatewayResponse {
        let step = state.withLock { state in
            state.requests.append(request)
            return state.steps.popFirst()
        }
        switch step {
        case .answer(let response): return response
        case .failure(let error): throw error
        case nil: throw IntakeClientError(code: .unreachable, description: "the script has ended")
        }
    }

    func download(
        _ request: GatewayRequest, to sink: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws(IntakeClientError) -> GatewayResponse {
        let response = try await send(request)
        guard (200..<300).contains(response.status) else { return response }
        do {
            for start in stride(from: 0, to: response.body.count, by: 1_000) {
                try await sink(Array(response.body[start..<min(start + 1_000, response.body.count)]))
            }
        } catch {
            throw IntakeClientError(code: .fileUnwritable, description: "sink", detail: String(describing: error))
        }
        return GatewayResponse(status: response.status, headers: response.headers)
    }
}

extension ScriptedTransport.Step {
    static func json(_ status: Int, _ text: String, _ headers: [String: String] = [:]) -> Self {
        .answer(GatewayResponse(status: status, headers: headers, body: Array(text.utf8)))
    }
}

/// A clock that a sleep moves on.
final class LeapingTime: ClientTime {
    private let state = Mutex((now: Date(timeIntervalSince1970: 1_800_000_000), pauses: [Duration]()))
    var now: Date { state.withLock { $0.now } }
    var pauses: [Duration] { state.withLock { $0.pauses } }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.now += duration / .seconds(1)
            state.pauses.append(duration)
        }
    }
}

/// JSON as the gateway answers it.
enum Fixture {
    static let submission = SubmissionID(UUID(uuid: (1, 2, 3, 4, 5, 6, 0x70, 8, 0x80, 10, 11, 12, 13, 14, 15, 16)))
    static let document = DocumentID(UUID(uuid: (2, 2, 3, 4, 5, 6, 0x70, 8, 0x80, 10, 11, 12, 13, 14, 15, 16)))
    static let page = PageID(UUID(uuid: (3, 2, 3, 4, 5, 6, 0x70, 8, 0x80, 10, 11, 12, 13, 14, 15, 16)))

    static let pageJSON = """
        {"id":"\(page)","mediaType":"image/heic","size":1200,"digest":"\(String(repeating: "ab", count: 32))","rotation":90,\
        "state":"ready","preview":"/p","images":["/i?number=1"],"links":{"self":"/p","original":"/o","content":"/c"}}
        """

    static let dryRunJSON = """
        {"journey":"identity","journeyVersion":"\(String(repeating: "cd", count: 32))","verdict":"refused","reasons":[],\
        "documents":[],"undecided":["file.readable"]}
        """

    static let documentJSON = """
        {"id":"\(document)","type":"utility-bill","issueDate":"2026-10-31","source":"camera","state":"refused","verdict":"refused",\
        "reasons":[{"rule":"issue-date","severity":"refuse","document":"\(document)","found":"f","expected":"e","message":"m"}],\
        "pages":[\(pageJSON)],"pdf":"/v1/pdf","links":{"self":"/d"}}
        """

    static func submissionJSON(_ state: String, version: Int = 3) -> String {
        """
        {"id":"\(submission)","journey":"proof-of-address","journeyVersion":"\(String(repeating: "cd", count: 32))",\
        "state":"\(state)","version":\(version),"reference":"case 1","metadata":{"k":"v"},\
        "createdAt":"2026-10-31T09:05:07.123Z","updatedAt":"2026-10-31T09:05:08Z","isValid":false,\
        "missing":[{"rule":"document-count","documentType":"utility-bill","found":"none","expected":"one","message":"Add a bill."}],\
        "reasons":[],"documents":[\(documentJSON)],"links":{"self":"/s","journey":"/j","manifest":"/m"}}
        """
    }
}
