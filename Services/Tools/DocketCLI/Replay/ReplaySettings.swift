import LoadTest

/// The options of `docket replay` for every target.
struct ReplaySettings: Sendable {
    var schedule: ReplaySchedule
    /// The pace in words.
    var pace: String
    /// Whether it starts again at the recording's end.
    var loops: Bool
    /// How long to wait for accepted things after the last one was sent, in seconds.
    var patience: Double
    /// The most things in progress. Further ones begin late, and the report says how late.
    var mostUnderWay: Int

    /// The things of the recording in turn, each with its intended beginning. It ends with the schedule or with the file.
    struct Walk: Sendable {
        let file: RecordingFile
        let settings: ReplaySettings
        private var lines: RecordingFile.Lines
        private var index = 0
        private(set) var lap = 0

        init(_ file: RecordingFile, _ settings: ReplaySettings) {
            (self.file, self.settings) = (file, settings)
            lines = file.lines()
        }

        struct Step: Sendable {
            let index: Int
            let lap: Int
            /// The line of the file, counted from 1.
            let number: Int
            let line: ArraySlice<UInt8>
            /// Seconds after the start.
            let intended: Double
        }

        mutating func next() async throws -> Step? {
            while true {
                guard let line = try await lines.next() else {
                    guard settings.loops, index > 0 else { return nil }
                    lap += 1
                    lines = file.lines()
                    continue
                }
                guard let time = RecordingLine.time(ofWhole: line) else { continue }
                let scan = file.scan
                let intended = settings.schedule.start(
                    index: index, recorded: max(0, time - scan.first) * 1000, lap: lap, lapLength: scan.lapLength)
                guard let intended else { return nil }
                defer { index += 1 }
                return Step(index: index, lap: lap, number: index % scan.count + 2, line: line, intended: intended)
            }
        }
    }

    /// Seconds until the last thing is sent; nil without an end.
    func length(of scan: RecordingScan) -> Double? {
        if loops { return schedule.duration }
        return schedule.length(count: scan.count, lastRecorded: scan.span * 1000)
    }
}
