import DocumentFixtures
import EventLoop
import Glibc
import Shared
import Synchronization
import Testing

@testable import Imaging

/// Photos of which a part is not there, with the marker of their end behind it: libjpeg fills in what is missing, and only warns.
@Suite(.timeLimit(.minutes(3)))
struct JPEGDamageTests {
    init() throws {
        try StartedLibrary.outcome.get()
    }

    private func page(_ bytes: [UInt8], box: Int = 2000, leniently: Bool = false) throws -> PageJPEG {
        let budget = ImageBudget(pages: 1, pixelsPerPage: 1_000_000, pixelsPerDocument: 1_000_000, memory: 1 << 24)
        return try EncodedImage(bytes, budget: budget)
            .page(0, fitting: PixelSize(width: box, height: box), quality: 90, leniently: leniently)
    }

    private static func photo(_ format: String = "jpg[Q=90]") throws -> [UInt8] {
        try Photo.encoded(.grainy(width: 400, height: 300), as: format)
    }

    /// With and without shrinking.
    @Test(arguments: ["jpg[Q=90]", "jpg[Q=90,interlace]"], [150, 2000])
    func aPhotoThatWasCutAndEndedAgainIsDamaged(format: String, box: Int) throws {
        let whole = try Self.photo(format)
        let cut = Array(whole.prefix(whole.count / 3)) + [0xff, 0xd9]
        #expect { _ = try page(cut, box: box) } throws: { error in
            guard case ImagingError.damaged(let detail) = error else { return false }
            return detail.contains("premature end")
        }
        // What is left can still be had, and a sound photo after it is sound.
        let size = try page(whole, box: box).size
        #expect(try page(cut, box: box, leniently: true).size == size)
        #expect(try page(whole, box: box).size == size)
    }

    /// All threads share the buffer in which a warning stands until the picture's end.
    @Test func otherThreadsEmptyNoNotice() async throws {
        let whole = try Self.photo()
        let cut = Array(whole.prefix(whole.count / 3)) + [0xff, 0xd9]
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "library")
        let other = Other()
        async let ended: Void = group.blocking.run { try other.openUnknownFiles() }
        for _ in 0..<20 {
            #expect { _ = try page(cut) } throws: { error in
                if case ImagingError.damaged = error { true } else { false }
            }
            // One thread at a time has the library, and nothing says that they take turns: the other one is let through.
            let opened = other.files.load(ordering: .relaxed)
            while other.files.load(ordering: .relaxed) < opened + 20 { sched_yield() }
        }
        other.isOver.store(true, ordering: .relaxed)
        try await ended
        await group.shutdown()
    }

    /// Another thread, whose files are of no known format.
    private final class Other: Sendable {
        let files = Atomic(0)
        let isOver = Atomic(false)

        func openUnknownFiles() throws {
            let budget = ImageBudget(pages: 1, pixelsPerPage: 1, pixelsPerDocument: 1, memory: 1 << 20)
            while !isOver.load(ordering: .relaxed) {
                #expect(throws: ImagingError.unknownFormat) { _ = try EncodedImage([0, 1, 2, 3], budget: budget) }
                files.add(1, ordering: .relaxed)
            }
        }
    }

    /// libvips tells of the first thing that is odd, and of no other.
    @Test func strayBytesHideNoDamage() throws {
        let whole = try Self.photo()
        var odd = Array(whole.prefix(whole.count / 3)) + [0xff, 0xd9]
        odd.insert(contentsOf: [0, 0x12, 0x34], at: 2)
        #expect { _ = try page(odd) } throws: { error in
            if case ImagingError.damaged = error { true } else { false }
        }
    }

    @Test func onlyStrayBytesAreTakenOut() {
        let segments: [[UInt8]] = [
            [0xff, 0xd8], [0xff, 0xe0, 0, 4, 1, 2], [0xff, 0xdb, 0, 3, 9], [0xff, 0xda, 0, 2, 7, 7],
        ]
        let sound = segments.flatMap(\.self)
        // Also where one more 0xff stands before a marker.
        var filled = sound
        filled.insert(0xff, at: 2)
        for picture in [sound, filled] { #expect(JPEGStrays.removed(from: picture) == nil) }
        let separator: [UInt8] = [5, 0xff, 0]
        let stray = Array(segments.joined(separator: separator))
        #expect(JPEGStrays.removed(from: stray) == sound)
        for length in 0..<sound.count { #expect(JPEGStrays.removed(from: Array(sound.prefix(length))) == nil) }
    }

    @Test func noiseInTheMiddleIsDamage() throws {
        var bytes = try Self.photo()
        let scan = try #require(bytes.indices.last { bytes[$0...].starts(with: [0xff, 0xda]) })
        // Ones only are no code.
        let middle = scan + (bytes.count - scan) / 2
        bytes.replaceSubrange(middle..<middle + 400, with: Array(repeating: [0xff, 0], count: 200).flatMap(\.self))
        #expect { _ = try page(bytes) } throws: { error in
            if case ImagingError.damaged = error { true } else { false }
        }
        _ = try page(bytes, leniently: true)
    }

    /// What libjpeg warns of as well, and what phones write: no pixel is missing for it.
    @Test func whatIsOddAndMissesNothingIsSound() throws {
        let whole = try Self.photo()
        let expected = try page(whole)
        let second = try Photo.jpeg(.cornered(width: 60, height: 40))
        /// Behind the first marker.
        func with(_ bytes: [UInt8]) -> [UInt8] {
            var all = whole
            all.insert(contentsOf: bytes, at: 2)
            return all
        }
        func ending(_ bytes: [UInt8]) -> [UInt8] { whole.dropLast(2) + bytes }
        // A version of JFIF that nobody knows.
        var future: [UInt8] = [0xff, 0xe0, 0, 16]
        future.append(contentsOf: "JFIF".utf8)
        future.append(contentsOf: [0, 9, 1, 0, 0, 1, 0, 1, 0, 0])
        let odd: [(String, [UInt8])] = [
            ("between segments", with([0, 0x12, 0x34])), ("version", with(future)),
            ("before the end", ending([0, 0, 0, 0xff, 0xd9])),
            ("behind the end", ending([0xff, 0xd9, 0, 1, 2, 3])), ("two ends", ending([0xff, 0xd9, 0xff, 0xd9])),
            ("two pictures", ending([0xff, 0xd9] + second)),
        ]
        for (name, bytes) in odd { #expect(try page(bytes).bytes.elementsEqual(expected.bytes), "\(name)") }
    }
}
