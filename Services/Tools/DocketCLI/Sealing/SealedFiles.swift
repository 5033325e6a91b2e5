import BlobStore
import CommandSupport
import EventLoop
import Operations
import Postgres
import PostgresStore
import Sealing
import ServiceRuntime
import Shared
import Synchronization

/// `docket seal --files`: seals the files of submissions of before, and shows how far it is.
struct SealedFiles: Sendable {
    let pool: PostgresPool
    let keys: SealingKeyStore
    let store: any BlobStore
    let context: CommandContext

    /// The store of the installation's files.
    static func store(
        _ context: CommandContext, _ home: HomeDirectory, _ sealing: SealingConfiguration
    ) throws -> any BlobStore {
        guard sealing.isOn else {
            throw CommandFailure(
                .configuration, sealing.hasKeys ? "DOCKET_SEALING is off, and --files seals" : KeyNames.noneIsSet,
                advice: "Set DOCKET_SEALING_PROVIDER and its keys as the services have them.")
        }
        guard let store = try PersonalDataAccess.blobStore(context, home) else {
            throw CommandFailure(
                .configuration, "DOCKET_BLOBS is not set, so the files are nowhere", advice: "Set it as the services have it.")
        }
        return store
    }

    private var files: FileSealingStore { FileSealingStore(pool: pool, keys: keys) }

    func run(megabytesPerSecond: Int, keeping hours: Int, isQuiet: Bool) async throws -> FileSealingReport {
        let stopping = Mutex(false)
        let isStopped: @Sendable () -> Bool = { stopping.withLock { $0 } }
        let signals = try SignalWatch(signals: Interruption.signals, on: context.loop)
        let listening = context.loop.spawn {
            if (try? await signals.next()) != nil { stopping.withLock { $0 = true } }
        }
        defer { listening.cancel() }
        let start = ContinuousClock.now
        let pace = Mutex(SealingPace(bytesPerSecond: megabytesPerSecond * 1_000_000))
        let told = Mutex(start)
        let sealing = FileSealing(
            store: files, blobs: SealedBlobStore(store, keys: keys, pool: context.group.blocking),
            keep: .seconds(hours * 3_600)
        ) { [context] bytes in
            let pause = pace.withLock { $0.pause(after: bytes, at: ContinuousClock.now - start) }
            // Whoever waits for the end of this submission does not wait for the others' sake.
            if pause > .zero, !isStopped() { try? await context.loop.sleep(for: pause) }
        }
        do {
            return try await sealing.run(isStopped: isStopped) { [context] report in
                let now = ContinuousClock.now
                let isDue = told.withLock { told in
                    guard now - told >= .seconds(10) else { return false }
                    told = now
                    return true
                }
                if isDue, !isQuiet { context.output.line(FileSealingScreen.progress(report, in: now - start)) }
            }
        } catch let error as BlobError {
            throw CommandFailure(
                .unavailable, "the files: \(OperatorWords.of(error))", advice: "Run it again: it goes on where it was.")
        } catch let error as SealingError {
            throw CommandFailure(
                .unavailable, "the keys: \(error.description)", advice: "Run it again: it goes on where it was.")
        }
    }
}
