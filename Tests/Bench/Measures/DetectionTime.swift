import DocumentFixtures
import Shared

/// How long it takes to decide on a file by its head, whatever its size.
enum DetectionTime {
    /// Of the kind of file that takes longest; the middle of so many tries of each.
    static func slowest(tries: Int) -> (name: String, duration: Duration) {
        let clock = ContinuousClock()
        var slowest = (name: "", duration: Duration.zero)
        for file in Corpus.handmade where file.mediaType != nil {
            // As much as a stream has to bring; what lies behind it does not matter.
            let head = Array(file.bytes.prefix(FileSniffer.replayLength))
            let durations = (0..<tries).map { _ in
                clock.measure {
                    var sniffer = FileSniffer(limits: FileLimits(), depth: .headers)
                    sniffer.take(head)
                    sniffer.finish()
                }
            }
            let middle = durations.sorted()[tries / 2]
            if middle > slowest.duration { slowest = (file.name, middle) }
        }
        return slowest
    }
}
