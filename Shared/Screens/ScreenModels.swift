/// The model of a component. Each type has one reuse identifier, by which clients select the view.
public protocol ScreenModel: Sendable, Hashable, Codable {
    static var reuseIdentifier: String { get }
    /// A hint for the layout before anything is measured.
    static var height: ScreenHeight { get }
}

extension ScreenModel {
    public static var height: ScreenHeight { .line }
}

/// The preferred height of a component, in steps. Each client has its own sizes for them.
public enum ScreenHeight: String, Sendable, Hashable, Codable, CaseIterable {
    /// One line of text, or as many as the text needs.
    case line
    /// A row of a list: two lines, and a picture of their height.
    case row
    /// A picture large enough to recognise its content.
    case picture
}

/// All kinds of components that a gateway describes. A client that registers all of them shows every screen.
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

/// The submission's state.
public struct StatusModel: ScreenModel {
    public static let reuseIdentifier = "status"
    public var state: SubmissionState
    public var text: String
    /// Whether it could be submitted as it is.
    public var isValid: Bool
    /// When it expires without a change.
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
    /// The tenant's reference.
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
    /// The number of such documents, and the required minimum.
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
    /// The address of its preview, once there is one.
    public var preview: String?

    public init(number: Int, mediaType: MediaType?, size: Int?, rotation: Int, preview: String?) {
        self.number = number
        self.mediaType = mediaType
        self.size = size
        self.rotation = rotation
        self.preview = preview
    }
}

/// What is wrong or missing, and what to do.
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

/// An action.
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

/// A file to download.
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

/// A text without consequences.
public struct NoteModel: ScreenModel {
    public static let reuseIdentifier = "note"
    public var text: String

    public init(text: String) { self.text = text }
}
