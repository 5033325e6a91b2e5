/// Shows models of one type: a cell in an app, lines in a terminal.
public protocol ComponentView: Sendable {
    associatedtype Model: ScreenModel
    associatedtype Output

    /// - Throws: `ScreenError.unusableModel` for a model that it cannot show.
    func configure(_ model: Model, in component: ScreenComponent) throws(ScreenError) -> Output
}

/// The views of components. A client registers the models that it can show. A typed error reports any other.
public struct ComponentRegistry<Output>: Sendable {
    // Results, since Swift 6.3 crashes on a closure here that throws a type.
    private var views: [String: @Sendable (ScreenComponent) -> Result<Output, ScreenError>] = [:]

    public init() {}

    public var identifiers: [String] { views.keys.sorted() }

    /// Registers a view. It replaces an earlier view for the same models.
    public mutating func register<View: ComponentView>(_ view: View) where View.Output == Output {
        views[View.Model.reuseIdentifier] = { component in Self.result(of: view, for: component) }
    }

    private static func result<View: ComponentView>(
        of view: View, for component: ScreenComponent
    ) -> Result<Output, ScreenError> where View.Output == Output {
        do throws(ScreenError) {
            return .success(try view.configure(try component.model(as: View.Model.self), in: component))
        } catch {
            return .failure(error)
        }
    }

    /// - Throws: `ScreenError.unknownComponent` if no view is registered; `unusableModel`.
    public func configure(_ component: ScreenComponent) throws(ScreenError) -> Output {
        guard let view = views[component.reuseIdentifier] else {
            throw .unknownComponent(identifier: component.reuseIdentifier, id: component.id)
        }
        return try view(component).get()
    }
}

/// Opens the places that routes lead to.
public struct ScreenRouter<Place>: Sendable {
    private var places: [String: @Sendable (ScreenRoute) -> Place] = [:]

    public init() {}

    public mutating func register(_ name: ScreenRoute.Name, _ open: @escaping @Sendable (ScreenRoute) -> Place) {
        places[name.rawValue] = open
    }

    /// - Throws: `ScreenError.unknownRoute` if nothing is registered.
    public func open(_ route: ScreenRoute) throws(ScreenError) -> Place {
        guard let open = places[route.name] else { throw .unknownRoute(name: route.name) }
        return open(route)
    }
}
