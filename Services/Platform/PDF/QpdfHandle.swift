import CQpdf
import Glibc

/// A PDF parsed by qpdf. The bytes are borrowed for the handle's life, so they live in it.
final class QpdfHandle {
    typealias Object = qpdf_oh

    let data: qpdf_data
    private let bytes: UnsafeMutableBufferPointer<CChar>
    /// The first complaint of reading; qpdf may have repaired what it was about.
    private(set) var complaint: String?
    private(set) var needsPassword = false
    /// Whether objects can be asked for.
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
        takeComplaint()
    }

    deinit {
        var data: qpdf_data? = data
        qpdf_cleanup(&data)
        bytes.deallocate()
    }

    /// Looks for complaints about what has been asked for since.
    func takeComplaint() {
        if qpdf_has_error(data) != 0, let error = qpdf_get_error(data) {
            needsPassword = needsPassword || qpdf_get_error_code(data, error) == qpdf_e_password
            note(error)
        }
        while qpdf_more_warnings(data) != 0, let warning = qpdf_next_warning(data) { note(warning) }
    }

    private func note(_ error: qpdf_error) {
        guard complaint == nil, let detail = qpdf_get_error_message_detail(data, error) else { return }
        complaint = String(cString: detail)
    }

    // MARK: - Objects

    var trailer: Object { qpdf_get_trailer(data) }
    var root: Object { qpdf_get_root(data) }

    func object(_ number: Int) -> Object { qpdf_get_object_by_id(data, CInt(number), 0) }
    func release(_ object: Object) { qpdf_oh_release(data, object) }

    func has(_ key: String, in dictionary: Object) -> Bool { qpdf_oh_has_key(data, dictionary, key) != 0 }
    func value(_ key: String, in dictionary: Object) -> Object { qpdf_oh_get_key(data, dictionary, key) }

    /// The value, if it is a name.
    func name(_ key: String, in dictionary: Object) -> String? {
        guard has(key, in: dictionary) else { return nil }
        let value = value(key, in: dictionary)
        defer { release(value) }
        return qpdf_oh_is_name(data, value) != 0 ? String(cString: qpdf_oh_get_name(data, value)) : nil
    }

    func isStream(_ object: Object) -> Bool { qpdf_oh_is_stream(data, object) != 0 }
    func isDictionary(_ object: Object) -> Bool { qpdf_oh_is_dictionary(data, object) != 0 }
    func dictionary(of stream: Object) -> Object { qpdf_oh_get_dict(data, stream) }
    func integer(_ object: Object) -> Int { Int(qpdf_oh_get_int_value(data, object)) }

    /// The object in PDF's own syntax, references as references.
    func text(_ object: Object) -> String { qpdf_oh_unparse(data, object).map { String(cString: $0) } ?? "" }

    func keys(of dictionary: Object) -> [String] {
        var keys: [String] = []
        qpdf_oh_begin_dict_key_iter(data, dictionary)
        while qpdf_oh_dict_more_keys(data) != 0, let key = qpdf_oh_dict_next_key(data) { keys.append(String(cString: key)) }
        return keys
    }

    /// Visits each dictionary of the file, those within other objects included; stops when `body` returns false.
    func visitDictionaries(_ body: (Object) -> Bool) {
        let size = min(integer(value("/Size", in: trailer)), Self.maximumObjects)
        guard size > 1 else { return }
        for number in 1..<size {
            let object = object(number)
            defer { release(object) }
            guard visit(isStream(object) ? dictionary(of: object) : object, depth: 0, body) else { return }
        }
    }

    private static let maximumObjects = 200_000
    private static let maximumDepth = 32

    private func visit(_ object: Object, depth: Int, _ body: (Object) -> Bool) -> Bool {
        guard depth < Self.maximumDepth else { return true }
        if isDictionary(object) {
            guard body(object) else { return false }
            for key in keys(of: object) {
                guard visitInner(value(key, in: object), depth: depth, body) else { return false }
            }
        } else if qpdf_oh_is_array(data, object) != 0 {
            for index in 0..<qpdf_oh_get_array_n_items(data, object) {
                guard visitInner(qpdf_oh_get_array_item(data, object, index), depth: depth, body) else { return false }
            }
        }
        return true
    }

    /// Indirect objects have their own turn.
    private func visitInner(_ object: Object, depth: Int, _ body: (Object) -> Bool) -> Bool {
        defer { release(object) }
        return qpdf_oh_is_indirect(data, object) != 0 || visit(object, depth: depth + 1, body)
    }

    /// A stream's bytes as they are in the file; nil when they cannot be read.
    func rawData(of stream: Object) -> [UInt8]? {
        var buffer: UnsafeMutablePointer<UInt8>?
        var length = 0
        guard qpdf_oh_get_stream_data(data, stream, qpdf_dl_none, nil, &buffer, &length) & 2 == 0, let buffer else { return nil }
        defer { free(buffer) }
        return Array(UnsafeBufferPointer(start: buffer, count: length))
    }
}
