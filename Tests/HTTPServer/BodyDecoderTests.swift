import Testing

@testable import HTTPServer

@Suite struct BodyDecoderTests {
    private struct Decoded: Equatable {
        var body = ""
        var isWhole = false
        var fault: RequestFault.Reason?
        var rest = ""
    }

    @Test func ofABodyWhoseLengthNobodyDeclaredNoMoreIsGatheredThanItsReaderAllows() async throws {
        func body() -> RequestBody {
            RequestBody(declaredLength: nil, source: StoredBody([[1, 2], [3, 4], [5]]))
        }
        #expect(try await body().collect(limit: 5) == [1, 2, 3, 4, 5])
        for limit in [0, 2, 4] {
            await #expect(throws: RequestBodyError(.tooLarge, limit: limit)) { try await body().collect(limit: limit) }
        }
    }

    private func decode(_ text: String, _ framing: RequestHead.Framing = .chunked, pieceSize: Int = .max) -> Decoded {
        var decoder = BodyDecoder(framing, trailerLimit: 100)
        var buffer = ReceiveBuffer()
        var result = Decoded()
        var body: [UInt8] = []
        var input = Array(text.utf8)[...]
        do throws(RequestFault) {
            loop: while true {
                switch try decoder.next(&buffer) {
                case .data(let bytes): body += bytes
                case .end:
                    result.isWhole = true
                    break loop
                case .needData:
                    guard !input.isEmpty else { break loop }
                    buffer.append(Array(input.prefix(pieceSize)))
                    input = input.dropFirst(pieceSize)
                }
            }
        } catch {
            result.fault = error.reason
        }
        result.body = String(decoding: body, as: UTF8.self)
        result.rest = String(decoding: Array(buffer.unused) + input, as: UTF8.self)
        return result
    }

    @Test(arguments: [1, 2, 100])
    func aBodyOfKnownLengthAndWhatFollowsIt(pieceSize: Int) {
        #expect(decode("helloGET", .length(5), pieceSize: pieceSize) == Decoded(body: "hello", isWhole: true, rest: "GET"))
        #expect(decode("hel", .length(5), pieceSize: pieceSize) == Decoded(body: "hel"))
        #expect(decode("GET", .none) == Decoded(isWhole: true, rest: "GET"))
        #expect(decode("GET", .length(0)) == Decoded(isWhole: true, rest: "GET"))
    }

    @Test(arguments: [1, 3, 1000])
    func chunksExtensionsAndTrailers(pieceSize: Int) {
        let text = "5\r\nhello\r\n1;name=value\r\n,\r\n00B\r\n a\r\nb\r\nc\r\nd\r\n0\r\nX-Sum: 1\r\n\r\nGET"
        #expect(
            decode(text, pieceSize: pieceSize)
                == Decoded(body: "hello, a\r\nb\r\nc\r\nd", isWhole: true, rest: "GET"))
        #expect(decode("A\r\n0123456789\r\n0\r\n\r\n", pieceSize: pieceSize) == Decoded(body: "0123456789", isWhole: true))
    }

    @Test(
        arguments: [
            "\r\n", "g\r\n", "-1\r\na", "+1\r\na", "0x1\r\na", " 1\r\na", "1 \r\na", "1 ;x\r\na", "1_0\r\n",
            "1\r\nab\r\n", "1\r\na\r\r\n", "1\r\naXX", "1;a\rb\r\na\r\n", "1;a\0b\r\na\r\n", "1,2\r\n",
            "1000000000000000\r\n", "00000000000000001\r\na", "FFFFFFFFFFFFFFFFF\r\n", "١\r\n",
        ])
    func chunkLinesThatAnotherParserCouldReadDifferently(text: String) {
        #expect(decode(text).fault == .malformedChunk)
        #expect(decode(text, pieceSize: 1).fault == .malformedChunk)
    }

    @Test(
        arguments: ["1\na\r\n", "1;x\na\r\n", "1\r\na\n", "0\r\nX: a\n\r\n", "0\r\n\n", "0\n\r\n"])
    func bareLineFeedsEndNoLine(text: String) { #expect(decode(text).fault == .bareLineBreak) }

    @Test func fifteenDigitsAreASize() {
        #expect(decode("000000000000001\r\na\r\n0\r\n\r\n") == Decoded(body: "a", isWhole: true))
    }

    @Test func trailersAreFieldsWithinALimit() {
        #expect(decode("0\r\nX : a\r\n\r\n").fault == .malformedHeader)
        #expect(decode("0\r\nX: a\r\n b\r\n\r\n").fault == .lineFolding)
        #expect(decode("0\r\n" + String(repeating: "X: a\r\n", count: 30)).fault == .trailersTooLarge)
        #expect(decode("0\r\nX: " + String(repeating: "a", count: 200)).fault == .trailersTooLarge)
    }

    @Test func extensionsAreBoundedInALineAndInAll() {
        #expect(decode("1;" + String(repeating: "x", count: 2000)).fault == .malformedChunk)
        let chunk = "1;" + String(repeating: "x", count: 1000) + "\r\na\r\n"
        #expect(decode(String(repeating: chunk, count: 10)).fault == nil)
        #expect(decode(String(repeating: chunk, count: 20)).fault == .malformedChunk)
    }
}
