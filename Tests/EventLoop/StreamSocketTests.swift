import EventLoop
import FoundationEssentials
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StreamSocketTests {
    @Test(arguments: ["127.0.0.1", "::1"])
    func whatIsWrittenArrivesAndEndsWithTheWritersSide(ip: String) async throws {
        try await withGroup { group in
            let server = group.loops[0]
            let client = group.loops[1]
            let listener = try ListeningSocket.bind(try SocketAddress(ip: ip, port: 0), on: server)
            let serving = server.spawn {
                guard let socket = try? await listener.accept() else { return }
                while let bytes = try? await socket.read(maximum: 1000), !bytes.isEmpty { try? await socket.write(bytes) }
                socket.close()
            }
            let received = try await client.run {
                let socket = try await StreamSocket.connect(to: listener.localAddress, on: client)
                #expect(socket.peerAddress == listener.localAddress)
                try await socket.write(Array("hello".utf8))
                socket.shutdownWrite()
                return try await readAll(socket)
            }
            #expect(received == Array("hello".utf8))
            await serving.value
            try await server.run { listener.close() }
        }
    }

    @Test func moreThanTheKernelsBuffersIsWrittenWholeHoweverSlowlyItIsRead() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            try await loop.run {
                let (near, far) = try StreamSocket.pair(on: loop)
                let sent = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
                async let writing: Void = {
                    try await near.write(sent)
                    near.shutdownWrite()
                }()
                var received: [UInt8] = []
                while true {
                    let piece = try await far.read(maximum: 7001)
                    if piece.isEmpty { break }
                    received += piece
                }
                try await writing
                #expect(received == sent)
            }
        }
    }

    @Test func aConnectionThatIsHandedOverBelongsToTheOtherLoop() async throws {
        try await withGroup { group in
            let (first, second) = (group.loops[0], group.loops[1])
            let listener = try ListeningSocket.bind(try SocketAddress(ip: "127.0.0.1", port: 0), on: first)
            async let accepted = first.run { try await listener.accept(on: second) }
            let client = try await first.run { try await StreamSocket.connect(to: listener.localAddress, on: first) }
            let socket = try await accepted
            #expect(socket.loop === second)
            try await second.run { try await socket.write([7]) }
            #expect(try await first.run { try await client.read(maximum: 1) } == [7])
            try await first.run { listener.close() }
        }
    }

    @Test func aUnixSocketReplacesTheFileThatADeadProcessLeft() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let address = SocketAddress.unix(path: folder.appending(path: "s").path)
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            let abandoned = try ListeningSocket.bind(address, on: loop)
            #expect(throws: SocketError.self) { try ListeningSocket.bind(address, on: loop) }
            try await loop.run { abandoned.close() }
            let listener = try ListeningSocket.bind(address, on: loop)
            try await loop.run {
                async let accepted = listener.accept()
                let client = try await StreamSocket.connect(to: address, on: loop)
                try await client.write([1])
                #expect(try await accepted.read(maximum: 1) == [1])
            }
        }
    }

    @Test func aFileIsSentFromAnOffsetAndOnlyToItsEnd() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "loop-\(UUID().uuidString)")
        let content = Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let descriptor = OwnedDescriptor(open(file.path, O_RDONLY | O_CLOEXEC))
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            try await loop.run {
                let (near, far) = try StreamSocket.pair(on: loop)
                async let sent = {
                    defer { near.shutdownWrite() }
                    return try await near.sendFile(
                        descriptor: descriptor.number, offset: 1000, count: 1_000_000, pool: group.blocking)
                }()
                let received = try await readAll(far)
                #expect(received == [UInt8](content[1000...]))
                #expect(try await sent == content.count - 1000)
            }
        }
    }

    // MARK: - Ends

    @Test func aWaitingReadEndsWhenItIsCancelledOrClosedOrTooLate() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            try await loop.run {
                let (near, far) = try StreamSocket.pair(on: loop)
                let cancelled = loop.spawn { await expectFailure(.cancelled) { _ = try await near.read(maximum: 1) } }
                await Task.yield()
                cancelled.cancel()
                await cancelled.value

                near.setReadDeadline(.now + .milliseconds(5))
                await expectFailure(.timedOut) { _ = try await near.read(maximum: 1) }
                near.setReadDeadline(nil)

                let closed = loop.spawn { await expectFailure(.closed) { _ = try await near.read(maximum: 1) } }
                await Task.yield()
                near.close()
                await closed.value
                near.close()
                await expectFailure(.closed) { try await near.write([1]) }
                #expect(try await far.read(maximum: 1) == [])
            }
        }
    }

    @Test func aReadThatIsInterruptedEndsBeforeAndWhileItWaits() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            try await loop.run {
                let (near, far) = try StreamSocket.pair(on: loop)
                try await far.write([7])
                #expect(try await near.readInterruptibly(maximum: 10) == [7])
                for cancelsFirst in [true, false] {
                    let begun = AsyncSignal<Void>()
                    let ended = AsyncSignal<SocketError.Code?>()
                    let task = loop.spawn {
                        await withTaskCancellationHandler {
                            if cancelsFirst { try? await loop.sleep(for: .seconds(60)) }
                            begun.send()
                            do throws(SocketError) {
                                _ = try await near.readInterruptibly(maximum: 10)
                                ended.send(nil)
                            } catch {
                                ended.send(error.code)
                            }
                        } onCancel: {
                            near.interruptReading()
                        }
                    }
                    if cancelsFirst { task.cancel() }
                    try await begun.wait()
                    task.cancel()
                    #expect(try await ended.wait() == .cancelled)
                }
                // The socket is as it was.
                try await far.write([8])
                #expect(try await near.readInterruptibly(maximum: 10) == [8])
                near.close()
                far.close()
            }
        }
    }

    @Test func aDeadlineThatIsMovedAwayDoesNotEndAWaitEarly() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            try await loop.run {
                let (near, far) = try StreamSocket.pair(on: loop)
                near.setReadDeadline(.now + .milliseconds(5))
                async let bytes = near.read(maximum: 1)
                await Task.yield()
                near.setReadDeadline(.now + .seconds(3600))
                try await loop.sleep(for: .milliseconds(10))
                try await far.write([1])
                #expect(try await bytes == [1])
            }
        }
    }

    @Test func aConnectionThatNobodyAcceptsIsRefusedWithTheAddressInTheWords() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            // A privileged port that no service of today uses; one that was just closed may be given to another test.
            let address = try SocketAddress(ip: "127.0.0.1", port: 1)
            try await loop.run {
                do throws(SocketError) {
                    _ = try await StreamSocket.connect(to: address, on: loop)
                    Issue.record("connected")
                } catch {
                    #expect(error.code == .connectionRefused)
                    #expect(error.isRetriable)
                    #expect(error.description.contains(address.description))
                }
            }
        }
    }

    @Test func aPortThatIsTakenIsSaidToBe() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            let first = try ListeningSocket.bind(try SocketAddress(ip: "127.0.0.1", port: 0), on: loop)
            do throws(SocketError) {
                _ = try ListeningSocket.bind(first.localAddress, on: loop)
                Issue.record("bound twice")
            } catch {
                #expect(error.code == .addressInUse)
            }
        }
    }

    @Test func aPeerThatIsGoneIsAnErrorOfTheWrite() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            try await loop.run {
                let (near, far) = try StreamSocket.pair(on: loop)
                far.close()
                await expectFailure(.connectionReset) { try await near.write([1]) }
            }
        }
    }

    @Test func hundredsOfConnectionsAtOnceEachAnswered() async throws {
        try await withGroup(threads: 2) { group in
            let listener = try ListeningSocket.bind(try SocketAddress(ip: "127.0.0.1", port: 0), on: group.loops[0])
            let accepting = group.loops[0].spawn {
                while let socket = try? await listener.accept(on: group.next()) {
                    socket.loop.spawn {
                        guard let bytes = try? await socket.read(maximum: 100) else { return }
                        try? await socket.write(bytes)
                    }
                }
            }
            try await withThrowingTaskGroup(of: Bool.self) { tasks in
                for number in 0..<300 {
                    let loop = group.next()
                    tasks.addTask {
                        try await loop.run {
                            let socket = try await StreamSocket.connect(to: listener.localAddress, on: loop)
                            let bytes = Array("\(number)".utf8)
                            try await socket.write(bytes)
                            return try await readAll(socket) == bytes
                        }
                    }
                }
                for try await isRight in tasks { #expect(isRight) }
            }
            try await group.loops[0].run { listener.close() }
            await accepting.value
        }
    }
}

@Suite struct SocketAddressTests {
    @Test(
        arguments: [("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"), ("2001:db8::2", "[2001:db8::2]:80")])
    func literalsAreReadAndWritten(text: String, described: String) throws {
        let address = try SocketAddress(ip: text, port: 80)
        #expect(address.description == described)
        #expect(address.ip == text)
        #expect(address.port == 80)
    }

    @Test(arguments: ["", "localhost", "127.0.0", "::g", "127.0.0.1 "])
    func whatIsNoAddressIsRefused(text: String) {
        #expect(throws: SocketError.self) { try SocketAddress(ip: text, port: 80) }
        #expect(throws: SocketError.self) { try SocketAddress(ip: "127.0.0.1", port: 65_536) }
    }

    @Test func namesAreResolvedOnThePool() async throws {
        let pool = BlockingPool(threads: 1)
        let addresses = try await SocketAddress.resolve(host: "localhost", port: 81, on: pool)
        #expect(addresses.contains { $0.ip == "127.0.0.1" || $0.ip == "::1" })
        #expect(addresses.allSatisfy { $0.port == 81 })
        await #expect(throws: SocketError.self) { try await SocketAddress.resolve(host: "a\0b", port: 1, on: pool) }
        await pool.shutdown()
    }
}

func readAll(_ socket: StreamSocket) async throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
        let piece = try await socket.read(maximum: 65_536)
        if piece.isEmpty { return all }
        all += piece
    }
}

private func expectFailure(_ code: SocketError.Code, _ body: () async throws -> Void) async {
    do {
        try await body()
        Issue.record("no error; expected \(code)")
    } catch {
        #expect((error as? SocketError)?.code == code)
    }
}

extension StreamSocket {
    /// Two sockets connected to each other, on one loop.
    static func pair(on loop: EventLoop) throws -> (StreamSocket, StreamSocket) {
        var descriptors: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &descriptors) == 0)
        return (try adopt(descriptor: descriptors[0], on: loop), try adopt(descriptor: descriptors[1], on: loop))
    }
}
