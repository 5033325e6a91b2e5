import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// `…/clock`: advances the time of a sandbox submission.
struct ClockHandler: Sendable {
    let gateway: GatewayServices

    /// Nothing in a sandbox lasts longer than a month.
    static let seconds = 1...30 * 86_400

    /// `{"advance": seconds}`
    func pass(_ call: Call) async throws -> HTTPResponse {
        let seconds = try await read(call)
        let id = try await gateway.submission(of: call).id
        guard call.tenant.isSandbox else {
            throw Problem(
                .onlyInSandbox,
                detail: "For what is real, time passes by itself. Make a submission in the sandbox, with a key of it.")
        }
        guard try await gateway.store.passTime(.seconds(seconds), of: id, tenant: call.tenant, by: call.origin),
            let moved = try await gateway.store.submission(id, tenant: call.tenant)
        else { throw Problem.notFound }
        call.note("time passed for a test", in: id, gateway.logger, ["seconds": .init(seconds)])
        return try await gateway.answer(moved, to: call)
    }

    @inline(never)
    private func read(_ call: Call) async throws -> Int {
        var object = try await call.request.jsonObject()
        let seconds = object.optionalInteger("advance", in: Self.seconds)
        if seconds == nil, object.faults.isEmpty {
            object.fault("advance", "This member is required: how many seconds pass.", rule: "required")
        }
        try object.finish()
        guard let seconds else { throw Problem.internalError }
        return seconds
    }
}
