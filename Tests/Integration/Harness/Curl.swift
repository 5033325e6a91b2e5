import FoundationEssentials
import Support
import Testing

/// What curl got.
struct CurlAnswer: Sendable {
    let status: Int
    /// By lower-case name.
    let headers: [String: String]
    let body: [UInt8]
    /// Bytes of the request's body that went out.
    let sentBytes: Int

    /// The last part of the problem's type.
    var problem: String? { member("type")?.split(separator: "/").last.map(String.init) }

    /// A member of the body that is a string.
    func member(_ name: String) -> String? {
        struct Member: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(_ name: String) { stringValue = name }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        struct Object: Decodable {
            let members: [String: String]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Member.self)
                members = Dictionary(
                    uniqueKeysWithValues: container.allKeys.compactMap { key in
                        (try? container.decode(String.self, forKey: key)).map { (key.stringValue, $0) }
                    })
            }
        }
        return (try? JSONDecoder().decode(Object.self, from: Data(body)))?.members[name]
    }
}

extension CurlAnswer {
    /// Sends a request with curl, as a person would. `limit` in seconds.
    static func of(_ url: String, _ arguments: [String], limit: Int = 30) async throws -> CurlAnswer {
        let folder = try TemporaryFolder("curl")
        let result = try await Program.check(
            "curl",
            [
                "-sS", "--max-time", String(limit), "-o", "\(folder.path)/body", "-D", "\(folder.path)/head", "-w",
                "%{http_code} %{size_upload}", url,
            ] + arguments)
        let numbers = result.text.split(separator: " ").compactMap { Int($0) }
        try #require(numbers.count == 2, "\(result.text)")
        return CurlAnswer(
            status: numbers[0], headers: headers(ProcFile.text("\(folder.path)/head") ?? ""),
            body: ProcFile.bytes("\(folder.path)/body") ?? [], sentBytes: numbers[1])
    }

    /// Of the last answer: an interim one comes before it.
    private static func headers(_ text: String) -> [String: String] {
        var headers: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("HTTP/") { headers = [:] }
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
        }
        return headers
    }
}

extension RunningDocket {
    /// The same, to the gateway. `path` begins at its address.
    func curl(_ path: String, _ arguments: [String] = []) async throws -> CurlAnswer {
        try await CurlAnswer.of(url + path, arguments)
    }
}
