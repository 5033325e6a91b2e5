import DocumentFixtures
import EventLoop
import Glibc
import Jail
import Shared
import Telemetry

/// Runs `body` with a jail of its own, and ends it afterwards, whatever happens.
func withJail<Result: Sendable>(
    _ configuration: JailConfiguration = JailConfiguration(), metrics: MetricsRegistry? = nil,
    _ body: (Jail, EventLoopGroup) async throws -> Result
) async throws -> Result {
    let group = try EventLoopGroup(threads: 1)
    do {
        let jail = try await Jail.start(
            configuration: configuration, group: group, logger: Logger(label: "jail", level: .critical), metrics: metrics)
        do {
            let result = try await body(jail, group)
            await jail.shutdown()
            await group.shutdown()
            return result
        } catch {
            await jail.shutdown()
            throw error
        }
    } catch {
        await group.shutdown()
        throw error
    }
}

extension Jail {
    /// All pages of a document.
    func pages(of bytes: [UInt8], _ request: DecodeRequest) async throws -> [DecodedPage] {
        try await withDecodedPages(of: .bytes(bytes), request) { pages in
            var all: [DecodedPage] = []
            while let page = try await pages.next() { all.append(page) }
            return all
        }
    }

    /// All pages of a document, and what had to be mended.
    func report(of bytes: [UInt8], _ request: DecodeRequest) async throws -> (pages: [DecodedPage], repairs: [Repair]) {
        try await withDecodedPages(of: .bytes(bytes), request) { pages in
            var all: [DecodedPage] = []
            while let page = try await pages.next() { all.append(page) }
            return (all, await pages.repairs)
        }
    }
}

/// An input that never ends: a child that reads it hangs.
final class EndlessInput: Sendable {
    let input: JailInput
    private let reader: CInt
    private let writer: CInt

    init() throws {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Tool.Failed(description: "pipe: errno \(errno)") }
        (reader, writer) = (ends[0], ends[1])
        input = .descriptor(reader)
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Returns when a child is reading: what is written is more than the pipe holds.
    func waitForReader(on loop: EventLoop) async throws {
        let writer = writer
        guard fcntl(writer, F_SETFL, O_NONBLOCK) == 0 else { throw Tool.Failed(description: "fcntl: errno \(errno)") }
        try await withDeadline(.seconds(30), on: loop) {
            let watch = try DescriptorWatch(descriptor: writer, on: loop)
            defer { watch.cancel() }
            let bytes = [UInt8](repeating: 0, count: 128 * 1024)
            var offset = 0
            while offset < bytes.count {
                let written = bytes.withUnsafeBytes { write(writer, $0.baseAddress?.advanced(by: offset), $0.count - offset) }
                if written > 0 { offset += written } else { _ = try await watch.wait(for: .write) }
            }
        }
    }
}
