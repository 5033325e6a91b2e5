import CommandSupport
import Crypto
import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import LoadTest
import Shared

/// Sends files as over a bad mobile connection: slowly, with interruptions after which the upload is resumed (tus 1.0.0).
struct RoughLine: Sendable {
    /// How many of a hundred files are interrupted once.
    var disconnects: Double = 0
    /// Bytes a second.
    var bandwidth: Int64?
    /// The time until the connection is back.
    var pause: Duration = .milliseconds(500)

    private static let tries = 10

    /// Returns how long it was disconnected on purpose, in seconds.
    func upload(
        _ content: [UInt8], _ kind: SyntheticDocuments.Kind, to document: DocumentID, gateway: GatewayLane, chance: Double
    ) async throws(UploadProblem) -> Double {
        var headers: ClientHeaders = ["tus-resumable": "1.0.0", "upload-length": "\(content.count)"]
        headers.add("upload-metadata", "filetype \(Base64.encode(Array(kind.mediaType.essence.utf8)))")
        let created = try await send(gateway.request("POST", "/v1/uploads?document=\(document)", headers), gateway, 201)
        guard let location = created.headers["location"] else { throw UploadProblem("an upload without an address") }
        let address = location.hasPrefix("/") ? gateway.url + location : location
        var idle = 0.0
        var offset = 0
        if chance < disconnects, content.count > 1 {
            // The body ends before its announced length: the connection is gone in mid-file.
            let cut = max(1, Int(Double(content.count) * (0.1 + 0.8 * chance / max(disconnects, 1e-9))))
            _ = try? await patch(address, content.prefix(cut), announced: content.count, offset: 0, gateway)
            try? await gateway.http.loop.sleep(for: pause)
            idle += pause / .seconds(1)
            offset = try await self.offset(address, gateway)
            guard offset <= content.count else { throw UploadProblem("an offset beyond the file's end") }
        }
        for attempt in 1...Self.tries where offset < content.count {
            do throws(UploadProblem) {
                let rest = content[offset...]
                _ = try await patch(address, rest, announced: rest.count, offset: offset, gateway)
                offset = content.count
            } catch {
                guard error.isPassing, attempt < Self.tries else { throw error }
                try? await gateway.http.loop.sleep(for: .milliseconds(100 << min(attempt, 5)))
                offset = try await self.offset(address, gateway)
            }
        }
        return idle
    }

    /// How many bytes the gateway has. The request makes a connection that still receives the broken transfer release it.
    private func offset(_ address: String, _ gateway: GatewayLane) async throws(UploadProblem) -> Int {
        var request = gateway.request("HEAD", "", ["tus-resumable": "1.0.0"])
        request.url = address
        for attempt in 1... {
            do throws(UploadProblem) {
                let answer = try await send(request, gateway, 200)
                guard let offset = answer.headers["upload-offset"].flatMap({ Int($0) }), offset >= 0 else {
                    throw UploadProblem("an upload without an offset")
                }
                return offset
            } catch {
                guard error.isPassing, attempt < Self.tries else { throw error }
                try? await gateway.http.loop.sleep(for: .milliseconds(100 << min(attempt, 5)))
            }
        }
        throw UploadProblem("an upload without an offset")
    }

    private func patch(
        _ address: String, _ content: ArraySlice<UInt8>, announced: Int, offset: Int, _ gateway: GatewayLane
    ) async throws(UploadProblem) -> ClientResponse {
        let descriptor: CInt
        do throws(CommandFailure) {
            descriptor = try UnnamedFile.make()
            try UnnamedFile.write(Array(content), to: descriptor)
        } catch {
            throw UploadProblem(error.problem)
        }
        defer { close(descriptor) }
        var request = gateway.request(
            "PATCH", "",
            [
                "tus-resumable": "1.0.0", "upload-offset": "\(offset)", "content-type": "application/offset+octet-stream",
            ])
        request.url = address
        request.body = .file(descriptor: descriptor, offset: 0, length: Int64(announced))
        request.maximumSendRate = bandwidth
        request.timeout = nil
        return try await send(request, gateway, 204)
    }

    private func send(
        _ request: ClientRequest, _ gateway: GatewayLane, _ expected: Int
    ) async throws(UploadProblem) -> ClientResponse {
        let response: ClientResponse
        do throws(HTTPClientError) {
            response = try await gateway.http.send(request)
        } catch {
            throw UploadProblem("the connection failed: \(error.code.rawValue)", isPassing: true)
        }
        guard response.status == expected else {
            throw UploadProblem(
                "\(request.method) of an upload answered \(response.status)",
                isPassing: [409, 423, 429, 503].contains(response.status))
        }
        return response
    }
}

/// Why a file or a submission could not be sent.
struct UploadProblem: Error, Sendable {
    let text: String
    /// Whether a retry may succeed.
    let isPassing: Bool

    init(_ text: String, isPassing: Bool = false) { (self.text, self.isPassing) = (text, isPassing) }
}
