import Shared
import Support
import Testing

/// RFC 8785: the examples of its text, and a library that others wrote.
@Suite struct JSONCanonicalizationTests {
    private func canonical(_ json: String) throws -> String {
        String(
            decoding: JSONCanonicalization.bytes(of: try CanonicalJSON.decode(JSONValue.self, from: Array(json.utf8))),
            as: UTF8.self)
    }

    @Test func `the example of its section on serialization`() throws {
        let json = #"""
            {
              "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
              "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
              "literals": [null, true, false]
            }
            """#
        #expect(
            try canonical(json)
                == #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#
        )
    }

    @Test func `members are sorted by UTF-16 code units, not by what a reader of texts calls equal`() throws {
        // Section 3.2.3.
        let json = #"{"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7}"#
        #expect(try canonical(json) == "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{FB33}\":3}")
    }

    @Test func `numbers are written as ECMAScript does`() {
        // Appendix B.
        let bits: [(UInt64, String)] = [
            (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"), (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"), (0xC340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"), (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"),
            (0x44B5_2D02_C7E1_4AF6, "1e+23"), (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"),
            (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"), (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"),
            (0x444B_1AE4_D6E2_EF50, "1e+21"), (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"),
            (0x3EB0_C6F7_A0B5_ED8D, "0.000001"), (0x41B3_DE43_5555_5553, "333333333.3333332"),
            (0x41B3_DE43_5555_5556, "333333333.3333334"), (0x41B3_DE43_5555_5557, "333333333.33333343"),
            (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
            (0x4314_3FF3_C1CB_0959, "1424953923781206.2"), (0x7FF0_0000_0000_0000, "null"),
        ]
        for (pattern, text) in bits {
            let bytes = JSONCanonicalization.bytes(of: .number(Double(bitPattern: pattern)))
            #expect(String(decoding: bytes, as: UTF8.self) == text)
        }
    }

    @Test func `another library writes the same bytes`() async throws {
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ["rfc8785==0.1.4"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
        var random = SystemRandomNumberGenerator()
        let values = (0..<300).map { _ in Self.value(depth: 4, &random) }
        let lines = values.map { String(decoding: (try? CanonicalJSON.encode($0)) ?? [], as: UTF8.self) }
        let script =
            "import sys, json, rfc8785\nfor line in sys.stdin: sys.stdout.buffer.write(rfc8785.dumps(json.loads(line)) + b'\\n')"
        let theirs = try await Program.check(
            python, ["-c", script], input: Array((lines.joined(separator: "\n") + "\n").utf8)
        ).text.split(separator: "\n").map(String.init)
        #expect(theirs == values.map { String(decoding: JSONCanonicalization.bytes(of: $0), as: UTF8.self) })
    }

    private static func value(depth: Int, _ random: inout SystemRandomNumberGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
        case 0: return .null
        case 1: return .boolean(.random(using: &random))
        case 2:
            let power = Int.random(in: -320...300, using: &random)
            // With a point: a peer that reads whole numbers apart takes none beyond 2^53.
            let number = Double(
                "\(Int.random(in: -99_999...99_999, using: &random)).\(Int.random(in: 1...9_999, using: &random))e\(power)")
            guard let number, number.isFinite, number.rounded() != number else { return .number(0.5) }
            return .number(number)
        case 3: return .string(text(&random))
        case 4: return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth - 1, &random) })
        default:
            return .object(
                Dictionary(
                    (0..<Int.random(in: 0...5, using: &random)).map { _ in (text(&random), value(depth: depth - 1, &random)) },
                    uniquingKeysWith: { $1 }))
        }
    }

    private static func text(_ random: inout SystemRandomNumberGenerator) -> String {
        let scalars: [ClosedRange<UInt32>] = [0x01...0x7F, 0x80...0x2FF, 0x2000...0x20FF, 0xFB00...0xFFFD, 0x1F600...0x1F640]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let range = scalars.randomElement(using: &random) ?? 0x41...0x5A
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
        }
        return String(text)
    }
}
