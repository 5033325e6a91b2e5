import CLibcurl
import EventLoop
import Glibc

/// One libcurl multi handle on one loop: a set of connections, and the transfers that use them.
///
/// `@unchecked Sendable`: all methods check that they run on the loop's thread. `deinit` may run elsewhere: no other
/// reference exists then, for the tasks of watchers and of the timer hold weak ones.
final class CurlMulti: @unchecked Sendable {
    let loop: EventLoop
    private let pointer: UnsafeMutableRawPointer
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    private var watchers: [CInt: SocketWatcher] = [:]
    private var timer: Task<Void, Never>?
    private var timerGeneration = 0
    private var brokenBy: String?

    init(on loop: EventLoop, configuration: HTTPClientConfiguration) throws(HTTPClientError) {
        guard CurlLibrary.isReady, let pointer = curl_multi_init() else {
            throw HTTPClientError(CURLE_OUT_OF_MEMORY, detail: "curl_multi_init")
        }
        self.loop = loop
        self.pointer = pointer
        _ = docket_multi_set_long(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.maximumConnections)
        _ = docket_multi_set_long(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.maximumConnectionsPerHost)
        _ = docket_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, configuration.maximumIdleConnections)
        // Not retained: both callbacks are taken back before this object goes.
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = docket_multi_on_socket(
            pointer,
            { _, descriptor, what, context, _ in CurlMulti.from(context)?.socketChanged(descriptor, what) ?? -1 }, context)
        _ = docket_multi_on_timer(
            pointer,
            { _, milliseconds, context in
                CurlMulti.from(context)?.timerChanged(milliseconds)
                return 0
            }, context)
    }

    deinit {
        timer?.cancel()
        for transfer in transfers.values { curl_multi_remove_handle(pointer, transfer.easy.pointer) }
        for watcher in watchers.values { watcher.stop() }
        _ = docket_multi_on_socket(pointer, nil, nil)
        _ = docket_multi_on_timer(pointer, nil, nil)
        curl_multi_cleanup(pointer)
    }

    /// False after libcurl or the loop refused a socket: then the handle must be replaced.
    var isUsable: Bool { brokenBy == nil }

    /// Runs a transfer to its end and passes pieces for the sink to it one at a time. While the sink is busy, libcurl
    /// reads at most `Transfer.pauseThreshold` ahead. Cancellation removes the transfer.
    func perform(
        _ transfer: Transfer, sink: @Sendable ([UInt8]) async throws -> Void
    ) async throws(HTTPClientError) -> ClientResponse {
        loop.preconditionOnLoop()
        try add(transfer)
        while true {
            if let chunk = transfer.takeChunk() {
                do {
                    try await sink(chunk)
                } catch {
                    remove(transfer)
                    throw error is CancellationError ? .cancelled : .sinkFailed(error)
                }
                loop.preconditionOnLoop()
                transfer.resumeIfPaused()
            } else if let result = transfer.result {
                return try result.get()
            } else {
                await withTaskCancellationHandler {
                    if Task.isCancelled { cancel(transfer) }
                    await transfer.waitForChange()
                } onCancel: {
                    // Runs on the canceller's thread; libcurl belongs to the loop's.
                    loop.spawn { [weak self] in self?.cancel(transfer) }
                }
            }
        }
    }

    /// Ends all transfers.
    func close() {
        loop.preconditionOnLoop()
        for transfer in transfers.values {
            remove(transfer)
            transfer.end(.failure(.closed))
        }
    }

    private func add(_ transfer: Transfer) throws(HTTPClientError) {
        let code = curl_multi_add_handle(pointer, transfer.easy.pointer)
        guard code == CURLM_OK else {
            throw HTTPClientError(
                code: .outOfResources, description: "the request cannot be begun",
                detail: String(cString: curl_multi_strerror(code)))
        }
        transfers[transfer.easy.pointer] = transfer
    }

    private func cancel(_ transfer: Transfer) {
        loop.preconditionOnLoop()
        remove(transfer)
        transfer.end(.failure(.cancelled))
    }

    private func remove(_ transfer: Transfer) {
        guard transfers.removeValue(forKey: transfer.easy.pointer) != nil else { return }
        curl_multi_remove_handle(pointer, transfer.easy.pointer)
    }

    // MARK: - Driving libcurl

    private func act(_ descriptor: CInt, _ ready: Interest) {
        loop.preconditionOnLoop()
        var mask: CInt = 0
        if ready.contains(.read) { mask |= CURL_CSELECT_IN }
        if ready.contains(.write) { mask |= CURL_CSELECT_OUT }
        var running: CInt = 0
        let code = curl_multi_socket_action(pointer, descriptor, mask, &running)
        if code != CURLM_OK { brokenBy = brokenBy ?? String(cString: curl_multi_strerror(code)) }
        takeFinished()
        if let brokenBy { fail(because: brokenBy) }
    }

    private func takeFinished() {
        var left: CInt = 0
        while let message = curl_multi_info_read(pointer, &left) {
            // The message is libcurl's and gone with the next call.
            let (kind, easy, code) = (message.pointee.msg, message.pointee.easy_handle, message.pointee.data.result)
            guard kind == CURLMSG_DONE, let easy, let transfer = transfers[easy] else { continue }
            remove(transfer)
            transfer.finish(code)
        }
    }

    private func fail(because reason: String) {
        for transfer in transfers.values {
            remove(transfer)
            transfer.end(
                .failure(
                    HTTPClientError(code: .outOfResources, description: "the connection cannot be watched", detail: reason)))
        }
    }

    // MARK: - What libcurl asks for

    /// Returns 0, or -1 if the socket cannot be watched; then libcurl gives up the multi handle.
    private func socketChanged(_ descriptor: CInt, _ what: CInt) -> CInt {
        guard what != CURL_POLL_REMOVE else {
            watchers.removeValue(forKey: descriptor)?.stop()
            return 0
        }
        var interest: Interest = []
        if what == CURL_POLL_IN || what == CURL_POLL_INOUT { interest.insert(.read) }
        if what == CURL_POLL_OUT || what == CURL_POLL_INOUT { interest.insert(.write) }
        if let watcher = watchers[descriptor] {
            watcher.want(interest)
            return 0
        }
        do {
            let watcher = try SocketWatcher(descriptor: descriptor, on: loop) { [weak self] in self?.act($0, $1) }
            watchers[descriptor] = watcher
            watcher.want(interest)
            return 0
        } catch {
            brokenBy = error.detail
            return -1
        }
    }

    /// libcurl asks to be called once after this many milliseconds; a negative number cancels that.
    private func timerChanged(_ milliseconds: Int) {
        timerGeneration += 1
        timer?.cancel()
        guard milliseconds >= 0 else { return }
        let mine = timerGeneration
        timer = loop.spawn { [weak self, loop] in
            if milliseconds > 0 { try? await loop.sleep(for: .milliseconds(milliseconds)) }
            guard let self, mine == self.timerGeneration else { return }
            self.act(CURL_SOCKET_BAD, [])
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlMulti? {
        context.map { Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension HTTPClientError {
    fileprivate static func sinkFailed(_ cause: any Error) -> HTTPClientError {
        HTTPClientError(
            code: .sinkFailed, description: "what the server sent could not be taken", detail: String(describing: cause))
    }
}
