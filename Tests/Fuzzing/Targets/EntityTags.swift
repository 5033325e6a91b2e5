import Domain
import Shared

@testable import HTTPServer
@testable import IntakeGateway

/// `If-Match`, `If-None-Match`, `ETag`, `Idempotency-Key`. What must hold: a tag that is read is written as it was read, and is
/// itself; whoever names the current tag is let through; a stale one is not.
enum EntityTags: FuzzTarget {
    static func run(_ input: [UInt8]) {
        for request in HostileRequests.requests(in: input) {
            guard let call = try? call(request) else { continue }
            check(request.ifMatch)
            check(request.ifNoneMatch)
            let current = SubmissionTag.tag(version: 7, body: [])
            let isNamed = { (condition: ETagCondition?) in
                if case .tags(let tags) = condition { tags.contains { $0.opaque == current.opaque } } else { condition != nil }
            }
            precondition(request.hasCurrent(current) == isNamed(request.ifNoneMatch))
            let passes = (try? request.requireMatch(current, isRequired: true)) != nil
            precondition(!passes || isNamed(request.ifMatch), "a change of what was not seen")
            do throws(Problem) {
                if let version = try call.requiredVersion() { precondition(version >= 0, "a version is a number") }
            } catch {
                precondition(error.isOfTheRequest)
            }
            do throws(Problem) {
                _ = try IdempotencyKey(of: call)
            } catch {
                precondition(error.isOfTheRequest)
            }
        }
    }

    private static func call(_ request: HTTPRequest) throws -> Call {
        Call(
            request: request, parameters: PathParameters([:]),
            principal: Principal(tenant: "tenant", actor: "user:fuzz", subject: request.query["subject"]),
            endpoint: endpoint)
    }

    private static let endpoint = Endpoint.ofSubmissions[0]

    private static func check(_ condition: ETagCondition?) {
        guard case .tags(let tags) = condition else { return }
        for tag in tags {
            precondition(ETag.parse(Substring(tag.description)) == tag, "a tag reads as it is written")
            precondition(tag.isEquivalent(to: tag) && tag.isIdentical(to: tag) == !tag.isWeak)
            if let version = SubmissionTag.version(of: tag) { precondition(version >= 0 && !tag.isWeak) }
        }
    }

    static var seeds: [[UInt8]] {
        [
            "PATCH /\nIf-Match: \"v‹7›\"\nIdempotency-Key: \"a\\\"b\"\n",
            "PATCH /?subject=p\nIf-Match: \"v7-0123456789ab\", \"x\"\n",
            "GET /\nIf-None-Match: W/\"v‹7›-0\", \"\"\nIf-None-Match: *\n", "GET /\nIf-Match: *\nIdempotency-Key: a\n",
            "GET /\nIf-Match: W/\"\", \"a,b\", c, \"\n",
        ].flatMap(HostileNumbers.seeds)
    }
}
