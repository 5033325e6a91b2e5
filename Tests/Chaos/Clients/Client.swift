import HTTPClient
import IntakeClient
import IntakeTransport
import Shared
import Support
import Synchronization

/// One device of many: submits a submission after the other, at a pace, without waiting for their ends; and writes down what it
/// has done and seen.
final class Client: Sendable {
    let number: Int
    let clock: RunClock
    let gateway: IntakeClient
    let work: WorkInFlight
    private let http: HTTPClient
    private let url: String
    private let log: HistoryFile<Step>
    private let samples: Samples
    private let eraser: Eraser
    /// When this client gives up what has not ended; in seconds of the run.
    private let end = Mutex(Double.infinity)
    private let troubles = Mutex<[String]>([])

    /// Submissions that one client has open at the same time.
    private static let most = 40

    /// Runs `docket erase`, which may be killed after a time, and tells whether everything is gone.
    typealias Eraser = @Sendable (_ submission: String, _ killedAfter: Duration?) async throws -> Bool

    init(
        _ number: Int, url: String, http: HTTPClient, clock: RunClock, samples: Samples, work: WorkInFlight,
        eraser: @escaping Eraser,
        log: HistoryFile<Step>
    ) throws {
        self.number = number
        self.url = url
        self.http = http
        self.clock = clock
        self.samples = samples
        self.work = work
        self.eraser = eraser
        self.log = log
        gateway = try IntakeClient(
            baseURL: url, token: nil, transport: HTTPClientTransport(http, timeout: .seconds(10)),
            time: LoopTime())
    }

    var steps: [Step] { log.entries }
    var isTimeOver: Bool { clock.seconds >= end.withLock { $0 } }
    /// What the gateway refused without a reason that a person could act upon.
    var refusals: [String] { troubles.withLock { $0 } }

    func note(_ step: Step) { log.append(step) }

    func giveUp(at moment: Double) { end.withLock { $0 = moment } }

    /// Takes numbers from `next`, which also says when each is due, until it has none.
    func run(_ next: @Sendable () -> (number: Int, due: Double)?) async {
        await withTaskGroup(of: Void.self) { group in
            var open = 0
            while let (number, due) = next() {
                try? await clock.sleep(until: due)
                if open == Self.most, await group.next() != nil { open -= 1 }
                open += 1
                group.addTask { [self] in
                    do {
                        try await Person(course: Course(number: number, samples), client: self).submit()
                    } catch {
                        troubles.withLock { $0.append("submission \(number): \(error)") }
                    }
                }
            }
        }
    }

    /// Erases the submission. Half of the commands are killed at a moment that its id gives, and run once more.
    func erase(_ submission: String) async {
        let moment = submission.utf8.suffix(3).reduce(0) { $0 * 31 + Int($1) } % 1_000
        var kill = moment.isMultiple(of: 2) ? Duration.milliseconds(20 + moment / 2) : nil
        note(Step(at: clock.seconds, client: number, submission: submission, what: .erasing))
        while !isTimeOver {
            // A command that hangs, because Postgres is away for long, is one that failed.
            if (try? await eraser(submission, kill)) == true {
                return note(Step(at: clock.seconds, client: number, submission: submission, what: .erased))
            }
            kill = nil
            try? await clock.sleep(until: clock.seconds + 0.2)
        }
    }

    // MARK: - When all is quiet

    /// Looks at everything that was accepted: its state, that its files are those that were sent, and that it has its PDF; or
    /// that nothing of it is there where it was erased.
    func lookAgain() async {
        let accepted = ids(.accepted)
        let (erased, half) = (ids(.erased), ids(.erasing).subtracting(ids(.erased)))
        let sent = Set((samples.good + samples.bad + [samples.big]).map(\.digest))
        for id in accepted.sorted() {
            var state: SubmissionState?
            var fault: String?
            do {
                (state, fault) = try await eventually("submission \(id) is read", within: .seconds(30)) {
                    let found = try await look(at: id, sent)
                    guard let found else { return nil }
                    // Nobody was told whether the last command came to its end.
                    if half.contains(id), found.1 == Self.unknown { return (nil, nil) }
                    guard erased.contains(id) else { return found }
                    return found.1 == Self.unknown ? (nil, nil) : (found.0, "it was erased, and the gateway shows it")
                }
            } catch {
                fault = String(describing: error)
            }
            note(Step(at: clock.seconds, client: number, submission: id, what: .final, state: state, fault: fault))
        }
    }

    private func ids(_ what: Step.What) -> Set<String> { Set(steps.filter { $0.what == what }.map(\.submission)) }

    private static let unknown = "the gateway does not know it"

    private func look(at id: String, _ sent: Set<ContentDigest>) async throws -> (SubmissionState?, String?)? {
        guard let submission = SubmissionID(id) else { return (nil, "no id") }
        let view: SubmissionView
        do throws(IntakeClientError) {
            view = try await gateway.submission(submission)
        } catch {
            guard error.problem?.status == 404 else { throw error }
            return (nil, Self.unknown)
        }
        guard view.metadata == Person.metadata else { return (view.state, "what was said of the person is not as it was") }
        for document in view.documents {
            if view.state == .accepted {
                guard let pdf = document.pdf else { return (view.state, "a document has no PDF") }
                guard try await fetch(pdf).starts(with: Array("%PDF-".utf8)) else { return (view.state, "a PDF is none") }
            }
            for page in document.pages {
                let path = "/v1/submissions/\(id)/documents/\(document.id)/pages/\(page.id)/original"
                guard sent.contains(ContentDigest(of: try await fetch(path))) else {
                    return (view.state, "a file is not as it was sent")
                }
            }
        }
        return (view.state, nil)
    }

    private func fetch(_ path: String) async throws -> [UInt8] {
        var request = ClientRequest("GET", path.hasPrefix("http") ? path : url + path)
        request.maximumResponseBytes = 64 << 20
        let response = try await http.send(request)
        guard response.status == 200 else { throw Program.Failed(description: "\(path): status \(response.status)") }
        return response.body
    }
}
