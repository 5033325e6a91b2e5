import BlobStore
import Configuration
import Crypto
import Custody
import Domain
import EventLoop
import Foundation
import HTTPClient
import Postgres
import PostgresStore
import ServiceRuntime
import Shared
import Support
import Telemetry
import Testing

@testable import IntakeGateway

/// Signed heads that an authority for time stamps has seen.
@Suite(.timeLimit(.minutes(5)))
struct StampTests {
    private struct Ground {
        let operators: OperatorsGround
        let keys: SigningKeys
        let pem: String
        let signer: StampSigner
        let server: StampServer
        let health = HealthRegistry()
        let place: TemporaryFolder
        var gateway: GatewayUnderTest { operators.gateway }
        /// Where stamps are kept.
        var kept: String { place.path }
        var trusted: String { "\(place.path)/trusted.json" }
        var heads: CustodyHeadStore { CustodyHeadStore(pool: gateway.pool, owner: InstanceID(UUID())) }

        /// One turn; `trusting` is whose stamps are kept.
        func stamp(trusting signer: StampSigner?, url: String? = nil) async throws {
            let authorities = try signer.map { try TimeStampAuthorities(pem: $0.certificate) }
            let client = HTTPClient(loop: gateway.loop)
            let sweep = StampSweep(
                heads,
                authority: StampAuthority(StampConfiguration(url: url ?? server.url, authorities: authorities), client: client),
                archive: HeadArchive(place: WriteOnceFolder(kept, pool: gateway.blockingPool), heads: heads), health: health,
                logger: .silent, metrics: gateway.metrics)
            let turn = SweepTurn(of: "stamps", logger: .silent, metrics: gateway.metrics)
            let result: Result<Void, any Error>
            do { result = .success(try await sweep.sweep(turn)) } catch { result = .failure(error) }
            await client.close()
            try result.get()
        }

        func sign() async throws -> SignedHead { try await CustodyLogTests.sign(gateway, keys, folder: nil) }

        var degraded: String? {
            guard case .degraded(let words)? = health.all.first(where: { $0.name == "time-stamps" })?.health else { return nil }
            return words
        }

        func latest() async throws -> SignedHead { try #require(try await heads.latest(of: "acme")) }
    }

    private static func run(_ body: (Ground) async throws -> Void) async throws {
        let pem = try SigningKey.makePEM()
        var options = GatewayUnderTest.Options()
        let keys = try SigningKeys(pem: pem)
        options.signing = keys
        let signer = try await StampSigner()
        try await OperatorsGround.run(options) { operators in
            let group = try EventLoopGroup(threads: 1)
            let server = try StampServer(group, .stamps(signer))
            let place = try TemporaryFolder("stamps")
            let ground = Ground(operators: operators, keys: keys, pem: pem, signer: signer, server: server, place: place)
            try Data(CanonicalJSON.encode(keys.keySet)).write(to: URL(filePath: ground.trusted))
            let result: Result<Void, any Error>
            do { result = .success(try await body(ground)) } catch { result = .failure(error) }
            await server.stop()
            await group.shutdown()
            try result.get()
        }
    }

    private static func verify(_ words: String...) async throws -> Program.Result {
        try await Program.run(try BuiltPrograms.path("docket"), ["verify"] + words, environment: ["DOCKET_HOME": "/nowhere"])
    }

    private static func verifyLog(_ ground: Ground, _ way: OperatorsGround.Way, _ words: String...) async throws -> Program.Result
    {
        try await ground.operators.docket(
            way,
            ["verify", "--log", "--keys", ground.trusted]
                + (way == .gateway ? ["--gateway", "http://\(ground.gateway.address)"] : [])
                + words, ["DOCKET_TOKEN": GatewayUnderTest.token])
    }

    @Test func `a stamp is given out, exported and checked by docket and by openssl, and each change of it is named`()
        async throws
    {
        try await Self.run { ground in
            let id = try await ground.gateway.draft()
            _ = try await ground.gateway.page(try await ground.gateway.document(id))
            let head = try await ground.sign()
            try await ground.stamp(trusting: ground.signer)
            #expect(ground.degraded == nil && ground.health.all.contains { $0.name == "time-stamps" && $0.health == .ok })
            let metrics = ground.gateway.metrics.renderPrometheus()
            // The log of those who operate was signed, too.
            #expect(
                metrics.contains("docket_custody_stamps_total 2\n") && metrics.contains("docket_custody_stamp_age_seconds 0\n"))
            // Not twice.
            try await ground.stamp(trusting: ground.signer)
            #expect(ground.server.questions == 2)

            let latest = try await ground.gateway.client.send("GET", "/v1/custody/heads/latest").json()
            let token = try #require(latest["stamp"]?.string.flatMap { Base64.decode($0) })
            #expect(try await ground.latest().stamp == token && latest["signed"]?.string == head.statement)

            // It is kept beside the head, too, as openssl reads it.
            try Data(Array(head.statement.utf8)).write(to: URL(filePath: "\(ground.place.path)/head.jws"))
            let name = String(head.head.number)
            let stampFile = "\(ground.kept)/acme/\(String(repeating: "0", count: 10 - name.count))\(name)-\(head.head.era).tst"
            let openssl = try await Program.run(
                "openssl",
                [
                    "ts", "-verify", "-token_in", "-in", stampFile, "-data", "\(ground.place.path)/head.jws", "-partial_chain",
                    "-CAfile", ground.signer.certificatePath,
                ])
            #expect(openssl.status.isSuccess, "\(openssl.complaints)")

            let said = try await ground.operators.docket(
                .database, ["export", id, "--to", "\(ground.place.path)/all"], ["DOCKET_SIGNING_KEY": ground.pem])
            #expect(said.status.isSuccess, "\(said.complaints)")
            let folder = "\(ground.place.path)/all/\(id)"
            let own = ground.signer.certificatePath
            let whole = try await Self.verify(folder, "--keys", ground.trusted, "--tsa-certificates", own)
            #expect(whole.status == .exited(0) && whole.text.contains("stamp holds: the head was there at"), "\(whole.text)")
            let nobody = try await Self.verify(folder, "--keys", ground.trusted)
            #expect(nobody.status == .exited(0) && nobody.text.contains("--tsa-certificates"), "\(nobody.text)")
            let stranger = try await StampSigner(named: "Stranger")
            let others = try await Self.verify(folder, "--tsa-certificates", stranger.certificatePath)
            #expect(others.status == .exited(1) && others.text.contains("stamp: "), "\(others.text)")
            #expect(others.text.contains("its signer is not trusted"), "\(others.text)")
            let byHand = try await ManualPrograms.run("stamp.sh", "\(folder)/custody.json", own)
            #expect(byHand.status == .exited(0) && byHand.text.contains("Time stamp:"), "\(byHand.text)\(byHand.complaints)")
            let foreign = try await ManualPrograms.run("stamp.sh", "\(folder)/custody.json", stranger.certificatePath)
            #expect(!foreign.status.isSuccess, "\(foreign.text)")

            // A stamp of another head, and what is none.
            let file = URL(filePath: "\(folder)/custody.json")
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            let other = try TimeStampQuery(of: SHA256.hash(Array("another".utf8)))
            let foreignToken = try other.stamp(in: try await ground.signer.answer(other.bytes), trusting: nil).token
            let escaped = try #require(latest["stamp"]?.string).replacing("/", with: "\\/")
            for (bytes, words) in [(foreignToken, "it is a stamp of something else"), ([1, 2, 3], "it is no time stamp")] {
                let changed = [escaped, latest["stamp"]?.string ?? ""].reduce(text) {
                    $0.replacing($1, with: Base64.encode(bytes))
                }
                #expect(changed != text)
                try Data(changed.utf8).write(to: file)
                let found = try await Self.verify(folder, "--keys", ground.trusted)
                #expect(
                    found.status == .exited(1) && found.text.contains("stamp: ") && found.text.contains(words), "\(found.text)")
            }

            // The whole log.
            for way in OperatorsGround.Way.allCases {
                let sound = try await Self.verifyLog(ground, way, "--tsa-certificates", own)
                #expect(
                    sound.status == .exited(0) && sound.text.contains("1 with time stamps"), "\(sound.text)\(sound.complaints)")
                let untold = try await Self.verifyLog(ground, way)
                #expect(untold.status == .exited(0) && untold.text.contains("cannot be told"), "\(untold.text)")
                let distrusted = try await Self.verifyLog(ground, way, "--tsa-certificates", stranger.certificatePath)
                #expect(distrusted.status == .exited(1) && distrusted.text.contains("stamp: the time stamp of head"))
            }
            try await ground.gateway.pool.execute(
                "update custody_heads set stamp = \(Bytes(foreignToken)) where stamp is not null")
            for way in OperatorsGround.Way.allCases {
                let found = try await Self.verifyLog(ground, way)
                #expect(found.status == .exited(1) && found.text.contains("it is a stamp of something else"), "\(found.text)")
            }
        }
    }

    @Test func `what is no stamp of the head by whom is trusted is not kept, is told, and asked for again`() async throws {
        try await Self.run { ground in
            _ = try await ground.gateway.draft()
            _ = try await ground.sign()
            let (stranger, expired) = (try await StampSigner(named: "Stranger"), try await StampSigner(isExpired: true))
            let other = try TimeStampQuery(of: SHA256.hash(Array("another".utf8)))
            let manners: [(StampServer.Manner, StampSigner, String)] = [
                (.another(ground.signer, question: other.bytes), ground.signer, "it is a stamp of something else"),
                (.stamps(stranger), ground.signer, "its signer is not trusted"),
                (.stamps(expired), expired, "certificate has expired"),
                (.bytes(Array("<html>".utf8)), ground.signer, "it is no time stamp"),
                (.bytes(Array(repeating: 0x30, count: 4 << 20)), ground.signer, "it cannot be asked"),
                (.fails(status: 503), ground.signer, "it answers 503"),
            ]
            for (number, (manner, trusted, words)) in manners.enumerated() {
                ground.server.turn(manner)
                try await ground.stamp(trusting: trusted)
                #expect(ground.degraded?.contains(words) == true, "\(words): \(ground.degraded ?? "nothing")")
                #expect(try await ground.latest().stamp == nil, "\(words)")
                #expect(ground.gateway.metrics.renderPrometheus().contains("docket_custody_stamp_failures_total \(number + 1)\n"))
            }
            // Nobody is there.
            try await ground.stamp(trusting: ground.signer, url: "http://127.0.0.1:1/tsr")
            #expect(ground.degraded?.contains("it cannot be asked") == true)
            // Heads are signed meanwhile; the newest one is stamped, which names those before it.
            _ = try await ground.gateway.draft()
            let newest = try await ground.sign()
            ground.server.turn(.stamps(ground.signer))
            try await ground.stamp(trusting: ground.signer)
            let latest = try await ground.latest()
            #expect(latest.stamp != nil && latest.statement == newest.statement && ground.degraded == nil)
            #expect(try await ground.heads.oldestUnstamped() == 0)
        }
    }

    @Test func `an authority that hangs holds up no head`() async throws {
        try await Self.run { ground in
            _ = try await ground.gateway.draft()
            let first = try await ground.sign()
            ground.server.turn(.hangs)
            async let hanging: Void = ground.stamp(trusting: ground.signer)
            try await eventually("it was asked") { ground.server.questions == 1 }
            _ = try await ground.gateway.draft()
            let second = try await ground.sign()
            #expect(second.head.number > first.head.number)
            await ground.server.stop()
            try await hanging
            #expect(ground.degraded != nil && second.stamp == nil)
        }
    }

    @Test(arguments: [
        (["DOCKET_TSA_URL": "ftp://tsa.example"], "must be an http or https URL"),
        (["DOCKET_TSA_URL": "https://tsa.example"], "DOCKET_SIGNING_KEY is not"),
        (["DOCKET_TSA_CERTIFICATES": "/nowhere"], "holds no certificate in PEM"),
        (["DOCKET_TSA_CERTIFICATES": "/nowhere"], "DOCKET_TSA_URL asks nobody"),
    ])
    func `what is set wrong is told at the start`(variables: [String: String], words: String) {
        var reader = ConfigurationReader(environment: variables)
        _ = StampConfiguration(reading: &reader, isSigning: false)
        let faults = #expect(throws: (any Error).self) { try reader.finish() }
        #expect("\(String(describing: faults))".contains(words))
    }
}
