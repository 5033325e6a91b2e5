import EventLoop
import HTTPClient
import ServiceRuntime
import Shared

/// The admin addresses of services, by the names of the services.
struct AdminAddress: Sendable, Hashable {
    let name: String
    /// Such as `http://127.0.0.1:9081`.
    let url: String

    private static let suffix = "_ADMIN_URL"

    /// Those that an environment file names: `VALIDATION_2_ADMIN_URL` is that of `validation-2`.
    static func all(in environment: [String: String]) -> [AdminAddress] {
        environment.filter { $0.key.hasSuffix(suffix) && !$0.value.isEmpty }
            .map { entry in
                let name = entry.key.dropLast(suffix.count).lowercased()
                return AdminAddress(name: String(name.map { $0 == "_" ? "-" : $0 }), url: entry.value)
            }
            .sorted { $0.name < $1.name }
    }

    /// `NAME=URL`.
    init(argument: String) throws(CommandFailure) {
        let halves = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard halves.count == 2, halves[1].hasPrefix("http://") || halves[1].hasPrefix("https://") else {
            throw CommandFailure(
                .usage, "“\(argument)” is no name and address of a service", advice: "Write it as NAME=http://ADDRESS:PORT.")
        }
        self.init(name: halves[0], url: halves[1])
    }

    init(name: String, url: String) { (self.name, self.url) = (name, url) }
}

/// Asks services on their admin addresses.
struct AdminClient: Sendable {
    let client: HTTPClient
    let limit: Duration

    /// Why there is no report.
    enum Silence: Error {
        case unreachable(HTTPClientError)
        /// Something answers, and it is no service of Docket.
        case foreign(status: Int)
    }

    func readiness(at url: String) async throws(Silence) -> ReadinessReport {
        // Not ready is 503, with the same report.
        try await ask(url + "/health/ready", accepting: [200, 503])
    }

    func process(at url: String) async throws(Silence) -> ProcessReport {
        try await ask(url + "/health/live", accepting: [200])
    }

    private func ask<Report: Decodable>(_ url: String, accepting statuses: Set<Int>) async throws(Silence) -> Report {
        var request = ClientRequest("GET", url)
        request.timeout = limit
        let answer: ClientResponse
        do throws(HTTPClientError) {
            answer = try await client.send(request)
        } catch {
            throw .unreachable(error)
        }
        guard statuses.contains(answer.status), let report = try? CanonicalJSON.decode(Report.self, from: answer.body) else {
            throw .foreign(status: answer.status)
        }
        return report
    }
}
