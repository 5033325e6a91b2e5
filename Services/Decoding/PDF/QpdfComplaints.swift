import CQpdf

/// Collects qpdf's complaints about a file. They are texts about its repairs, without codes.
struct QpdfComplaints {
    /// The first one.
    private(set) var first: String?
    private(set) var needsPassword = false
    /// The cross-reference table was wrong, and was rebuilt by searching the whole file.
    private(set) var isRebuilt = false
    /// A part is nested so deeply that qpdf ignores it.
    private(set) var isTooDeep = false
    /// A part violates the format. Another reader may interpret it differently.
    private(set) var isDamaged = false

    mutating func note(_ error: qpdf_error, in data: qpdf_data) {
        let code = qpdf_get_error_code(data, error)
        let detail = qpdf_get_error_message_detail(data, error).map { String(cString: $0) } ?? ""
        if first == nil { first = detail }
        if code == qpdf_e_password { needsPassword = true }
        guard code == qpdf_e_damaged_pdf else { return }
        if detail.hasPrefix("Attempting to reconstruct cross-reference table") { isRebuilt = true }
        if detail.hasPrefix("ignoring excessively deeply nested data structure") { isTooDeep = true }
        // Writers often count one too few, or do not count the objects of an update; all are found all the same.
        if !detail.hasPrefix("reported number of objects") { isDamaged = true }
    }
}
