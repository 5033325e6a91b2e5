import CLibcurl
import Glibc

/// Owns one libcurl easy handle and the memory that its options point to.
///
/// `@unchecked Sendable`: used on the client's loop alone, by the transfer that owns it. The last reference frees it,
/// when nothing else can use it.
final class EasyHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var recipientList: UnsafeMutablePointer<curl_slist>?
    private var addressList: UnsafeMutablePointer<curl_slist>?
    private var postedBytes: UnsafeMutableRawBufferPointer?

    init() throws(HTTPClientError) {
        guard CurlLibrary.isReady, let pointer = curl_easy_init() else {
            throw HTTPClientError(CURLE_OUT_OF_MEMORY, detail: "curl_easy_init")
        }
        self.pointer = pointer
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        _ = docket_easy_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(headerList)
        curl_slist_free_all(recipientList)
        curl_slist_free_all(addressList)
        postedBytes?.deallocate()
        errorText.deallocate()
    }

    /// The messages of libcurl and of the system about the last failure.
    func detail(_ code: CURLcode) -> String {
        let text = String(cString: errorText)
        let words = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        var number = 0
        guard code == CURLE_COULDNT_CONNECT, docket_easy_get_long(pointer, CURLINFO_OS_ERRNO, &number) == CURLE_OK, number > 0
        else { return words }
        let reason = String(cString: strerror(CInt(clamping: number)))
        return words.hasSuffix(reason) ? words : "\(words): \(reason)"
    }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPClientError) {
        try check(docket_easy_set_long(pointer, option, value), option)
    }

    func set(_ option: CURLoption, offset value: Int64) throws(HTTPClientError) {
        try check(docket_easy_set_offset(pointer, option, Int(value)), option)
    }

    func set(_ option: CURLoption, _ value: String) throws(HTTPClientError) {
        try check(docket_easy_set_text(pointer, option, value), option)
    }

    /// Milliseconds, at least one: zero would mean "no limit".
    func set(_ option: CURLoption, _ value: Duration) throws(HTTPClientError) {
        try set(option, max(1, Int(clamping: value.milliseconds)))
    }

    func setHeaders(_ lines: [String]) throws(HTTPClientError) {
        for line in lines { try append(line, to: &headerList) }
        try check(docket_easy_set_list(pointer, CURLOPT_HTTPHEADER, headerList), CURLOPT_HTTPHEADER)
    }

    private func append(_ text: String, to list: inout UnsafeMutablePointer<curl_slist>?) throws(HTTPClientError) {
        guard let longer = curl_slist_append(list, text) else {
            throw HTTPClientError(CURLE_OUT_OF_MEMORY, detail: "curl_slist_append")
        }
        list = longer
    }

    /// Sets the recipients of a message.
    func setRecipients(_ addresses: [String]) throws(HTTPClientError) {
        for address in addresses { try append(address, to: &recipientList) }
        try check(docket_easy_set_list(pointer, CURLOPT_MAIL_RCPT, recipientList), CURLOPT_MAIL_RCPT)
    }

    /// Sets the addresses of a name, as `host:port:address[,address]`, in place of the system's resolver.
    func setAddresses(_ entry: String) throws(HTTPClientError) {
        try append(entry, to: &addressList)
        try check(docket_easy_set_list(pointer, CURLOPT_RESOLVE, addressList), CURLOPT_RESOLVE)
    }

    /// The error for a libcurl code.
    func failure(_ code: CURLcode) -> HTTPClientError {
        var verdict = 0
        let isKnown = docket_easy_get_long(pointer, CURLINFO_SSL_VERIFYRESULT, &verdict) == CURLE_OK
        return HTTPClientError(code, verdict: isKnown ? CertificateVerdict(rawValue: verdict) : nil, detail: detail(code))
    }

    /// The last code that the server sent; 0 before the first.
    var responseCode: Int {
        var code = 0
        return docket_easy_get_long(pointer, CURLINFO_RESPONSE_CODE, &code) == CURLE_OK ? code : 0
    }

    /// Sends these bytes as the body; they are copied once.
    func setPosted(_ bytes: [UInt8]) throws(HTTPClientError) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
        copy.copyBytes(from: bytes)
        postedBytes = copy
        try set(CURLOPT_POST, 1)
        try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(bytes.count))
        try check(docket_easy_set_pointer(pointer, CURLOPT_POSTFIELDS, copy.baseAddress), CURLOPT_POSTFIELDS)
    }

    func check(_ code: CURLcode, _ option: CURLoption) throws(HTTPClientError) {
        guard code == CURLE_OK else {
            throw HTTPClientError(
                code: code == CURLE_OUT_OF_MEMORY ? .outOfResources : .other, description: "the request cannot be prepared",
                detail: "option \(option.rawValue): \(detail(code))")
        }
    }

    /// The peer of the last connection, as `ip:port`.
    var remoteAddress: String? {
        var ip: UnsafePointer<CChar>?
        var port = 0
        guard docket_easy_get_text(pointer, CURLINFO_PRIMARY_IP, &ip) == CURLE_OK, let ip, ip.pointee != 0,
            docket_easy_get_long(pointer, CURLINFO_PRIMARY_PORT, &port) == CURLE_OK
        else { return nil }
        let host = String(cString: ip)
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

/// Initializes the library once for each process.
enum CurlLibrary {
    static let isReady = docket_global_init() == CURLE_OK
}

extension Duration {
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
