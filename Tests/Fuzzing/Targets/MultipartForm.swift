@testable import HTTPServer

/// The parts of a form. What must hold: how its bytes are cut changes nothing, and the parser always makes progress.
enum MultipartForm: FuzzTarget {
    private struct Part: Equatable {
        let headers: HTTPHeaders
        var data: [UInt8] = []
        var isWhole = false
    }

    private struct Outcome: Equatable {
        var parts: [Part] = []
        var isFaulty = false
    }

    static func run(_ input: [UInt8]) {
        guard let cut = input.first else { return }
        let bytes = input[1...]
        let whole = outcome(of: bytes, pieces: max(1, bytes.count))
        let cutUp = outcome(of: bytes, pieces: 1 + Int(cut % 64))
        // A limit may be noticed before the parts in front of it were handed out.
        precondition(whole.isFaulty == cutUp.isFaulty, "the same bytes in other pieces are refused")
        if !whole.isFaulty { precondition(whole == cutUp, "the same bytes in other pieces mean something else") }
    }

    private static func outcome(of bytes: ArraySlice<UInt8>, pieces: Int) -> Outcome {
        var parser = MultipartParser(boundary: "b", limits: .init(parts: 4, partHead: 128, partHeaders: 4, outside: 64))
        var outcome = Outcome()
        var rest = bytes
        do throws(MultipartParser.Fault) {
            while true {
                switch try parser.next() {
                case .part(let headers): outcome.parts.append(Part(headers: headers))
                case .data(let data):
                    precondition(
                        !data.isEmpty && outcome.parts.last?.isWhole == false, "data belongs to a part that has not ended")
                    outcome.parts[outcome.parts.count - 1].data += data
                case .endOfPart: outcome.parts[outcome.parts.count - 1].isWhole = true
                case .end:
                    precondition(outcome.parts.allSatisfy(\.isWhole), "a form ends after its parts")
                    return outcome
                case .needData:
                    if rest.isEmpty {
                        parser.receiveEnd()
                    } else {
                        parser.receive(Array(rest.prefix(pieces)))
                        rest = rest.dropFirst(pieces)
                    }
                }
            }
        } catch {
            outcome.isFaulty = true
            return outcome
        }
    }

    static var seeds: [[UInt8]] {
        [
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nhello\r\n--b--\r\n",
            "preamble\r\n--b \r\nX: y\r\nZ: w\r\n\r\n\r\n--b\r\n\r\n\r\nno head\r\n--\r\n--bb\r\n--b--epilogue",
            "--b\r\n\r\n\r\r\n-\r\n--\r\n--b--", "--b--", "--b\r\nX : y\r\n\r\n\r\n--b--", "--b\r\n\r\n", "--bx\r\n",
        ].enumerated().map { [UInt8($0.offset)] + Array($0.element.utf8) }
    }
}
