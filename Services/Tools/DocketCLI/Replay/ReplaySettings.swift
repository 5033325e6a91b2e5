import LoadTest

/// What `docket replay` was asked for, whatever the target.
struct ReplaySettings: Sendable {
    var schedule: ReplaySchedule
    /// In words.
    var pace: String
    /// Begins anew at the recording's end.
    var loops: Bool
    /// How long what was accepted is waited for after the last was sent. Seconds.
    var patience: Double
    /// How many may be under way; what comes then begins late, and the report says how late.
    var mostUnderWay: Int

    /// Things of the recording in turn, each with when it is meant to begin; ends with the schedule, or with the file.
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
            /// Of the file, counted from 1.
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

    /// Seconds until the last thing is sent; nil where there is no end.
    func length(of scan: RecordingScan) -> Double? {
        if loops { return schedule.duration }
        return schedule.length(count: scan.count, lastRecorded: scan.span * 1000)
    }
}
