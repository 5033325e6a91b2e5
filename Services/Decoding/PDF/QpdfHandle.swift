import CQpdf
import Glibc
import Shared

/// A PDF parsed by qpdf. qpdf borrows the bytes for the handle's life, so the handle owns them.
final class QpdfHandle {
    typealias Object = qpdf_oh

    let data: qpdf_data
    private let bytes: UnsafeMutableBufferPointer<CChar>
    private(set) var complaints = QpdfComplaints()
    /// Whether objects can be requested.
    private(set) var isReadable = false

    init(_ content: [UInt8], attemptRecovery: Bool) {
        data = qpdf_init()
        bytes = .allocate(capacity: max(content.count, 1))
        content.withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(bytes).copyBytes(from: source)
        }
        qpdf_silence_errors(data)
        qpdf_set_suppress_warnings(data, 1)
        qpdf_set_attempt_recovery(data, attemptRecovery ? 1 : 0)
        let outcome = qpdf_read_memory(data, "input", bytes.baseAddress, UInt64(content.count), "")
        // Bit 1 is an error, bit 0 a warning.
        isReadable = outcome & 2 == 0
        takeComplaints()
    }

    /// An empty document.
    init() {
        data = qpdf_init()
        bytes = .allocate(capacity: 1)
        qpdf_silence_errors(data)
        qpdf_set_suppress_warnings(data, 1)
        isReadable = qpdf_empty_pdf(data) & 2 == 0
    }

    deinit {
        var data: qpdf_data? = data
        qpdf_cleanup(&data)
        bytes.deallocate()
    }

    /// Collects complaints about the requests since the last call.
    func takeComplaints() {
        if qpdf_has_error(data) != 0, let error = qpdf_get_error(data) { complaints.note(error, in: data) }
        while qpdf_more_warnings(data) != 0, let warning = qpdf_next_warning(data) { complaints.note(warning, in: data) }
    }

    // MARK: - Objects

    var trailer: Object { qpdf_get_trailer(data) }
    var root: Object { qpdf_get_root(data) }

    func object(_ number: Int, generation: Int = 0) -> Object { qpdf_get_object_by_id(data, CInt(number), CInt(generation)) }
    func release(_ object: Object) { qpdf_oh_release(data, object) }

    func has(_ key: String, in dictionary: Object) -> Bool { qpdf_oh_has_key(data, dictionary, key) != 0 }
    func value(_ key: String, in dictionary: Object) -> Object { qpdf_oh_get_key(data, dictionary, key) }
    func value(_ key: Key, in dictionary: Object) -> Object {
        guard let bytes = key.bytes else { return value(key.text, in: dictionary) }
        return qpdf_oh_get_key(data, dictionary, bytes)
    }

    /// The value, if it is a name.
    func name(_ key: String, in dictionary: Object) -> String? {
        let value = value(key, in: dictionary)
        defer { release(value) }
        return qpdf_oh_is_name(data, value) != 0 ? String(cString: qpdf_oh_get_name(data, value)) : nil
    }

    /// The value, if it is a whole number.
    func integer(_ key: String, in dictionary: Object) -> Int? {
        let value = value(key, in: dictionary)
        defer { release(value) }
        return qpdf_oh_is_integer(data, value) != 0 ? Int(qpdf_oh_get_int_value(data, value)) : nil
    }

    /// The value, if it is an array: its first whole numbers.
    func integers(_ key: String, in dictionary: Object, atMost limit: Int) -> [Int] {
        let array = value(key, in: dictionary)
        defer { release(array) }
        guard qpdf_oh_is_array(data, array) != 0 else { return [] }
        return (0..<min(Int(qpdf_oh_get_array_n_items(data, array)), limit)).compactMap { index in
            let item = qpdf_oh_get_array_item(data, array, CInt(index))
            defer { release(item) }
            return qpdf_oh_is_integer(data, item) != 0 ? Int(qpdf_oh_get_int_value(data, item)) : nil
        }
    }

    /// The programs that the information dictionary names.
    var programs: [String] { information(["/Creator", "/Producer"]).compactMap(\.self) }

    /// The dates in the information dictionary.
    var dates: FileDates {
        let days = information(["/CreationDate", "/ModDate"]).map { $0.flatMap { CalendarDate(inFile: $0.utf8) } }
        return FileDates(made: days[0], changed: days[1])
    }

    /// The texts in the information dictionary (ISO 32000-1, section 14.3.3) by their keys.
    private func information(_ keys: [String]) -> [String?] {
        let information = value("/Info", in: trailer)
        defer { release(information) }
        guard isDictionary(information) else { return keys.map { _ in nil } }
        return keys.map { key in
            let text = value(key, in: information)
            defer { release(text) }
            return qpdf_oh_is_string(data, text) != 0 ? String(cString: qpdf_oh_get_utf8_value(data, text)) : nil
        }
    }

    func isStream(_ object: Object) -> Bool { qpdf_oh_is_stream(data, object) != 0 }
    func isDictionary(_ object: Object) -> Bool { qpdf_oh_is_dictionary(data, object) != 0 }
    func dictionary(of stream: Object) -> Object { qpdf_oh_get_dict(data, stream) }

    /// 0 for an object within another one.
    func number(of object: Object) -> Int { Int(qpdf_oh_get_object_id(data, object)) }
    func generation(of object: Object) -> Int { Int(qpdf_oh_get_generation(data, object)) }

    /// Number and generation in one; 0 for an object within another one.
    func identity(of object: Object) -> UInt64 {
        let number = number(of: object)
        return number == 0 ? 0 : UInt64(number) << 32 | UInt64(generation(of: object))
    }

    /// The names of a stream's filters, the last encoding first (ISO 32000-1, section 7.4).
    func filters(of stream: Object) -> [String] {
        let dictionary = dictionary(of: stream)
        defer { release(dictionary) }
        guard has("/Filter", in: dictionary) else { return [] }
        let filter = value("/Filter", in: dictionary)
        defer { release(filter) }
        return text(filter).split { "[] ".contains($0) }.map(String.init)
    }

    /// The number of pages in the page tree.
    func pageCount(atMost limit: Int) -> Int {
        (0..<min(max(Int(qpdf_get_num_pages(data)), 0), limit)).count { index in
            let page = qpdf_get_page_n(data, index)
            defer { release(page) }
            // Something else in the tree is no page.
            return isDictionary(page)
        }
    }

    /// The object in PDF's own syntax, references as references.
    func text(_ object: Object) -> String { qpdf_oh_unparse(data, object).map { String(cString: $0) } ?? "" }

    /// A name may have any bytes (ISO 32000-1, section 7.3.5). Converted to text, one that is not UTF-8 could not be
    /// looked up again.
    struct Key {
        let text: String
        /// The bytes with a final zero; nil if the text has the same bytes.
        fileprivate let bytes: [CChar]?

        fileprivate init(_ name: UnsafePointer<CChar>) {
            if let text = String(validatingCString: name) {
                (self.text, bytes) = (text, nil)
            } else {
                text = String(cString: name)
                bytes = Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
            }
        }
    }

    /// The value in PDF's own syntax, even if it is a reference.
    func wholeText(_ key: String, in dictionary: Object) -> String {
        let value = value(key, in: dictionary)
        defer { release(value) }
        return qpdf_oh_unparse_resolved(data, value).map { String(cString: $0) } ?? ""
    }

    func keys(of dictionary: Object) -> [Key] {
        var keys: [Key] = []
        qpdf_oh_begin_dict_key_iter(data, dictionary)
        while qpdf_oh_dict_more_keys(data) != 0, let key = qpdf_oh_dict_next_key(data) { keys.append(Key(key)) }
        return keys
    }

    /// The bytes of a stream as in the file; nil if they cannot be read.
    func rawData(of stream: Object) -> [UInt8]? {
        var buffer: UnsafeMutablePointer<UInt8>?
        var length = 0
        guard qpdf_oh_get_stream_data(data, stream, qpdf_dl_none, nil, &buffer, &length) & 2 == 0 else { return nil }
        // Of a stream without bytes there is no buffer either.
        guard let buffer else { return length == 0 ? [] : nil }
        defer { free(buffer) }
        return Array(UnsafeBufferPointer(start: buffer, count: length))
    }

    // MARK: - Writing

    /// Writes the document anew: its objects in the order of references from the trailer, numbered in that order with
    /// generation 0, and nothing between them. The same document gives the same bytes, and the result written again gives
    /// itself.
    ///
    /// - Returns: The result of `body` for the bytes; nil if the document cannot be written.
    func written<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        guard qpdf_init_write_memory(data) & 2 == 0 else { return nil }
        qpdf_set_deterministic_ID(data, 1)
        qpdf_set_object_stream_mode(data, qpdf_o_disable)
        guard qpdf_write(data) & 2 == 0, let written = qpdf_get_buffer(data) else { return nil }
        return body(UnsafeBufferPointer(start: written, count: qpdf_get_buffer_length(data)))
    }
}
