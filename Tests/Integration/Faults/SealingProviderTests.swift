import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

extension OwnRuns {
    /// Services whose keys a Vault wraps, over HTTP.
    @Suite struct SealingProviderTests {
        private static let token = "token-of-before"

        @Test func aVaultThatIsAwayForAWhileDelaysAndLosesNothing() async throws {
            let group = try EventLoopGroup(threads: 1)
            let vault = try VaultDouble(group)
            let result: Result<Void, any Error>
            do { result = .success(try await ServiceGround.run { try await Self.sealed(by: vault, $0) }) } catch {
                result = .failure(error)
            }
            await vault.stop()
            await group.shutdown()
            try result.get()
        }

        private static func sealed(by vault: VaultDouble, _ ground: ServiceGround) async throws {
            let token = "\(ground.folder)/vault-token"
            try FileBytes.write(Array("\(Self.token)\n".utf8), to: token)
            let keys = [
                "DOCKET_SEALING_PROVIDER": "vault", "DOCKET_SEALING_VAULT_KEY": "transit/docket", "VAULT_ADDR": vault.address,
                "VAULT_TOKEN_FILE": token, "DOCKET_SEALING_KEYS": "",
            ]
            // A single attempt that counted would fail its submission, and tell the tenant.
            let environment = keys.merging(["DOCKET_STAGE_ATTEMPTS": "1"]) { $1 }
            var services = try await ground.startAll(environment: environment)
            for service in services { try await service.isWell() }
            let submission = try await ground.draft(at: services[0])

            vault.seal(true)
            try await ground.submit(submission, at: services[0])
            // It was well when it began, and has not opened this tenant's key before.
            try await eventually("a worker meets the sealed Vault", within: .seconds(60)) {
                services[1].program.output.contains("Vault is sealed")
            }
            try await services[1].says(["blobs", "Vault is sealed"], status: 503)
            let late = try await ground.start("ValidationWorker", environment: environment)
            try await late.says(
                ["key “transit/docket”, answers 503 (Vault is sealed): it is sealed or in maintenance; unseal it"], status: 503)
            services.append(late)
            let doctor = try await Program.run(
                try BuiltPrograms.path("docket"), ["doctor", "--json", "--home", "\(ground.folder)/none"],
                environment: keys.merging(["DATABASE_URL": ground.database]) { $1 }, limit: .seconds(60))
            let told = doctor.text.split(separator: "\n").filter { $0.contains(#""check":"keys""#) }
            #expect(told.count == 1 && told[0].contains("wrong") && told[0].contains("Vault is sealed"), "\(doctor.text)")

            vault.seal(false)
            for service in services { try await service.isWell() }
            #expect(try await ground.outcome(of: submission, at: services[0]) == .accepted)
            try await rewrapped(vault, ground, keys)
            try await nothingIsInTheClear(ground)
            for service in services {
                #expect(!service.program.output.contains(Self.token), "\(service.name)")
            }
        }

        private struct Progress: Decodable {
            let sealed: Int
            let wrappedBy: [String: Int]
            let rewrapped: Int?

            static func of(_ words: [String], _ ground: ServiceGround, _ keys: [String: String]) async throws -> Progress {
                let text = try await ground.docket(["seal", "--json"] + words, environment: keys).text
                return try JSONDecoder().decode(Progress.self, from: Data(text.utf8))
            }
        }

        private static func rewrapped(_ vault: VaultDouble, _ ground: ServiceGround, _ keys: [String: String]) async throws {
            let before = try await Progress.of(["--progress"], ground, keys)
            #expect(before.sealed == 1 && before.wrappedBy == ["vault:transit/docket:v1": 1])
            vault.rotate()
            let after = try await Progress.of(["--rewrap"], ground, keys)
            // The other one is of the secrets of the installation, which it seals, too.
            #expect(after.rewrapped == 1 && after.wrappedBy == ["vault:transit/docket:v2": 2])
        }

        /// No file of the store begins as a picture or a PDF does.
        private static func nothingIsInTheClear(_ ground: ServiceGround) async throws {
            let files = try await Program.check("find", ["\(ground.folder)/blobs", "-type", "f", "-size", "+0"]).text
                .split(separator: "\n")
            #expect(!files.isEmpty)
            for file in files {
                let first = try Data(contentsOf: URL(filePath: String(file))).prefix(4)
                #expect(![[0x89, 0x50, 0x4E, 0x47], [0x25, 0x50, 0x44, 0x46]].contains(Array(first)), "\(file)")
            }
        }
    }
}
