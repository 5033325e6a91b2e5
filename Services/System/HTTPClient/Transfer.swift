import CLibcurl
import EventLoop
import Glibc

/// A request in progress: libcurl's callbacks write its state, and the calling task reads it.
///
/// `@unchecked Sendable`: everything here runs on the loop's thread. libcurl calls back only from within
/// `curl_multi_socket_action`, `curl_easy_pause` and similar functions, which `CurlMulti` calls on its loop after a
/// check.
final class Transfer: @unchecked Sendable {
    /// The bytes that may wait for a sink before libcurl is paused.
    static let pauseThreshold = 262_144

    let request: ClientRequest
    let easy: EasyHandle
    /// Whether the sink receives the body of an answer with this status.
    private let streams: @Sendable (Int) -> Bool

    private(set) var result: Result<ClientResponse, HTTPClientError>?
    private var head = ResponseHead()
    private var collected: [UInt8] = []
    private var chunk: [UInt8] = []
    private var receivedBytes = 0
    private var isPaused = false
    private var failure: HTTPClientError?
    private var bodyPosition: Int64 = 0
    private var reportedBytes: Int64 = -1
    private var refusedAddresses = 0
    private var waiter: CheckedContinuation<Void, Never>?

    init(_ request: ClientRequest, easy: EasyHandle, streams: @escaping @Sendable (Int) -> Bool) {
        self.request = request
        self.easy = easy
        self.streams = streams
    }

    // MARK: - For the asking task

    /// Returns when there is a chunk or a result.
    func waitForChange() async {
        await withCheckedContinuation { continuation in
            if result != nil || !chunk.isEmpty { continuation.resume() } else { waiter = continuation }
        }
    }

    /// Removes and returns the bytes for the sink; nil if there are none.
    func takeChunk() -> [UInt8]? {
        guard !chunk.isEmpty else { return nil }
        defer { chunk = [] }
        return chunk
    }

    /// Lets libcurl deliver again after a pause.
    func resumeIfPaused() {
        guard isPaused, result == nil else { return }
        isPaused = false
        curl_easy_pause(easy.pointer, CURLPAUSE_CONT)
    }

    // MARK: - For CurlMulti

    /// Ends the transfer with libcurl's result.
    func finish(_ code: CURLcode) {
        if let failure {
            end(.failure(failure))
        } else if request.mail != nil {
            end(mailResult(code))
        } else if code == CURLE_OK, head.status > 0 {
            end(
                .success(
                    ClientResponse(
                        status: head.status, headers: head.headers, body: collected, remoteAddress: easy.remoteAddress)))
        } else if code == CURLE_COULDNT_CONNECT, refusedAddresses > 0 {
            end(
                .failure(
                    HTTPClientError(
                        code: .addressRefused, description: "the server's address is \(request.addressGuard.refusal)",
                        detail: easy.detail(code))))
        } else {
            end(.failure(easy.failure(code == CURLE_OK ? CURLE_WEIRD_SERVER_REPLY : code)))
        }
    }

    /// Ends the transfer if it has not ended.
    func end(_ result: Result<ClientResponse, HTTPClientError>) {
        guard self.result == nil else { return }
        self.result = result
        wake()
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }

    // MARK: - For libcurl's callbacks

    /// Adds a line of a head; false aborts the transfer.
    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        guard head.add(line: line) else {
            failure = HTTPClientError(code: .responseTooLarge, description: "the answer's head is larger than allowed")
            return false
        }
        return true
    }

    enum Reception { case taken, paused, aborted }

    /// Adds bytes of the body.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Reception {
        let isStreamed = streams(head.status)
        if isStreamed, chunk.count >= Self.pauseThreshold {
            isPaused = true
            return .paused
        }
        guard receivedBytes + bytes.count <= request.maximumResponseBytes else {
            failure = HTTPClientError(CURLE_FILESIZE_EXCEEDED, detail: "more than \(request.maximumResponseBytes) bytes")
            return .aborted
        }
        receivedBytes += bytes.count
        if isStreamed {
            chunk.append(contentsOf: bytes)
            wake()
        } else {
            collected.append(contentsOf: bytes)
        }
        return .taken
    }

    /// Writes the next bytes of a message or of the request's file; nil aborts the transfer.
    func readBody(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        if case .bytes(let bytes) = request.body {
            let rest = bytes[min(Int(bodyPosition), bytes.count)...].prefix(buffer.count)
            buffer.copyBytes(from: rest)
            bodyPosition += Int64(rest.count)
            return rest.count
        }
        guard case .file(let descriptor, let offset, let length) = request.body else { return 0 }
        let wanted = Int(min(Int64(buffer.count), length - bodyPosition))
        guard wanted > 0 else { return 0 }
        while true {
            let count = pread(descriptor, buffer.baseAddress, wanted, Int(offset + bodyPosition))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                failure = HTTPClientError(
                    code: .bodyUnavailable,
                    description: count == 0 ? "the file is shorter than it was" : "the file cannot be read",
                    detail: count == 0 ? "end at \(bodyPosition) of \(length)" : "pread: errno \(errno)")
                return nil
            }
            bodyPosition += Int64(count)
            return count
        }
    }

    /// Restarts the file, for example on a new connection after a lost one.
    func seekBody(to position: Int64) { bodyPosition = position }

    /// Reports the bytes sent, if there are more than before.
    func report(sent: Int64, total: Int64) {
        guard let progress = request.progress, total > 0, sent != reportedBytes else { return }
        reportedBytes = sent
        progress(UploadProgress(sentBytes: sent, totalBytes: total))
    }

    /// A socket for the address; nil if the guard refuses it or none can be made.
    func openSocket(_ address: UnsafePointer<curl_sockaddr>) -> CInt? {
        let wanted = address.pointee
        // The address is longer than its field is declared: it must be read in place, a copy would cut an IPv6 one.
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr),
            request.addressGuard.permits(
                UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + offset, count: Int(wanted.addrlen)))
        else {
            refusedAddresses += 1
            return nil
        }
        let kind = wanted.socktype | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(wanted.family, kind, wanted.protocol)
        return descriptor >= 0 ? descriptor : nil
    }
}
