import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import IntakeClient
import Shared
import Support
import Testing

extension OwnRuns {
    /// What `deploy/backup` saves and `deploy/restore` brings back, into a deployment that has nothing, with a broker that has
    /// never seen an event.
    @Suite struct BackupTests {
        private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

        private struct Saved: Sendable {
            let accepted: SubmissionID
            let pdf: [UInt8]
            let pdfAddress: String
            /// Erased after the rows and files were saved, and before the keys were.
            let erased: (id: SubmissionID, pdfAddress: String)
            let underWay: SubmissionID
            let draft: SubmissionID
        }

        @Test func whatWasSavedComesBackAndGoesOn() async throws {
            let folder = try TemporaryFolder("backup")
            chmod(folder.path, 0o755)
            let saved = try await RunningDocket.run { docket in try await work(on: docket, savingTo: folder.path) }

            let cluster = try await TemporaryPostgres.start()
            let result: Result<Void, any Error>
            do {
                let variables = [
                    "DATABASE_URL": cluster.networkConnectionString(database: try await cluster.makeDatabase()),
                    "DOCKET_BLOBS": "\(folder.path)/blobs",
                    // In no backup: it was kept apart.
                    "DOCKET_SEALING_KEYS": "\(folder.path)/sealing-keys",
                ]
                let restore = [
                    "\(Self.root)/deploy/restore", "--direct", "--keys", "\(folder.path)/keys", "\(folder.path)/saved",
                ]
                // Keys that are cut, or of which nothing is left, are noticed before anything is changed.
                let keys = "\(folder.path)/keys/keys.dump"
                let whole = try #require(FileManager.default.contents(atPath: keys))
                for count in [whole.count - 10, 0] {
                    try whole.prefix(count).write(to: URL(filePath: keys))
                    let cut = try await Program.run("bash", restore, environment: variables)
                    #expect(!cut.status.isSuccess && cut.complaints.contains("keys.dump"), "\(cut.complaints)")
                }
                try whole.write(to: URL(filePath: keys))
                // Keys of a newer version have a table that the rows lack: it is said what to do, and that works.
                let skewed = try await Program.run("bash", restore, environment: variables)
                #expect(!skewed.status.isSuccess && skewed.complaints.contains("Run 'docket migrate'"), "\(skewed.complaints)")
                let database = try #require(variables["DATABASE_URL"])
                _ = try await Program.check(
                    "psql", [database, "-c", "create table docket_keys.later as select 1 as n where false"])
                let keysOnly = [restore[0], "--direct", "--keys", "\(folder.path)/keys", "--keys-only"]
                _ = try await Program.check("bash", keysOnly, environment: variables)
                _ = try await Program.check("psql", [database, "-c", "drop table docket_keys.later"])
                let twice = try await Program.run("bash", keysOnly, environment: variables)
                #expect(!twice.status.isSuccess && twice.complaints.contains("keys of its own"), "\(twice.complaints)")
                // An installation that has none of these keys does not take their place.
                let foreign = variables.merging([
                    "DATABASE_URL": cluster.networkConnectionString(database: try await cluster.makeDatabase())
                ]) { $1 }
                _ = try await Program.check(
                    "psql",
                    [try #require(foreign["DATABASE_URL"]), "-c", "create schema docket_keys create table tenants (tenant text)"])
                let other = try await Program.run(
                    "bash",
                    ["\(Self.root)/deploy/backup", "--direct", "--keys", "\(folder.path)/keys", "\(folder.path)/other"],
                    environment: foreign)
                #expect(!other.status.isSuccess && other.complaints.contains("another installation's"), "\(other.complaints)")
                #expect(FileManager.default.contents(atPath: keys) == whole)
                // Nothing is restored over anything.
                let again = try await Program.run("bash", restore, environment: variables)
                #expect(!again.status.isSuccess && again.complaints.contains("not empty"), "\(again.complaints)")
                try await RunningDocket.run(RunningDocket.Options(environment: variables)) { docket in
                    try await check(saved, on: docket)
                }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            await cluster.stop()
            try result.get()
        }

        /// They move while all services run. Rows and files of before an erasure come back, and the keys are those that there are now.
        @Test func keysInADatabaseOfTheirOwnOutliveTheRows() async throws {
            let folder = try TemporaryFolder("backup")
            chmod(folder.path, 0o755)
            let cluster = try await TemporaryPostgres.start()
            let result: Result<Void, any Error>
            do {
                let keys = ["DOCKET_KEYS_URL": cluster.networkConnectionString(database: try await cluster.makeDatabase())]
                let bill = PlannedDocument("utility-bill", issued: 3, [try .png()])
                let (kept, erased) = try await RunningDocket.run { docket in
                    let before = try await docket.outcome("proof-of-address", [bill])
                    let moved = try await command(["migrate"], docket, environment: keys)
                    #expect(moved.text.contains("moved 1 keys of submissions"), "\(moved.text)")
                    let after = try await docket.outcome("proof-of-address", [bill])
                    let files = try [before, after].map { try #require($0.documents.first?.pdf) }
                    for file in files { #expect(try await docket.bytes(at: file).starts(with: Array("%PDF".utf8))) }
                    _ = try await Program.check(
                        "bash", ["\(Self.root)/deploy/backup", "--direct", "\(folder.path)/saved"],
                        environment: [
                            "DATABASE_URL": try docket.variable("DATABASE_URL"), "DOCKET_BLOBS": "\(docket.home)/blobs",
                        ])
                    _ = try await command(["erase", "\(before.id)", "--yes"], docket)
                    let sealing = try #require(ProcFile.text("\(docket.home)/sealing-keys"))
                    try FileBytes.write(Array(sealing.utf8), to: "\(folder.path)/sealing-keys")
                    chmod("\(folder.path)/sealing-keys", 0o600)
                    return (files[1], files[0])
                }
                let variables = [
                    "DATABASE_URL": cluster.networkConnectionString(database: try await cluster.makeDatabase()),
                    "DOCKET_BLOBS": "\(folder.path)/blobs", "DOCKET_SEALING_KEYS": "\(folder.path)/sealing-keys",
                ]
                let restored = try await Program.check(
                    "bash", ["\(Self.root)/deploy/restore", "--direct", "\(folder.path)/saved"], environment: variables)
                #expect(
                    restored.complaints.contains("run 'docket migrate --take-keys' with DOCKET_KEYS_URL"),
                    "\(restored.complaints)")
                let reached = try await Program.check(
                    try BuiltPrograms.path("docket"), ["migrate", "--take-keys"], environment: variables.merging(keys) { $1 })
                #expect(reached.text.contains("from now on"), "\(reached.text)")
                try await RunningDocket.run(RunningDocket.Options(environment: variables)) { docket in
                    #expect(try await docket.bytes(at: kept).starts(with: Array("%PDF".utf8)))
                    let address = erased.hasPrefix("http") ? erased : docket.url + erased
                    let answer = try await docket.http.send(ClientRequest("GET", address))
                    #expect(answer.status == 500, "its row is back, and its key is not")
                }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            await cluster.stop()
            try result.get()
        }

        /// One submission has ended, one is under way and cannot go on, one is a draft.
        private func work(on docket: RunningDocket, savingTo place: String) async throws -> Saved {
            let (folder, keysFolder) = ("\(place)/saved", "\(place)/keys")
            let bill = PlannedDocument("utility-bill", issued: 3, [try await .turnedPhoto()])
            let accepted = try await docket.outcome("proof-of-address", [bill])
            #expect(accepted.state == .accepted)
            let address = try #require(accepted.documents.first?.pdf)
            let other = try await docket.outcome("proof-of-address", [PlannedDocument("utility-bill", issued: 6, [try .png()])])
            let erased = (id: other.id, pdfAddress: try #require(other.documents.first?.pdf))
            #expect(try await docket.bytes(at: erased.pdfAddress).starts(with: Array("%PDF".utf8)))
            _ = try await command(["pause", "normalization"], docket)
            let held = PlannedDocument("utility-bill", issued: 4, [try .png()])
            let underWay = try await docket.draft("proof-of-address", [held]).id
            _ = try await docket.client.submit(underWay)
            let draft = try await docket.draft("proof-of-address", [PlannedDocument("utility-bill", issued: 5, [try .heic()])])
            let variables = ["DATABASE_URL": try docket.variable("DATABASE_URL"), "DOCKET_BLOBS": "\(docket.home)/blobs"]
            // As it is meant: of the keys the newest alone are kept.
            let backup = ["\(Self.root)/deploy/backup", "--direct", "--keys", keysFolder]
            _ = try await Program.check("bash", backup + [folder], environment: variables)
            _ = try await command(["erase", "\(erased.id)", "--yes"], docket)
            // As a later version would have it.
            let database = try docket.variable("DATABASE_URL")
            _ = try await Program.check("psql", [database, "-c", "create table docket_keys.later as select 1 as n"])
            _ = try await Program.check("bash", backup + ["\(folder)-later"], environment: variables)
            // Nothing that an erasure deletes lies with the rows: neither keys nor the salts of the log's leaves.
            let rows = try await Program.check("pg_restore", ["--list", "\(folder)/database.dump"]).text
            #expect(rows.contains("TABLE DATA public custody_leaves") && !rows.contains("TABLE DATA docket_keys"))
            let keptApart = try await Program.check("pg_restore", ["--list", "\(keysFolder)/keys.dump"]).text
            #expect(keptApart.contains("TABLE DATA docket_keys submissions"))
            #expect(keptApart.contains("TABLE DATA docket_keys custody_salts"))
            let keys = try #require(ProcFile.text("\(docket.home)/sealing-keys"))
            let apart = "\(place)/sealing-keys"
            try FileBytes.write(Array(keys.utf8), to: apart)
            chmod(apart, 0o600)
            return Saved(
                accepted: accepted.id, pdf: try await docket.bytes(at: address), pdfAddress: address, erased: erased,
                underWay: underWay, draft: draft.id)
        }

        private func check(_ saved: Saved, on docket: RunningDocket) async throws {
            #expect(try await docket.client.submission(saved.accepted).state == .accepted)
            #expect(try await docket.bytes(at: saved.pdfAddress) == saved.pdf)
            // Its row is back, and its file lies in the folder as it was: by no key, and nobody can read it.
            let said = try await command(["show", "\(saved.erased.id)"], docket)
            #expect(said.text.contains("accepted"), "\(said.text)")
            let address = saved.erased.pdfAddress
            let answer = try await docket.http.send(
                ClientRequest("GET", address.hasPrefix("http") ? address : docket.url + address))
            #expect(answer.status == 500 && !answer.body.starts(with: Array("%PDF".utf8)), "\(answer.status)")
            // The broker is another one: what it never saw is emitted again.
            _ = try await command(["resume", "normalization"], docket)
            _ = try await command(["reconcile"], docket)
            let ended = try await docket.client.wait(for: saved.underWay, timeout: .seconds(90)) { $0.hasEnded }
            #expect(ended.state == .accepted)
            let draft = try await docket.outcome(of: saved.draft)
            #expect(draft.state == .accepted)
            let reconciled = try await command(["reconcile", "--dry-run"], docket)
            #expect(reconciled.status.isSuccess, "\(reconciled.text)")
        }

        private func command(
            _ arguments: [String], _ docket: RunningDocket, environment: [String: String] = [:]
        ) async throws -> Program.Result {
            let result = try await Program.run(
                try BuiltPrograms.path("docket"), arguments + ["--home", docket.home], environment: environment)
            #expect(result.status.isSuccess, "\(arguments): \(result.text)\(result.complaints)")
            return result
        }
    }
}
