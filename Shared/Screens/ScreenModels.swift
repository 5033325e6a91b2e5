/// What a component shows. Its type has one reuse identifier, by which clients know how to show it.
public protocol ScreenModel: Sendable, Hashable, Codable {
    static var reuseIdentifier: String { get }
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

public struct DocumentModel: ScreenModel {
    public static let reuseIdentifier = "document"
    public var title: String
    public var icon: String
    public var state: DocumentState
    public var issueDate: CalendarDate?
    public var pages: Int

    public init(title: String, icon: String, state: DocumentState, issueDate: CalendarDate?, pages: Int) {
        self.title = title
        self.icon = icon
        self.state = state
        self.issueDate = issueDate
        self.pages = pages
    }
}

public struct PageModel: ScreenModel {
    public static let reuseIdentifier = "page"
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
