import Glibc
import Support

/// The processes in which a worker decodes documents: children of its jail, each for one document.
enum Decoders {
    static func running(in worker: CInt) -> [CInt] {
        LiveProcess.children(of: worker).flatMap { LiveProcess.children(of: $0) }
    }

    /// Sends the signal to one as soon as there is one, at best to one of several; nil when there was none within some seconds.
    static func signal(_ signal: CInt, in worker: CInt, preferring wanted: Int = 1) async throws -> CInt? {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(8), LiveProcess.isRunning(worker) {
            let decoders = running(in: worker)
            let isEnough = decoders.count >= wanted || ContinuousClock.now - start > .seconds(3)
            if isEnough, let decoder = decoders.randomElement(), kill(decoder, signal) == 0 {
                // One that had done its work a moment before was not hit.
                if signal == SIGKILL || LiveProcess.isRunning(decoder) { return decoder }
            }
            try await Task.sleep(for: .milliseconds(2))
        }
        return nil
    }
}
