import FoundationEssentials
import Testing

@testable import HTTPServer

/// What is written is what Foundation's encoder writes, byte for byte.
@Suite struct JSONOutputTests {
    private func expectSame(_ value: some Encodable, _ comment: Comment? = nil) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let expected = String(decoding: try encoder.encode(value), as: UTF8.self)
        #expect(String(decoding: JSON.bytes(of: value), as: UTF8.self) == expected, comment)
    }

    private struct Everything: Encodable {
        let zebra = "z"
        let apple: Int? = nil
        let number = -7
        let small: UInt8 = 255
        let large = UInt64.max
        let flag = true
        let part: Float = 0.1
        let whole = 3.0
        let tiny = 1e-7
        let huge = 1.5e300
        let date = Date(timeIntervalSince1970: 1_793_404_800)
        let data = Data([1, 2, 3])
        let address = URL(string: "https://example.org/a/b?c=d")
        let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        let list = [["a": 1, "b": 2], [:]]
        let empty: [String] = []
        let nested = Nested()
        let table: [String: [Int?]] = ["y": [1, nil], "x": []]
        let byNumber = [2: "two", 1: "one"]
        let `self` = "/a/b"
        let choice = Choice.second(of: "it")
        let nothing = Nothing()
    }

    private struct Nested: Encodable {
        let b = [Nothing(), Nothing()]
        let a = "inner"
    }

    private struct Nothing: Encodable {}
    private enum Choice: Encodable { case first, second(of: String) }

    @Test func everyKindOfValue() throws {
        try expectSame(Everything())
        try expectSame([Everything(), Everything()])
        try expectSame([String: Everything]())
        try expectSame(["one"])
    }

    @Test(arguments: [
        "", "plain", "a/b", "quote \" and \\", "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}", "Ärger 日本 👩‍👩‍👧", "\u{2028}",
    ]) func texts(_ text: String) throws {
        try expectSame([text])
        try expectSame([text: text, "b": "c"])
    }

    /// Parts of one object by two containers, a container in a container, and what a class adds to another.
    @Test func containersOfEveryShape() throws {
        struct InParts: Encodable {
            enum Key: String, CodingKey { case one, another, list, inner, after }
            func encode(to encoder: any Encoder) throws {
                var first = encoder.container(keyedBy: Key.self)
                try first.encode(1, forKey: .one)
                var list = first.nestedUnkeyedContainer(forKey: .list)
                try list.encode("a")
                var inList = list.nestedContainer(keyedBy: Key.self)
                try inList.encode(2, forKey: .one)
                try inList.encodeNil(forKey: .after)
                try list.encodeNil()
                var inner = first.nestedContainer(keyedBy: Key.self, forKey: .inner)
                try inner.encode([1, 2], forKey: .list)
                var second = encoder.container(keyedBy: Key.self)
                try second.encode("later", forKey: .another)
                try second.encode("again", forKey: .another)
            }
        }
        class Base: Encodable { let base = 1 }
        final class Derived: Base {
            enum Key: String, CodingKey { case own }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode("mine", forKey: .own)
                try super.encode(to: container.superEncoder())
            }
        }
        try expectSame(InParts())
        try expectSame(["a": InParts()])
        try expectSame(Derived())
    }

    /// The same numbers for the same seed.
    private struct Dice: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next() -> UInt64 {
            // SplitMix64.
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }

        mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
    }

    private indirect enum Tree: Encodable {
        case text(String), number(Int), list([Tree]), object([String: Tree]), none

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .list(let elements):
                var container = encoder.unkeyedContainer()
                for element in elements { try container.encode(element) }
            case .object(let members):
                try members.encode(to: encoder)
            case .text(let text):
                var container = encoder.singleValueContainer()
                try container.encode(text)
            case .number(let number):
                var container = encoder.singleValueContainer()
                try container.encode(number)
            case .none:
                var container = encoder.singleValueContainer()
                try container.encodeNil()
            }
        }

        init(_ random: inout Dice, depth: Int) {
            switch random.number(below: depth == 0 ? 3 : 6) {
            case 0: self = .text(["", "a", "\"", "é/"].randomElement(using: &random) ?? "")
            case 1: self = .number(Int.random(in: -5...5, using: &random))
            case 2: self = .none
            case 3: self = .list((0..<random.number(below: 4)).map { _ in Tree(&random, depth: depth - 1) })
            default:
                var members: [String: Tree] = [:]
                for _ in 0..<random.number(below: 6) {
                    // Of the same case and length as often as not, some the beginning of another.
                    let name = String("abcab".prefix(1 + random.number(below: 4))) + (Bool.random(using: &random) ? "" : "z")
                    members[name] = Tree(&random, depth: depth - 1)
                }
                self = .object(members)
            }
        }
    }

    @Test func anyTree() throws {
        for seed in UInt64(1)...300 {
            var random = Dice(seed: seed)
            try expectSame(["tree": Tree(&random, depth: 4)], "seed \(seed)")
        }
    }

    @Test func whatJSONCannotHoldIsNull() {
        #expect(JSON.bytes(of: [Double.infinity]) == Array("null".utf8))
        #expect(JSON.bytes(of: ["a": Float.nan]) == Array("null".utf8))
    }
}
