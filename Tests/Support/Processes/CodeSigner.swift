import FoundationEssentials
public import Shared

/// An authority of OpenSSL's making that signs 2D-Doc codes, as ANTS has it: ECDSA, its two numbers side by side, in Base32.
public struct CodeSigner: Sendable {
    private let folder: TemporaryFolder
    private let digest: String
    private let length: Int
    /// In PEM.
    public let certificate: [UInt8]

    /// A curve of OpenSSL's, such as `prime256v1`. `days` of the certificate begin today.
    public init(curve: String = "prime256v1", digest: String = "-sha256", length: Int = 32, days: Int = 30) async throws {
        folder = try TemporaryFolder("signer")
        (self.digest, self.length) = (digest, length)
        _ = try await Program.check(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:\(curve)", "-nodes", "-keyout", "key.pem", "-out",
                "certificate.pem", "-subj", "/CN=0001", "-days", String(days),
            ], workingDirectory: folder.path)
        certificate = Array(try Data(contentsOf: URL(filePath: "\(folder.path)/certificate.pem")))
    }

    /// The two numbers, side by side.
    public func sign(_ message: [UInt8]) async throws -> [UInt8] {
        let der = try await Program.check(
            "openssl", ["dgst", digest, "-sign", "key.pem"], workingDirectory: folder.path, input: message)
        let parsed = try await Program.check("openssl", ["asn1parse", "-inform", "DER"], input: der.output).text
        let numbers = parsed.split(separator: "\n").filter { $0.contains("INTEGER") }.compactMap { $0.split(separator: ":").last }
        return numbers.flatMap { number in
            let hex = String(repeating: "0", count: 2 * length - number.count) + number
            return stride(from: 0, to: hex.utf8.count, by: 2).map { start in
                UInt8(String(hex.dropFirst(start).prefix(2)), radix: 16) ?? 0
            }
        }
    }

    /// A code by FR00's certificate 0001 on a proof of address, signed on a day.
    public func code(_ fields: String = "26FR245700025METZ", signedOn day: CalendarDate) async throws -> [UInt8] {
        let days = String(day.daysSinceEpoch - 10_957, radix: 16, uppercase: true)
        let date = String(repeating: "0", count: 4 - days.count) + days
        let signed = Array("DC03FR000001\(date)\(date)0001\(fields)\u{1D}".utf8)
        return signed + [0x1F] + Self.base32(try await sign(signed))
    }

    /// RFC 4648, section 6, without padding.
    private static func base32(_ bytes: [UInt8]) -> [UInt8] {
        let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        let bits = bytes.flatMap { byte in (0..<8).map { byte >> UInt8(7 - $0) & 1 } }
        return stride(from: 0, to: bits.count, by: 5).map { start in
            let five = bits[start..<min(start + 5, bits.count)]
            return signs[Int(five.reduce(0) { $0 << 1 | $1 } << UInt8(5 - five.count))]
        }
    }
}
