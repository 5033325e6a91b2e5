import HTTPServer
import Shared

/// A form of the page without scripts, as the API request that it stands for.
struct BrowserForm: Sendable {
    enum Act: String, CaseIterable, Sendable {
        case add, change, remove, submit, withdraw
    }

    let act: Act
    private let fields: QueryParameters

    static let maximumBytes = 16 * 1024

    /// - Throws: `invalid-request` for the form of another page.
    init(_ bytes: [UInt8]) throws(Problem) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.unusable }
        do { fields = try QueryParameters(text) } catch { throw Self.unusable }
        guard let act = fields["do"].flatMap(Act.init(rawValue:)) else { throw Self.unusable }
        self.act = act
    }

    /// The field; nil if it is empty.
    subscript(name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The JSON body of the API request.
    var body: [UInt8] {
        switch act {
        case .add: object(["type"] + dates, keepsEmpty: false)
        case .change: object(dates, keepsEmpty: true)
        case .submit: object(["consent"], keepsEmpty: false)
        case .remove, .withdraw: []
        }
    }

    private var dates: [String] { ["issueDate", "expiryDate", "periodStart", "periodEnd"] }

    /// An emptied date becomes null.
    private func object(_ names: [String], keepsEmpty: Bool) -> [UInt8] {
        var members: [String: JSONValue] = [:]
        for name in names {
            if let value = self[name] {
                members[name] = .string(value)
            } else if keepsEmpty, fields[name] != nil {
                members[name] = .null
            }
        }
        return members.isEmpty && act == .submit ? [] : JSON.bytes(of: JSONValue.object(members))
    }

    private static var unusable: Problem {
        Problem(.invalidRequest, detail: "This is no form of the page. Open the link again, and send the form that it shows.")
    }
}
