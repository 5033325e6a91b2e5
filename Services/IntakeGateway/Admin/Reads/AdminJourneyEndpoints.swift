import FoundationEssentials
import HTTPServer
import JourneyFiles
import Operations
import PostgresStore
import Shared
import Synchronization

extension Endpoint {
    static let ofAllJourneys: [Endpoint] = [
        .reading("adminJourneys", "/v1/admin/journeys", "The journeys that are offered, and their versions") {
            AdminJourneyHandlers(gateway: $0).list
        },
        .acting(
            "adminWhatIf", .post, "/v1/admin/journeys/what-if", "Try changed rules on what was submitted",
            body: .request(
                .required("journey", .named("Name"), "Which one: the name of its file, without the ending."),
                .required(
                    "file", .string(length: 1...AdminJourneyHandlers.maximumFile), "The journey as it would be: its YAML file."),
                .optional(
                    "seconds", .nullable(.integer(AdminJourneyHandlers.times)), "How far to look back; 30 days unless told."),
                .optional("tenant", .nullable(.named("Name")), "Only its submissions.")),
            answers: [.described(200, "How many would be decided otherwise, and by which rules.")],
            problems: [.tooManyRequests], audited: "journey.what-if"
        ) { AdminJourneyHandlers(gateway: $0).tryOut },
    ]
}

/// `/v1/admin/journeys`: the offered journeys, and the effect of other rules on past submissions.
struct AdminJourneyHandlers: Sendable {
    let gateway: GatewayServices

    static let maximumFile = 60_000
    static let times = 60...315_360_000
    private static let usual = 30 * 86_400
    private static let mostVersions = 1000

    private struct Line: Encodable {
        struct Version: Encodable {
            let version: String
            let recordedAt: String
        }

        let id: String
        let title: String
        /// The offered version.
        let version: String
        /// Versions with submissions, the newest first.
        let versions: [Version]
    }

    func list(_ call: Call) async throws -> HTTPResponse {
        let known = try await JourneyVersions(pool: gateway.operations.pool).all(limit: Self.mostVersions)
        return .whole(
            gateway.journeys.offered.map { journey in
                Line(
                    id: journey.id.rawValue, title: journey.title, version: journey.version.description,
                    versions: known.filter { $0.journey == journey.id }.map {
                        Line.Version(version: $0.version.description, recordedAt: $0.recordedAt.description)
                    })
            })
    }

    func tryOut(_ call: Call) async throws -> HTTPResponse {
        let (new, seconds, tenant) = try await read(call)
        let ticket = try gateway.operations.whatIfs.enter()
        defer { withExtendedLifetime(ticket) {} }
        let result = try await WhatIfRun.run(
            WhatIf(new: new), gateway.operations.facts,
            since: gateway.now().date.addingTimeInterval(-Double(seconds)), tenant: tenant)
        return .resource(Encoded(WhatIfReport(result)))
    }

    @inline(never)
    private func read(_ call: Call) async throws -> (JourneyDefinition, seconds: Int, TenantID?) {
        var object = try await call.request.jsonObject()
        let name = object.requiredString("journey", maximum: 64)
        if let name, JourneyID(rawValue: name) == nil {
            object.fault("journey", "This is not the name of a journey: lower case letters, digits and dashes.", rule: "name")
        }
        let text = object.requiredFile("file", maximum: Self.maximumFile)
        let seconds = object.optionalInteger("seconds", in: Self.times) ?? Self.usual
        let tenant = object.tenant()
        var journey: JourneyDefinition?
        if let text, let name, JourneyID(rawValue: name) != nil {
            do throws(JourneyFileFaults) {
                // Nobody is asked by it.
                journey = try JourneyFile.parse(Array(text.utf8), path: "\(name).yaml", allowsPrivate: true).journey
            } catch {
                for fault in error.faults.prefix(100) { object.fault("file", fault.description, rule: "journey") }
            }
        }
        try object.finish()
        guard let journey else { throw Problem(.invalidRequest, detail: "The file holds no journey.") }
        return (journey, seconds, tenant)
    }
}

/// Runs one at a time: a run uses all cores.
final class WhatIfGate: Sendable {
    private let isTaken = Mutex(false)

    func enter() throws(Problem) -> AdmissionGate.Ticket {
        let isIn = isTaken.withLock { taken in
            defer { taken = true }
            return !taken
        }
        guard isIn else {
            throw Problem(
                .tooManyRequests, detail: "Other rules are being tried by this gateway just now. Try again in 30 s.",
                headers: ["Retry-After": "30"])
        }
        return AdmissionGate.Ticket { [self] in isTaken.withLock { $0 = false } }
    }
}
