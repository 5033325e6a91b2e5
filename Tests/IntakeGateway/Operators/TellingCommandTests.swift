import Domain
import EventLoop
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// `docket endpoints`, `deliveries` and `reconcile` over the gateway say and do what they say and do over the database.
@Suite(.timeLimit(.minutes(5)))
struct TellingCommandTests {
    @Test func endpointsAreMadeChangedAndRemovedBothWays() async throws {
        try await OperatorsGround.run { ground in
            #expect(try await ground.alike("endpoints", "list") == "No endpoints.\n")
            for way in OperatorsGround.Way.allCases {
                let made = try await ground.docket(
                    way,
                    [
                        "endpoints", "add", "--tenant", "acme", "--url", "https://acme.example/hook?key=secret", "--name",
                        "Books",
                        "--event", "\(EventType.submissionAccepted.rawValue)", "--json",
                    ])
                let endpoint = try TestJSON(made)
                let id = try #require(endpoint["id"]?.string)
                #expect(endpoint["secret"]?.string?.hasPrefix("whsec_") == true && endpoint["tenant"]?.string == "acme")
                #expect(try await ground.alike("endpoints", "list", "--json").contains(id))
                let listed = try await ground.alike("endpoints", "list", "--tenant", "acme")
                #expect(listed.contains(id) && !listed.contains("secret"))
                #expect(try await ground.docket(way, ["endpoints", "disable", id]).text == "\(id) of acme is disabled\n")
                #expect(try await ground.alike("endpoints", "list").contains("disabled (operator)"))
                #expect(try await ground.docket(way, ["endpoints", "enable", id]).text == "\(id) of acme is enabled\n")
                let rotated = try await ground.docket(way, ["endpoints", "rotate", id, "--asymmetric"])
                #expect(rotated.text.contains("whpk_") && rotated.text.contains("(v1a)"), "\(rotated.complaints)")
                #expect(try await ground.docket(way, ["endpoints", "remove", id, "--yes"]).text == "\(id): removed\n")
                #expect(try await ground.alike("endpoints", "list") == "No endpoints.\n")
                for words in [["rotate"], ["enable"], ["test"], ["remove", "--yes"]] {
                    let missing = try await ground.docket(way, ["endpoints", words[0], id] + words.dropFirst())
                    #expect(!missing.status.isSuccess && missing.text.isEmpty && !missing.complaints.isEmpty, "\(words)")
                }
            }
            let wrong = ["endpoints", "add", "--tenant", "acme", "--url", "https://127.0.0.1/hook"]
            for way in OperatorsGround.Way.allCases {
                #expect(try await !ground.docket(way, wrong).status.isSuccess, "an address of one's own network")
            }
        }
    }

    @Test func deliveriesAreShownAndToldAnewBothWays() async throws {
        try await OperatorsGround.run { ground in
            let (submission, event) = try await ground.parked()
            let (_, other) = try await ground.parked("other")
            for (event, tenant, endpoint) in [(event, "acme", "one"), (event, "acme", "two"), (other, "other", "one")] {
                try await ground.gateway.pool.execute(
                    """
                    insert into deliveries (event_id, channel, endpoint, tenant, submission_id, sequence, state, attempts,
                        last_status, last_error)
                    select id, 'webhook', \(endpoint), \(tenant), submission_id, sequence, 'given_up', 3, 503, 'busy: It was 503.'
                    from events where id = \(event.uuid)
                    """)
            }
            let all = try await ground.alike("deliveries", "list", "--json").split(separator: "\n")
            #expect(all.count == 3)
            #expect(try await ground.alike("deliveries", "list").contains("webhook/one"))
            #expect(try await ground.alike("deliveries", "list", "--tenant", "other", "--json").split(separator: "\n").count == 1)
            #expect(try await ground.alike("deliveries", "list", "--submission", "\(submission.id)", "--json").contains("acme"))
            #expect(try await ground.alike("deliveries", "list", "--state", "pending") == "No deliveries.\n")
            let id = try #require(try TestJSON(text: String(all[0]))["id"]?.string)
            for json in [[], ["--json"]] {
                let words = ["deliveries", "show", id] + json
                let (database, gateway) = (try await ground.docket(.database, words), try await ground.docket(.gateway, words))
                #expect(gateway.status.isSuccess && gateway.text == database.text, "\(gateway.complaints)")
            }
            let once = try await ground.docket(.gateway, ["deliveries", "retry", "--all", "--tenant", "other"])
            #expect(once.text == "1 deliveries are tried again\n", "\(once.complaints)")
            let rest = try await ground.docket(.gateway, ["deliveries", "retry", "--all"])
            #expect(rest.text == "2 deliveries are tried again\n", "what waits already is not begun anew: \(rest.complaints)")
            let pending = try await ground.alike("deliveries", "list", "--state", "pending", "--json")
            #expect(pending.split(separator: "\n").count == 3)
            let named = try await ground.docket(.gateway, ["deliveries", "retry", id, "\(SubmissionID.random())"])
            #expect(!named.status.isSuccess && named.text == "1 deliveries are tried again\n")
        }
    }

    @Test func whatWasMissedIsToldOverTheGateway() async throws {
        try await OperatorsGround.run { ground in
            let made = try await ground.docket(
                .gateway, ["endpoints", "add", "--tenant", "acme", "--url", "https://acme.example/hook", "--json"])
            let id = try #require(try TestJSON(made)["id"]?.string)
            _ = try await ground.gateway.confirmed("DELETE", "/v1/submissions/\(try await ground.gateway.draft())")
            let missed = try await ground.docket(.gateway, ["deliveries", "recover", id, "--since", "1d"])
            #expect(missed.text.hasSuffix("deliveries are under way\n"), "\(missed.complaints)")
            #expect(try await ground.docket(.gateway, ["endpoints", "disable", id]).status.isSuccess)
            let disabled = try await ground.docket(.gateway, ["deliveries", "recover", id, "--since", "1d"])
            #expect(!disabled.status.isSuccess && disabled.complaints.contains("disabled"))
        }
    }

    @Test func whatWasKeptLongEnoughIsRemovedOverTheGateway() async throws {
        try await OperatorsGround.run { ground in
            let nothing = "Nothing has been kept too long.\n"
            #expect(try await ground.alike("retention", "run", "--dry-run") == nothing)
            let drafts = [try await ground.gateway.draft(), try await ground.gateway.draft()]
            for draft in drafts {
                _ = try await ground.gateway.confirmed("DELETE", "/v1/submissions/\(draft)")
                try await ground.agedByYears(draft)
            }
            let held = try await ground.olga.send("POST", "/v1/admin/holds", json: #"{"submission": "\#(drafts[0])"}"#)
            #expect(held.status == 201)
            let due = try await ground.alike("retention", "run", "--dry-run")
            #expect(due.contains("held") && due.contains("would go"))
            try await ground.alike("retention", "run", "--dry-run", "--json")
            let run = try await ground.docket(.gateway, ["retention", "run", "--json"])
            let removed = try TestJSON(run)
            #expect(removed["submission"]?.string == drafts[1] && removed["outcome"]?.string == "removed")
            #expect(try await ground.gateway.count("submissions where erased_at is not null") == 1)
            #expect(try await ground.docket(.gateway, ["retention", "run"]).text == nothing)
            try await eventually("who ran it is in the trail") {
                try await ground.gateway.count("audit where action = 'retention.run' and tenant = 'ops'") >= 1
            }
        }
    }

    @Test func everythingIsAccountedForAlike() async throws {
        try await OperatorsGround.withBrokers { ground in
            try await ground.alike("reconcile", "--dry-run")
            _ = try await ground.parked()
            _ = try await ground.submissions.submittedSample(tenant: "acme")
            let text = try await ground.alike("reconcile", "--dry-run")
            #expect(text.contains("everything that was accepted has ended, is in flight or is parked"))
            try await ground.alike("reconcile", "--dry-run", "--json")
            #expect(try await ground.alike("reconcile", "--dry-run", "--limit", "0").contains("more (--limit)"))
            let emitted = try await ground.docket(.gateway, ["reconcile"])
            #expect(emitted.status.isSuccess && emitted.text.contains("everything that was accepted"), "\(emitted.complaints)")
            let after = try await ground.docket(.gateway, ["reconcile", "--dry-run", "--json"])
            #expect(try TestJSON(after)["missing"]?.integer == 0)
            try await eventually("who did it is in the trail") {
                try await ground.gateway.count("audit where action = 'reconcile.emit' and tenant = 'ops'") == 1
            }
        }
    }
}

extension TestJSON {
    fileprivate init(_ result: Program.Result) throws {
        guard result.status.isSuccess else { throw Program.Failed(description: result.complaints) }
        self = try TestJSON(text: result.text)
    }

    fileprivate init(text: String) throws { self = try CanonicalJSON.decode(TestJSON.self, from: Array(text.utf8)) }
}
