import DocumentFixtures
import Shared
import Support

/// How long it takes to decide on a file by its head, whatever its size, and to look at all of one.
///
/// `DOCKET_TEST_BENCHMARK=1 swift test -c release -Xswiftc -enable-testing --filter headsAreDecidedOn` prints both.
enum DetectionBenchmark {
    struct Result {
        /// Of the kind of file that takes longest, the middle of all tries.
        let slowestHead: (name: String, duration: Duration)
        /// Of compressed data of a JPEG, looked through to its end.
        let bytesPerSecond: Double
    }

    /// As much of each file as a stream has to bring for a decision by its head; what lies behind it does not matter.
    static func run(tries: Int) -> Result {
        let clock = ContinuousClock()
        var slowest = (name: "", duration: Duration.zero)
        for file in Corpus.handmade where file.mediaType != nil {
            let head = Array(file.bytes.prefix(FileSniffer.replayLength))
            let durations = (0..<tries).map { _ in
                clock.measure {
                    var sniffer = FileSniffer(limits: FileLimits(), depth: .headers)
                    sniffer.take(head)
                }
            }
            let middle = durations.sorted()[tries / 2]
            if middle > slowest.duration { slowest = (file.name, middle) }
        }
        let photo = Self.photo(bytes: 10_000_000)
        let duration = clock.measure {
            var sniffer = FileSniffer(limits: FileLimits(), depth: .everything)
            for start in stride(from: 0, to: photo.count, by: 256 * 1024) {
                sniffer.take(photo.span.extracting(start..<min(start + 256 * 1024, photo.count)))
            }
            sniffer.finish()
            precondition(sniffer.facts.isTruncated == false)
        }
        return Result(slowestHead: slowest, bytesPerSecond: Double(photo.count) / (duration / .seconds(1)))
    }

    /// A JPEG whose compressed data look like what cameras write: every byte as likely, 0xFF stuffed.
    private static func photo(bytes count: Int) -> [UInt8] {
        let small = Corpus.handmade.first { $0.name == "plain.jpg" }?.bytes ?? []
        var generator = SeededGenerator(seed: 1)
        var noise: [UInt8] = []
        noise.reserveCapacity(count)
        while noise.count < count {
            let byte = UInt8(truncatingIfNeeded: generator.next())
            noise.append(byte)
            if byte == 0xff { noise.append(0) }
        }
        return Array(small.dropLast(2)) + noise + [0xff, 0xd9]
    }
}
