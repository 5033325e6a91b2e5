@testable import Malware

/// What clamd answers. What must hold: how its bytes are cut changes nothing, little of it is kept, and nothing of it reaches a log
/// that is not printable; only one answer means that a file is clean.
enum ClamdAnswers: FuzzTarget {
    static func run(_ input: [UInt8]) {
        // The first byte says how the rest is cut.
        guard let cut = input.first else { return }
        let bytes = Array(input.dropFirst())
        let whole = line(of: bytes, pieces: max(1, bytes.count))
        precondition(line(of: bytes, pieces: 1 + Int(cut)) == whole, "the same bytes in other pieces are another answer")
        guard let whole else { return }
        precondition(whole.utf8.count <= 3 * ClamdReply.maximumBytes)
        do throws(MalwareScanError) {
            switch try ClamdReply.verdict(whole, size: .max) {
            case .clean: precondition(whole.utf8.elementsEqual("stream: OK".utf8), "a file is called clean that clamd did not")
            case .infected(let name): precondition(!name.isEmpty && isPrintable(name) && name.utf8.count <= 200)
            }
        } catch {
            if case .failed(let detail) = error { precondition(isPrintable(detail)) }
        }
    }

    private static func line(of bytes: [UInt8], pieces: Int) -> String? {
        var reply = ClamdReply()
        do throws(MalwareScanError) {
            for start in stride(from: 0, to: bytes.count, by: pieces) where reply.line == nil {
                try reply.take(Array(bytes[start..<min(start + pieces, bytes.count)]))
            }
        } catch {
            return nil
        }
        return reply.line
    }

    private static func isPrintable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7e).contains($0) } }

    static var seeds: [[UInt8]] {
        [
            "stream: OK\0", "stream: Eicar-Signature FOUND\0", "stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0",
            "INSTREAM size limit exceeded. ERROR\0", "stream: Can't open file or directory ERROR\0rest", "stream:  FOUND\0",
            "stream: FOUND\0", "stream: OK\u{301}\0", "stream: \u{600} FOUND\0",
        ].enumerated().map { [UInt8($0.offset)] + Array($0.element.utf8) }
    }
}
