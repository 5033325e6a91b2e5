import CLibcurl
import Telemetry

extension Transfer {
    /// Sets the options of the easy handle for the request. The handle's callbacks use this transfer without holding it:
    /// `CurlMulti` holds it while the handle is in the multi handle, and libcurl calls back only then.
    func prepare(_ configuration: HTTPClientConfiguration) throws(HTTPClientError) {
        try setSafety()
        try setTarget(configuration)
        if let mail = request.mail {
            try setMail(mail)
        } else {
            try setBody()
            try easy.setHeaders(headerLines)
        }
        try setCallbacks()
    }

    /// Options of every request: nothing from the environment, no other protocol, no redirect, no signal, and no wait for
    /// an abandoned name look-up.
    private func setSafety() throws(HTTPClientError) {
        try easy.set(CURLOPT_PROXY, "")
        try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try easy.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        try easy.set(CURLOPT_FOLLOWLOCATION, 0)
        try easy.set(CURLOPT_NOSIGNAL, 1)
        try easy.set(CURLOPT_QUICK_EXIT, 1)
        try easy.set(CURLOPT_HTTP09_ALLOWED, 0)
        try easy.set(CURLOPT_MAXFILESIZE_LARGE, offset: Int64(request.maximumResponseBytes))
        if let timeout = request.timeout { try easy.set(CURLOPT_TIMEOUT_MS, timeout) }
        if let rate = request.maximumSendRate { try easy.set(CURLOPT_MAX_SEND_SPEED_LARGE, offset: max(1, rate)) }
        try easy.set(CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeout)
        try easy.set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try easy.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(clamping: request.idleTimeout.components.seconds)))
    }

    private func setTarget(_ configuration: HTTPClientConfiguration) throws(HTTPClientError) {
        try easy.set(CURLOPT_URL, request.url)
        let authority = request.authority
        if let addresses = configuration.addresses?(authority) {
            try easy.setAddresses("\(authority):\(addresses.joined(separator: ","))")
        }
        if let path = request.unixSocketPath { try easy.set(CURLOPT_UNIX_SOCKET_PATH, path) }
        if let file = configuration.certificateAuthorities { try easy.set(CURLOPT_CAINFO, file) }
        if request.headers["User-Agent"] == nil { try easy.set(CURLOPT_USERAGENT, configuration.userAgent) }
        try easy.set(CURLOPT_MAXAGE_CONN, max(1, Int(clamping: configuration.idleConnectionLifetime.components.seconds)))
        switch request.version {
        case .http1: try easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        case .http2:
            try easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
            try easy.set(CURLOPT_PIPEWAIT, 1)
        }
    }

    private func setBody() throws(HTTPClientError) {
        switch request.body {
        case .bytes(let bytes): try easy.setPosted(bytes)
        case .file(_, _, let length):
            try easy.set(CURLOPT_UPLOAD, 1)
            try easy.set(CURLOPT_INFILESIZE_LARGE, offset: length)
        case .none where request.method == "HEAD": try easy.set(CURLOPT_NOBODY, 1)
        // A request that could have a body says that it is empty.
        case .none where ["POST", "PUT", "PATCH"].contains(request.method): try easy.setPosted([])
        case .none: try easy.set(CURLOPT_HTTPGET, 1)
        }
        try easy.set(CURLOPT_CUSTOMREQUEST, request.method)
    }

    private var headerLines: [String] {
        // An empty value is written with a semicolon; a name with a colon alone takes out a header of libcurl's own.
        var lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
        if let trace = request.trace {
            lines.append("traceparent: \(trace.traceparent)")
            if let state = trace.tracestate { lines.append("tracestate: \(state)") }
        }
        // Asking first pays for large files only.
        if case .file(_, _, let length) = request.body, length >= 1_048_576 { return lines }
        return request.headers["Expect"] == nil ? lines + ["Expect:"] : lines
    }

    private func setCallbacks() throws(HTTPClientError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try easy.check(
            docket_easy_on_header(
                easy.pointer,
                { line, size, count, context in
                    guard let transfer = Transfer.from(context) else { return 0 }
                    let bytes = UnsafeRawBufferPointer(start: line, count: size * count)
                    return transfer.receiveHeader(bytes) ? bytes.count : 0
                }, context), CURLOPT_HEADERFUNCTION)
        try easy.check(
            docket_easy_on_body(
                easy.pointer,
                { data, size, count, context in
                    guard let transfer = Transfer.from(context) else { return 0 }
                    let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
                    return switch transfer.receiveBody(bytes) {
                    case .taken: bytes.count
                    case .paused: Int(CURL_WRITEFUNC_PAUSE)
                    // Any other number of bytes is an error; one more than there are can be no success, even of none.
                    case .aborted: bytes.count + 1
                    }
                }, context), CURLOPT_WRITEFUNCTION)
        try easy.check(
            docket_easy_on_read(
                easy.pointer,
                { buffer, size, count, context in
                    let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
                    return Transfer.from(context)?.readBody(into: bytes) ?? Int(CURL_READFUNC_ABORT)
                },
                { context, offset, origin in
                    guard origin == SEEK_SET, let transfer = Transfer.from(context) else { return CURL_SEEKFUNC_FAIL }
                    transfer.seekBody(to: Int64(offset))
                    return CURL_SEEKFUNC_OK
                }, context), CURLOPT_READFUNCTION)
        try easy.check(
            docket_easy_on_open_socket(
                easy.pointer,
                { context, _, address in
                    guard let transfer = Transfer.from(context), let address else { return CURL_SOCKET_BAD }
                    return transfer.openSocket(address) ?? CURL_SOCKET_BAD
                }, context), CURLOPT_OPENSOCKETFUNCTION)
        if request.progress != nil {
            try easy.check(
                docket_easy_on_progress(
                    easy.pointer,
                    { context, _, _, total, sent in
                        Transfer.from(context)?.report(sent: Int64(sent), total: Int64(total))
                        return 0
                    }, context), CURLOPT_XFERINFOFUNCTION)
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }
}
