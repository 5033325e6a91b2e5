import EventLoop
package import HTTPClient
package import ServiceRuntime
import Shared

/// The admin address of a service, with the service's name.
package struct AdminAddress: Sendable, Hashable {
    package let name: String
    /// Such as `http://127.0.0.1:9081`.
    package let url: String

    private static let suffix = "_ADMIN_URL"

    /// The addresses in an environment file: `VALIDATION_2_ADMIN_URL` is that of `validation-2`.
    package static func all(in environment: [String: String]) -> [AdminAddress] {
        environment.filter { $0.key.hasSuffix(suffix) && !$0.value.isEmpty }
            .map { entry in
                let name = entry.key.dropLast(suffix.count).lowercased()
                return AdminAddress(name: String(name.map { $0 == "_" ? "-" : $0 }), url: entry.value)
            }
            .sorted { $0.name < $1.name }
    }

    package init(name: String, url: String) { (self.name, self.url) = (name, url) }
}

/// A client of services' admin addresses.
package struct AdminClient: Sendable {
    package let client: HTTPClient
    package let limit: Duration

    package init(client: HTTPClient, limit: Duration) { (self.client, self.limit) = (client, limit) }

    /// Why there is no report.
    package enum Silence: Error {
        case unreachable(HTTPClientError)
        /// The address belongs to another program.
        case foreign(status: Int)
    }

    package func readiness(at url: String) async throws(Silence) -> ReadinessReport {
        // Not ready is 503, with the same report.
        try await ask(url + "/health/ready", accepting: [200, 503])
    }

    package func process(at url: String) async throws(Silence) -> ProcessReport {
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
