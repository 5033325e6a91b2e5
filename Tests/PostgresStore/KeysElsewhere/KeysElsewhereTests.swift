import Crypto
import Custody
import Domain
import EventLoop
import FoundationEssentials
import Postgres
import Sealing
import Shared
import Support
import Testing

@testable import PostgresStore

/// Keys of submissions in a database of their own, by two real ones.
@Suite(.timeLimit(.minutes(2))) struct KeysElsewhereTests {
    /// A database with submissions, and an empty one.
    private struct Ground {
        let database: TestDatabase
        let other: TestDatabase

        var pool: PostgresPool { database.pool }

        static func run(_ body: (Ground) async throws -> Void) async throws {
            try await TestDatabase.run { other in
                try await TestDatabase.runMigrated(isPooled: false, keysAreElsewhere: false) { database in
                    try await body(Ground(database: database, other: other))
                }
            }
        }

        func connect(
            to address: String? = nil, taking: Bool = false, onWait: @escaping @Sendable () -> Void = {}
        ) async throws -> KeysElsewhere.Outcome {
            try await KeysElsewhere(
                of: pool, in: other.pool, at: address ?? other.configuration.connectionString, onWait: onWait
            ).connect(taking: taking)
        }

        /// A submission as a process makes it that has no key cached.
        func draft() async throws -> Submission {
            try await SubmissionStore(
                pool: pool, owner: InstanceID(UUID()), source: "/docket/test", keys: try SealedGround.keys(pool)
            ).createSubmission(NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: .standard)
        }

        func key(of submission: Submission) async throws -> SubmissionKey? {
            try await SealedGround.keys(pool).key(of: submission.id, tenant: .standard)
        }

        func erase(_ submission: Submission) async throws {
            let data = PersonalDataStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test")
            guard case .confirmationRequired(let required) = try await data.erase(submission.id),
                case .done = try await required.confirm(by: .retention)
            else { throw StoreError.corrupt("it may be erased") }
        }

        /// How many keys, or salts of a submission's, the other database has.
        func count(_ table: SQL, of submission: Submission? = nil) async throws -> Int {
            let scope: SQL = submission.map { "where submission_id = \($0.id.uuid)" } ?? ""
            return try await other.pool.query("select count(*) as n from docket_keys.\(table) \(scope)")[0].decode("n")
        }

        /// What is wrong with the log, which nobody signs.
        func faults() async throws -> [LogFault] {
            let keys = try JSONWebKeySet(CanonicalJSON.encode(try SigningKeys(pem: SigningKey.makePEM()).keySet))
            let tenant = TenantID.standard.rawValue
            return try await CustodyAuditor(pool: pool).examine(tenant, keys: keys, kept: []).faults
        }

        func collect() async throws {
            try await eventually("all leaves have salts") {
                while try await CustodyCollector(pool: pool).collect(limit: 100) > 0 {}
                return try await pool.query(
                    """
                    select from events e where not exists (
                        select from custody_leaves l where l.kind = 'event' and l.number = e.position)
                    """
                ).isEmpty
            }
        }
    }

    @Test func `a server that reaches another database by the address than the command does is refused`() async throws {
        try await TestDatabase.run { third in
            for statement: SQL in [
                "create schema docket_keys", "create table docket_keys.home (id uuid)",
                "insert into docket_keys.home values (gen_random_uuid())",
            ] { try await third.pool.execute(statement) }
            try await Ground.run { ground in
                let draft = try await ground.draft()
                await #expect(throws: KeysElsewhereRefusal.serverReachesAnother) {
                    try await ground.connect(to: third.configuration.connectionString)
                }
                #expect(try await ground.key(of: draft) != nil)
            }
        }
    }

    @Test func `keys and salts move, and everything is read, written and erased there`() async throws {
        try await Ground.run { ground in
            let (before, erased) = (try await ground.draft(), try await ground.draft())
            try await ground.collect()
            let salts = try await ground.pool.query("select from custody_salts").count
            #expect(salts >= 2)
            #expect(try await ground.connect() == .moved(keys: 2, salts: salts))
            let here = try await ground.pool.query(
                "select from pg_class where relnamespace = 'docket_keys'::regnamespace and relkind = 'r' and relname <> all(\(["tenants", "beginning"]))"
            )
            #expect(here.isEmpty)
            #expect(try await ground.connect() == .unchanged)

            let after = try await ground.draft()
            for submission in [before, after] { #expect(try await ground.key(of: submission) != nil) }
            #expect(try await ground.count("submissions") == 3)
            try await ground.collect()
            #expect(try await ground.count("custody_salts", of: after) > 0)
            #expect(try await ground.faults().isEmpty)

            try await ground.erase(erased)
            #expect(try await ground.count("submissions", of: erased) == 0)
            #expect(try await ground.count("custody_salts", of: erased) == 0)
            #expect(try await ground.count("submissions") == 2)
            #expect(try await ErasureCertificateStore(pool: ground.pool).left(of: erased.id).isEmpty)
        }
    }

    /// The other database commits first: the process ends, or the connection, before this one has.
    @Test func `a move that was broken off after the keys were written goes on`() async throws {
        try await Ground.run { ground in
            let submission = try await ground.draft()
            let wrapped = try await ground.pool.query("select tenant, wrapped from docket_keys.submissions")[0]
            try await ground.other.pool.withTransaction { try await $0.script(KeysTables.definitions) }
            let id = UUID()
            try await ground.pool.execute("insert into keys_elsewhere (id) values (\(id))")
            try await ground.other.pool.pipeline([
                "insert into docket_keys.home (id) values (\(id))",
                """
                insert into docket_keys.submissions
                values (\(submission.id.uuid), \(try wrapped.decode("tenant", as: String.self)),
                    \(Bytes(try wrapped.decode("wrapped", as: [UInt8].self))))
                """,
            ])
            let later = try await ground.draft()
            #expect(try await ground.connect() == .moved(keys: 2, salts: 0))
            for submission in [submission, later] { #expect(try await ground.key(of: submission) != nil) }
        }
    }

    @Test func `no key is dropped that is not there as it was`() async throws {
        try await Ground.run { ground in
            let submission = try await ground.draft()
            try await ground.other.pool.withTransaction { try await $0.script(KeysTables.definitions) }
            try await ground.other.pool.execute(
                "insert into docket_keys.submissions values (\(submission.id.uuid), 'another', 'key')")
            await #expect(throws: KeysElsewhereRefusal.isOfOthers) { try await ground.connect() }
            await #expect(throws: KeysElsewhereRefusal.isDifferent(keys: 1, salts: 0)) { try await ground.connect(taking: true) }
            #expect(try await ground.key(of: submission) != nil)
            #expect(try await ground.count("submissions") == 1)
        }
    }

    /// A copy of the rows from before the move, or of another installation.
    @Test func `rows that are not known to be theirs get the keys only where somebody says so, and the others are told`()
        async throws
    {
        try await Ground.run { ground in
            let submission = try await ground.draft()
            _ = try await ground.connect()
            try await SealedGround.keys(ground.pool).check()
            try await TestDatabase.runMigrated(isPooled: false, keysAreElsewhere: false) { database in
                let copy = Ground(database: database, other: ground.other)
                await #expect(throws: KeysElsewhereRefusal.isOfOthers) { try await copy.connect() }
                try await SealedGround.keys(ground.pool).check()
                // What is refused in the end has told nobody either.
                try await copy.pool.execute(
                    "insert into docket_keys.submissions values (\(submission.id.uuid), 'another', 'key')")
                await #expect(throws: KeysElsewhereRefusal.isDifferent(keys: 1, salts: 0)) {
                    try await copy.connect(taking: true)
                }
                try await SealedGround.keys(ground.pool).check()
                try await copy.pool.execute("delete from docket_keys.submissions")
                let own = try await copy.draft()
                #expect(try await copy.connect(taking: true) == .moved(keys: 1, salts: 0))
                #expect(try await copy.count("submissions") == 2, "no key there was touched")
                #expect(try await copy.key(of: own) != nil)
                try await SealedGround.keys(copy.pool).check()
                let told = await #expect(throws: SealingError.self) { try await SealedGround.keys(ground.pool).check() }
                #expect(told?.code == .unavailable)
                await #expect(throws: KeysElsewhereRefusal.isOfOthers) { try await ground.connect() }
            }
            #expect(try await ground.connect(taking: true) == .connected)
            try await SealedGround.keys(ground.pool).check()
            #expect(try await ground.key(of: submission) != nil)
        }
    }

    @Test func `an empty database is not taken for the one that has the keys`() async throws {
        try await Ground.run { ground in
            let submission = try await ground.draft()
            _ = try await ground.connect()
            try await TestDatabase.run { empty in
                let lost = Ground(database: ground.database, other: empty)
                await #expect(throws: KeysElsewhereRefusal.isEmpty) { try await lost.connect() }
                #expect(try await ground.key(of: submission) != nil)
                // They are lost for good.
                #expect(try await lost.connect(taking: true) == .connected)
                let gone = await #expect(throws: SealingError.self) { try await lost.key(of: submission) }
                #expect(gone?.code == .gone)
                let after = try await lost.draft()
                #expect(try await lost.key(of: after) != nil)
            }
        }
    }

    /// As a restored copy of the rows comes back: it knows the server and the id, and no password.
    @Test func `a restored copy reaches no key before it takes them, and the original is told`() async throws {
        try await Ground.run { ground in
            let submission = try await ground.draft()
            _ = try await ground.connect()
            try await TestDatabase.runMigrated(isPooled: false, keysAreElsewhere: false) { database in
                let copy = Ground(database: database, other: ground.other)
                _ = try await copy.connect(taking: true)
                _ = try await ground.connect(taking: true)
                let id = try await ground.pool.query("select id from keys_elsewhere")[0].decode("id", as: UUID.self)
                try await copy.pool.execute("update keys_elsewhere set id = \(id)")
                try await copy.pool.query("drop user mapping for current_user server docket_keys")

                let away = await #expect(throws: SealingError.self) { try await SealedGround.keys(copy.pool).check() }
                #expect(away?.code == .databaseUnavailable)
                await #expect(throws: StoreError.self) { try await copy.draft() }
                await #expect(throws: KeysElsewhereRefusal.isRestored) { try await copy.connect() }
                await #expect(throws: SealingError.self) { try await SealedGround.keys(copy.pool).check() }
                try await SealedGround.keys(ground.pool).check()
                // The original goes on as it did, and is asked nothing.
                #expect(try await ground.connect() == .unchanged)

                #expect(try await copy.connect(taking: true) == .connected)
                try await SealedGround.keys(copy.pool).check()
                let told = await #expect(throws: SealingError.self) { try await SealedGround.keys(ground.pool).check() }
                #expect(told?.code == .unavailable)
                await #expect(throws: KeysElsewhereRefusal.isOfOthers) { try await ground.connect() }
                #expect(try await copy.count("submissions", of: submission) == 1, "no key there was touched")
            }
            #expect(try await ground.connect(taking: true) == .connected)
            #expect(try await ground.key(of: submission) != nil)
        }
    }

    /// The rows moved to another server by a dump, or the one of the keys did: nobody else has them.
    @Test func `another address of the same keys is no copy`() async throws {
        try await Ground.run { ground in
            let submission = try await ground.draft()
            _ = try await ground.connect()
            let address = "\(ground.other.configuration.connectionString) connect_timeout=4"
            #expect(try await ground.connect(to: address) == .connected)
            #expect(try await ground.connect(to: address) == .unchanged)
            #expect(try await ground.key(of: submission) != nil)
        }
    }

    @Test func `keys that are away are waited for`() async throws {
        try await Ground.run { ground in
            let submission = try await ground.draft()
            _ = try await ground.connect()
            try await ground.pool.query("alter server docket_keys options (set port '1')")
            for code in [
                await #expect(throws: SealingError.self) { try await SealedGround.keys(ground.pool).check() }?.code,
                await #expect(throws: SealingError.self) { try await ground.key(of: submission) }?.code,
            ] { #expect(code == .unavailable) }
            // Not the database, which answers: a stage would not wait for that.
            let refused = await #expect(throws: StoreError.self) { try await ground.draft() }
            #expect(refused?.code == .keysUnavailable && refused?.isRetriable == true)
            #expect(try await ground.connect() == .connected)
            #expect(try await ground.key(of: submission) != nil)
        }
    }

    @Test func `the database of the submissions is refused as that of the keys`() async throws {
        try await TestDatabase.runMigrated(isPooled: false, keysAreElsewhere: false) { database in
            let elsewhere = try KeysElsewhere(
                of: database.pool, in: database.pool, at: database.configuration.connectionString)
            await #expect(throws: KeysElsewhereRefusal.isOfDocuments) { try await elsewhere.connect() }
        }
    }

    @Test func `an address that leads elsewhere from the server changes nothing`() async throws {
        try await Ground.run { ground in
            let submission = try await ground.draft()
            try await TestDatabase.run { third in
                // It has the tables, too.
                try await third.pool.withTransaction { try await $0.script(KeysTables.definitions) }
                await #expect(throws: KeysElsewhereRefusal.serverReachesAnother) {
                    try await ground.connect(to: third.configuration.connectionString)
                }
            }
            let unreachable = await #expect(throws: KeysElsewhereRefusal.self) {
                try await ground.connect(to: "host=/nowhere user=docket dbname=keys")
            }
            guard case .serverCannotReach? = unreachable else {
                Issue.record("\(String(describing: unreachable))")
                return
            }
            #expect(try await ground.key(of: submission) != nil)
            #expect(try await ground.connect() == .moved(keys: 1, salts: 0))
        }
    }

    @Test func `a backup that reads the keys delays the move, and nobody behind it`() async throws {
        try await Ground.run { ground in
            let submission = try await ground.draft()
            let (waits, isOver) = (AsyncSignal<Void>(), AsyncSignal<Void>())
            let (reads, pool) = (AsyncSignal<Void>(), ground.pool)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await pool.withTransaction { backup in
                        try await backup.query("lock table docket_keys.submissions in access share mode")
                        reads.send()
                        try await isOver.wait()
                    }
                }
                try await reads.wait()
                group.addTask {
                    let moved = try await ground.connect { waits.send() }
                    #expect(moved == .moved(keys: 1, salts: 0))
                }
                try await waits.wait()
                #expect(try await ground.key(of: submission) != nil)
                isOver.send()
                try await group.waitForAll()
            }
            #expect(try await ground.key(of: submission) != nil)
        }
    }

    /// What a transaction sees of another database is as of its first look.
    @Test(arguments: [false, true])
    func `no key and no salt survives that was made while an erasure had begun`(isKey: Bool) async throws {
        try await Ground.run { ground in
            let submission = try await ground.draft()
            _ = try await ground.connect()
            try await ground.collect()
            let (pool, id) = (ground.pool, submission.id.uuid)
            try await ground.other.pool.execute("delete from docket_keys.submissions")
            try await withThrowingTaskGroup(of: Void.self) { group in
                try await pool.withTransaction { another in
                    // As whoever seals the submission does, or the collector.
                    try await another.query(
                        isKey ? "select from submissions where id = \(id) for update" : "select pg_advisory_xact_lock(7329000029)"
                    )
                    group.addTask { try await ground.erase(submission) }
                    try await eventually("the erasure waits") {
                        try await !pool.query(
                            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
                        ).isEmpty
                    }
                    try await another.execute(
                        isKey
                            ? "insert into docket_keys.submissions (submission_id, tenant, wrapped) values (\(id), 'default', 'key')"
                            : "insert into docket_keys.custody_salts values ('default', 1000000, \(id), 'salt')")
                }
                try await group.waitForAll()
            }
            #expect(try await ground.count("submissions", of: submission) == 0)
            #expect(try await ground.count("custody_salts", of: submission) == 0)
        }
    }

    /// The erasure has had its first look at the keys when the message comes. It sees the message, and not its key.
    @Test func `no key of mail survives that came while an erasure of its person had begun`() async throws {
        try await Ground.run { ground in
            let address = "erika@example.org"
            var new = NewSubmission(journey: SampleSubmissions.journey.id)
            new.contact = Contact(email: address)
            let submission = try await SubmissionStore(
                pool: ground.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: try SealedGround.keys(ground.pool)
            ).createSubmission(new, journey: SampleSubmissions.journey, tenant: .standard)
            _ = try await ground.connect()
            let mails = MailStore(pool: ground.pool, keys: try SealedGround.keys(ground.pool))
            let pool = ground.pool
            let mail = try await withThrowingTaskGroup(of: Void.self) { group in
                let mail = try await pool.withTransaction { another in
                    // What an erasure deletes after it has looked at the key, and before it looks for mail.
                    try await another.query("lock table inspections in share mode")
                    group.addTask { try await ground.erase(submission) }
                    try await eventually("the erasure waits") {
                        try await !pool.query(
                            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
                        ).isEmpty
                    }
                    return try await mails.begin(
                        NewMail(
                            to: Mailbox(address: "bills@acme.example", tenant: .standard, journey: SampleSubmissions.journey.id),
                            recipient: "bills@acme.example", type: nil, sender: address, sentAt: nil, authentication: nil,
                            messageID: nil, attachments: [], digest: SHA256.hash("mail")))
                }
                try await group.waitForAll()
                return mail
            }
            #expect(try await mails.mail(mail.id, of: .standard)?.state == .expired)
            #expect(try await ground.count("submissions") == 1, "the erasure has not seen it")
            // As the sweep does that removes the files.
            #expect(try await mails.removable(limit: 10).map(\.id) == [mail.id])
            try await mails.removed(mail.id)
            #expect(try await mails.purge(limit: 10) == 1)
            #expect(try await ground.count("submissions") == 0)
            #expect(try await pool.query("select from sealed_submissions where submission_id = \(mail.id.uuid)").isEmpty)
        }
    }

    /// The other database commits first: a salt is there before its leaf is seen, as that of the erasure's own act.
    @Test func `a key that came back is deleted while nothing is collected, and takes no later salt`() async throws {
        try await Ground.run { ground in
            let submission = try await ground.draft()
            _ = try await ground.connect()
            try await ground.collect()
            try await ground.erase(submission)
            let (pool, id) = (ground.pool, submission.id.uuid)
            try await ground.other.pool.execute(
                "insert into docket_keys.submissions (submission_id, tenant, wrapped) values (\(id), 'default', 'key')")
            try await withThrowingTaskGroup(of: Void.self) { group in
                try await pool.withTransaction { collector in
                    try await collector.query("select pg_advisory_xact_lock(7329000029)")
                    group.addTask {
                        let step = try await ReturnedKeys(pool: pool).remove(after: nil, limit: 10, at: Timestamp(Date()))
                        #expect(step.removed == [submission.id])
                    }
                    try await eventually("the deletion waits") {
                        try await !pool.query(
                            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
                        ).isEmpty
                    }
                    try await collector.execute(
                        "insert into docket_keys.custody_salts values ('default', 1000000, \(id), 'salt')")
                    try await collector.execute(
                        """
                        insert into custody_leaves (tenant, leaf, kind, number, submission_id, commitment)
                        select tenant, 1000000, 'audit', id, submission_id, 'x' from audit where action = 'submission.erase'
                        """)
                }
                try await group.waitForAll()
            }
            #expect(try await ground.count("submissions", of: submission) == 0)
            #expect(try await ground.count("custody_salts", of: submission) == 1)
        }
    }

    /// The roles of an installation whose database is somebody else's.
    @Test func `a password is stored as it is, whatever it has in it`() async throws {
        try await Ground.run { ground in
            let password = #"a'b\c %40 d"#
            let quoted = password.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
            let address = "\(ground.other.configuration.connectionString) password='\(quoted)'"
            #expect(try await ground.connect(to: address) == .moved(keys: 0, salts: 0))
            let stored = try await ground.pool.query("select array_to_string(umoptions, ' ') as text from pg_user_mappings")[0]
            #expect(try stored.decode("text", as: String.self) == "password=\(password) user=docket")
            #expect(try await ground.connect(to: address) == .unchanged)
        }
    }

    /// A step would change the tables that lead there, and not those that are there.
    @Test func `no step of the schema touches tables that may be elsewhere`() {
        for step in Migration.all.map(\.version).enumerated() where step.element > 69 {
            let text = Migration.texts[step.offset]
            #expect(!text.contains("docket_keys.submissions") && !text.contains("docket_keys.custody_salts"))
        }
    }
}
