import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import Shared
import Support
import Synchronization
import Testing
import Webhooks

@testable import NotificationService

/// Receivers that are broken, slow or hostile: each try ends, and its reason is kept.
@Suite(.timeLimit(.minutes(3))) struct BadReceiverTests {
    private func deliver(
        to url: String, _ client: HTTPClient, addressGuard: AddressGuard = .anyAddress, timeout: Duration = .seconds(15)
    ) async throws -> ToldDelivery {
        let channel = WebhookChannel(
            FixedEndpoints(endpoints: [try Samples.endpoint(url, addressGuard: addressGuard, timeout: timeout)]),
            WebhookSender(decision: DeliveryDecision(schedule: .standard), client: client))
        let event = try Samples.outcome()
        let key = DeliveryKey(eventID: event.id, channel: "webhook", endpoint: WebhookConfiguration.endpointID)
        return try #require(await channel.deliver(ClaimedDelivery(key: key, attempt: 1, event: event)))
    }

    /// The reason that is kept of a try that is made again.
    private func reason(_ told: ToldDelivery) -> String? {
        guard case .retry(_, _, let error) = told.end, told.tried != nil else { return nil }
        return error
    }

    @Test func eachFaultOfACertificateIsNamed() async throws {
        try await TrapServer.run { server in
            try await withGroup { group in
                let client = server.client(group.loops[0])
                let good = try await deliver(to: server.url("hook"), client)
                #expect(good.end == .delivered(status: 204))
                for (host, words) in [
                    ("expired", "has expired"), ("future", "not valid yet"), ("selfsigned", "signed by itself"),
                    ("stranger", "is not trusted"), ("othername", "is not for its name"),
                ] {
                    let told = try await deliver(to: server.url("hook", host: "\(host).example.org"), client)
                    let kept = reason(told)
                    #expect(
                        kept?.hasPrefix("No answer from the endpoint: the server's certificate") == true
                            && kept?.contains(words) == true, "\(host): \(kept ?? "none")")
                    #expect(told.tried?.response == nil)
                }
                // None of them was told anything.
                #expect(try server.received.compactMap(\.path) == ["/hook"])
            }
        }
    }

    @Test func answersThatNeverEndAreBounded() async throws {
        try await TrapServer.run { server in
            try await withGroup { group in
                let client = server.client(group.loops[0])
                for (path, words) in [
                    ("endless", "the answer is larger than allowed"), ("huge", "the answer is larger than allowed"),
                    ("endless-head", "head is larger than allowed"), ("endless-interim", "head is larger than allowed"),
                    ("cut", "connection was lost"), ("garbage", "does not answer in HTTP"),
                ] {
                    let kept = reason(try await deliver(to: server.url(path), client))
                    #expect(kept?.contains(words) == true, "\(path): \(kept ?? "none")")
                }
                for path in ["drip", "drip-head", "silent"] {
                    let kept = reason(try await deliver(to: server.url(path), client, timeout: .milliseconds(300)))
                    #expect(kept?.contains("took too long to answer") == true, "\(path): \(kept ?? "none")")
                }
            }
        }
    }

    @Test func aRedirectInwardIsNotFollowed() async throws {
        try await TrapServer.run { server in
            try await withGroup { group in
                let told = try await deliver(to: server.url("inward"), server.client(group.loops[0]))
                guard case .retry(_, 307, "The endpoint answered 307; redirects are not followed.") = told.end else {
                    Issue.record("\(told.end)")
                    return
                }
                // Where it leads is kept, for people.
                #expect(told.tried?.response?.headers["location"] == "http://169.254.169.254/latest/meta-data")
                #expect(try server.received.compactMap(\.path) == ["/inward"])
            }
        }
    }

    @Test func whatIsKeptOfAnAnswerHasNoSecretsAndNoControls() async throws {
        try await TrapServer.run { server in
            try await withGroup { group in
                let told = try await deliver(to: server.url("secret?key=s3cr3t"), server.client(group.loops[0]))
                let other = try await deliver(to: server.url("secret"), server.client(group.loops[0]))
                #expect(told.tried?.request.target == server.url("secret?[removed]"))
                let kept = try #require(other.tried?.response?.excerpt)
                #expect(kept.hasPrefix("you sent Bearer [removed]") && kept.hasSuffix("whsec_[removed]"))
                #expect(!kept.contains("\u{1B}"))
            }
        }
    }

    /// A name passes when an endpoint is made, and leads inward when it is used: each connection's address is what counts.
    @Test func aNameThatChangesBetweenCheckAndUseLeadsNowhere() async throws {
        try await TrapServer.run { server in
            try await withGroup { group in
                let url = server.url("hook")
                #expect(throws: Never.self) { try EndpointAddress(url) }
                // Another answer at every look-up, as a name server of an attacker's gives.
                let answers = Mutex([
                    ["127.0.0.1"], ["169.254.169.254"], ["::1"], ["10.0.0.1", "192.168.1.1"], ["0.0.0.0"], ["::ffff:127.0.0.1"],
                    ["fd00:ec2::254", "127.0.0.1"],
                ])
                let count = answers.withLock { $0.count }
                let client = server.client(group.loops[0]) {
                    answers.withLock { $0.isEmpty ? ["127.0.0.1"] : $0.removeFirst() }
                }
                for _ in 0...count {
                    let kept = reason(try await deliver(to: url, client, addressGuard: .publicOnly))
                    #expect(
                        kept == "No answer from the endpoint: the server's address is not one of the public internet.")
                }
                #expect(try server.received.isEmpty)
                // Neither the name's last answer nor the connection of a request that may go anywhere serves one that may not.
                let open = try await deliver(to: url, client)
                #expect(open.end == .delivered(status: 204))
                #expect(reason(try await deliver(to: url, client, addressGuard: .publicOnly)) != nil)
                #expect(try Set(server.received.map(\.connection)) == [1])
            }
        }
    }
}
