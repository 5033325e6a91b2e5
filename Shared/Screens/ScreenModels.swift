/// What a component shows. Its type has one reuse identifier, by which clients know how to show it.
public protocol ScreenModel: Sendable, Hashable, Codable {
    static var reuseIdentifier: String { get }
    /// A hint for what lays a screen out before it has measured anything.
    static var height: ScreenHeight { get }
}

extension ScreenModel {
    public static var height: ScreenHeight { .line }
}

/// How much room a component wants, in steps that every client has sizes of its own for.
public enum ScreenHeight: String, Sendable, Hashable, Codable, CaseIterable {
    /// Of one line of text, or as many as the text needs.
    case line
    /// Of a row in a list: two lines, and a picture of their height.
    case row
    /// Of a picture that something can be recognised on.
    case picture
}

/// Every kind of component that a gateway describes: a client that registers all of them shows every screen.
public enum ScreenModels {
    public static let all: [any ScreenModel.Type] = [
        HeadlineModel.self, StatusModel.self, SubmissionModel.self, DocumentTypeModel.self, DocumentModel.self, PageModel.self,
        ReasonModel.self, ActionModel.self, FileModel.self, NoteModel.self,
    ]
}

public struct HeadlineModel: ScreenModel {
    public static let reuseIdentifier = "headline"
    public var title: String
    public var subtitle: String?

    public init(title: String, subtitle: String? = nil) {
        self.title = title
        self.subtitle = subtitle
    }
}

/// Where the submission stands.
public struct StatusModel: ScreenModel {
    public static let reuseIdentifier = "status"
    public var state: SubmissionState
    public var text: String
    /// Whether it could be submitted as it is.
    public var isValid: Bool
    /// When it is given up unless somebody goes on with it.
    public var expiresAt: Timestamp?

    public init(state: SubmissionState, text: String, isValid: Bool, expiresAt: Timestamp? = nil) {
        self.state = state
        self.text = text
        self.isValid = isValid
        self.expiresAt = expiresAt
    }
}

/// A row of a listing.
public struct SubmissionModel: ScreenModel {
    public static let reuseIdentifier = "submission"
    public static let height = ScreenHeight.row
    /// The journey's.
    public var title: String
    /// The tenant's own words for it.
    public var reference: String?
    public var state: SubmissionState
    public var text: String
    public var documents: Int
    public var updatedAt: Timestamp

    public init(
        title: String, reference: String?, state: SubmissionState, text: String, documents: Int, updatedAt: Timestamp
    ) {
        self.title = title
        self.reference = reference
        self.state = state
        self.text = text
        self.documents = documents
        self.updatedAt = updatedAt
    }
}

/// A type of document to choose.
public struct DocumentTypeModel: ScreenModel {
    public static let reuseIdentifier = "document-type"
    public static let height = ScreenHeight.row
    public var type: DocumentTypeID
    public var title: String
    public var hint: String
    public var icon: String
    /// How many there are already, and how many there must be at least.
    public var count: Int
    public var minimum: Int
    /// Whether another one may be added.
    public var isEnabled: Bool

    public init(
        type: DocumentTypeID, title: String, hint: String, icon: String, count: Int, minimum: Int, isEnabled: Bool
    ) {
        self.type = type
        self.title = title
        self.hint = hint
        self.icon = icon
        self.count = count
        self.minimum = minimum
        self.isEnabled = isEnabled
    }
}

public struct DocumentModel: ScreenModel {
    public static let reuseIdentifier = "document"
    public static let height = ScreenHeight.row
    public var title: String
    public var icon: String
    public var state: DocumentState
    public var issueDate: CalendarDate?
    public var expiryDate: CalendarDate?
    public var pages: Int

    public init(
        title: String, icon: String, state: DocumentState, issueDate: CalendarDate?, pages: Int, expiryDate: CalendarDate? = nil
    ) {
        self.title = title
        self.icon = icon
        self.state = state
        self.issueDate = issueDate
        self.expiryDate = expiryDate
        self.pages = pages
    }
}

public struct PageModel: ScreenModel {
    public static let reuseIdentifier = "page"
    public static let height = ScreenHeight.picture
    /// From 1.
    public var number: Int
    public var mediaType: MediaType?
    /// In bytes.
    public var size: Int?
    /// Clockwise, in degrees.
    public var rotation: Int
    /// Where a small picture of it is, once there is one.
    public var preview: String?

    public init(number: Int, mediaType: MediaType?, size: Int?, rotation: Int, preview: String?) {
        self.number = number
        self.mediaType = mediaType
        self.size = size
        self.rotation = rotation
        self.preview = preview
    }
}

/// What is wrong, or missing, and what to do.
public struct ReasonModel: ScreenModel {
    public static let reuseIdentifier = "reason"
    public var rule: RuleID
    public var severity: Reason.Severity
    public var message: String
    public var remedy: String?

    public init(_ reason: Reason) {
        rule = reason.rule
        severity = reason.severity
        message = reason.message
        remedy = reason.remedy
    }
}

/// Something that can be done.
public struct ActionModel: ScreenModel {
    public static let reuseIdentifier = "action"
    public var label: String
    public var isEnabled: Bool
    public var isDestructive: Bool

    public init(label: String, isEnabled: Bool = true, isDestructive: Bool = false) {
        self.label = label
        self.isEnabled = isEnabled
        self.isDestructive = isDestructive
    }
}

/// A file that can be fetched.
public struct FileModel: ScreenModel {
    public static let reuseIdentifier = "file"
    public var title: String
    public var mediaType: MediaType
    /// In bytes.
    public var size: Int

    public init(title: String, mediaType: MediaType, size: Int) {
        self.title = title
        self.mediaType = mediaType
        self.size = size
    }
}

/// Words that nothing follows from.
public struct NoteModel: ScreenModel {
    public static let reuseIdentifier = "note"
    public var text: String

    public init(text: String) { self.text = text }
}
