/// A submission as sections of typed components, for clients whose screens the gateway describes.
///
/// A component consists of a reuse identifier and a model. A `ComponentRegistry` turns it into a view, and a
/// `ScreenRouter` opens its route.
public struct Screen: Sendable, Hashable, Codable {
    public let title: String
    public let state: ScreenState
    public let sections: [ScreenSection]

    public init(title: String, state: ScreenState, sections: [ScreenSection]) {
        self.title = title
        self.state = state
        self.sections = sections
    }

    /// All components, in order.
    public var components: [ScreenComponent] { sections.flatMap(\.components) }
}

/// The state of the screen. In each state the sections contain what is known so far.
public struct ScreenState: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Something is in progress. Ask again, or follow the events.
        case loading
        /// Empty, and the person has to act.
        case empty
        /// It failed.
        case error
        case data
    }

    public let kind: Kind
    /// For the person; nil if the sections say everything.
    public let message: String?

    public init(_ kind: Kind, message: String? = nil) {
        self.kind = kind
        self.message = message
    }
}

public struct ScreenSection: Sendable, Hashable, Codable, Identifiable {
    public let id: String
    public let header: ScreenComponent?
    public let items: [ScreenComponent]
    public let footer: ScreenComponent?

    public init(id: String, header: ScreenComponent? = nil, items: [ScreenComponent], footer: ScreenComponent? = nil) {
        self.id = id
        self.header = header
        self.items = items
        self.footer = footer
    }

    public var components: [ScreenComponent] { [header].compactMap { $0 } + items + [footer].compactMap { $0 } }
}

/// One thing on a screen.
public struct ScreenComponent: Sendable, Hashable, Codable, Identifiable {
    /// Unique within its screen, and stable while it stands for the same thing.
    public let id: String
    /// Selects the view.
    public let reuseIdentifier: String
    /// The preferred height; nil leaves it to the view.
    public let height: ScreenHeight?
    public let model: JSONValue
    /// The route that it opens; nil for none.
    public let route: ScreenRoute?

    public init(
        id: String, reuseIdentifier: String, height: ScreenHeight? = nil, model: JSONValue, route: ScreenRoute? = nil
    ) {
        self.id = id
        self.reuseIdentifier = reuseIdentifier
        self.height = height
        self.model = model
        self.route = route
    }

    /// - Throws: `ScreenError.unusableModel` for a model that JSON cannot hold.
    public init<Model: ScreenModel>(id: String, _ model: Model, route: ScreenRoute? = nil) throws(ScreenError) {
        do {
            let value = try CanonicalJSON.decode(JSONValue.self, from: try CanonicalJSON.encode(model))
            self.init(
                id: id, reuseIdentifier: Model.reuseIdentifier, height: Model.height, model: value, route: route)
        } catch {
            throw .unusableModel(identifier: Model.reuseIdentifier, id: id)
        }
    }

    /// Decodes the model.
    ///
    /// - Throws: `ScreenError.unusableModel` for another type of model or a missing member.
    public func model<Model: ScreenModel>(as type: Model.Type) throws(ScreenError) -> Model {
        guard reuseIdentifier == Model.reuseIdentifier else { throw .unusableModel(identifier: reuseIdentifier, id: id) }
        do {
            return try CanonicalJSON.decode(type, from: try CanonicalJSON.encode(model))
        } catch {
            throw .unusableModel(identifier: reuseIdentifier, id: id)
        }
    }
}

/// The route of a component: the name of a place, and the request for it.
public struct ScreenRoute: Sendable, Hashable, Codable {
    public enum Name: String, Sendable, Hashable, CaseIterable {
        case submission, document, page, preview, pdf
        /// The next part of a listing.
        case next
        case addDocument, addPage
        case submit, withdraw, decide
    }

    /// A `Name`, or a name of a later gateway.
    public let name: String
    public let method: String
    public let path: String

    public init(_ name: Name, _ method: String, _ path: String) {
        self.name = name.rawValue
        self.method = method
        self.path = path
    }
}

/// Why a part of a screen cannot be shown or opened.
public enum ScreenError: Error, Sendable, Hashable {
    /// Nothing is registered for this identifier: the gateway is newer than the client.
    case unknownComponent(identifier: String, id: String)
    /// The component's model does not fit its identifier.
    case unusableModel(identifier: String, id: String)
    /// Nothing is registered for this route.
    case unknownRoute(name: String)
}

extension ScreenError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownComponent(let identifier, let id): "This client knows no component “\(identifier)” (\(id)): update it."
        case .unusableModel(let identifier, let id): "The component “\(identifier)” (\(id)) cannot show what it was given."
        case .unknownRoute(let name): "This client does not know the way “\(name)”: update it."
        }
    }
}
