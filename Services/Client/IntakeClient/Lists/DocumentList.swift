public import Observation
public import Shared
import Synchronization

/// A generic list screen: the rows of any model over the draft of any storage, filtered, with all of a person's actions.
///
/// Places in the shown list become ids before any action: a hidden row is never affected.
@Observable
public final class DocumentList<Model: DocumentListModel, Storage: DraftStorage>: Sendable {
    public typealias Row = DocumentRow<Model.Scope>

    @ObservationIgnored public let model: Model
    @ObservationIgnored public let controller: DocumentController<Storage>
    @ObservationIgnored private let shown: ListFilters<Model.RowPredicate>
    /// The place of unreadable filters; nil in the usual case.
    @ObservationIgnored public let filtersSetAside: String?
    @ObservationIgnored private let failure = Mutex<String?>(nil)

    /// Continues the storage's draft, or begins one, with the saved filters; `filters` replace them. The other parameters
    /// are those of `DocumentController`.
    public init(
        _ model: Model, in storage: Storage, client: IntakeClient? = nil, submission: SubmissionID? = nil,
        template: NewSubmission? = nil, filters: FilterManager<Model.RowPredicate>? = nil, language: Language = .english,
        time: any ClientTime = SystemClientTime()
    ) async throws {
        self.model = model
        let kept = try await Self.filters(in: storage)
        shown = ListFilters(filters ?? kept.filters)
        filtersSetAside = kept.setAside
        controller = try await DocumentController(
            for: Model.Scope.self, in: storage, client: client, submission: submission, template: template, language: language,
            time: time)
    }

    /// Filters of a later version stay stored, and are not used.
    private static func filters(in storage: Storage) async throws(DraftStorageError) -> LoadedFilters<Model.RowPredicate> {
        do throws(DraftStorageError) {
            return try await storage.loadFilters()
        } catch {
            guard error.code == .newerFormat else { throw error }
            return LoadedFilters()
        }
    }

    // MARK: - What is shown

    public var title: String { model.title }

    /// The rows that satisfy the filters, in order. Excludes documents whose type the scope no longer has.
    public var rows: [Row] {
        shown.filters.filter(controller.documents).compactMap { document in
            Model.Scope.documentTypes.first { $0.id == document.type }.map { Row(document: document, type: $0) }
        }
    }

    public var contents: [Model.Content] { rows.map(model.content) }

    public var state: DocumentListState {
        access(keyPath: \.state)
        if let failure = failure.withLock({ $0 }) { return .error(failure) }
        return rows.isEmpty ? .empty(isFiltered: !controller.documents.isEmpty) : .data
    }

    public var isValid: Bool { controller.isValid }
    public var missing: [Reason] { controller.missing }

    /// The types that may still be added.
    public var availableTypes: [ScopedDocumentType<Model.Scope>] {
        let documents = controller.documents
        guard documents.count < Model.Scope.documents.max else { return [] }
        return Model.Scope.documentTypes.filter { type in
            documents.count { $0.type == type.id } < type.documentType.documents.max
        }
    }

    // MARK: - Filters

    /// By name. `rows` satisfy all of them.
    public var filters: FilterManager<Model.RowPredicate> { shown.filters }

    /// Sets the filter of a name, or removes it (nil), and saves the filters.
    ///
    /// - Throws: `notKept`; the filter still applies in this process.
    public nonisolated(nonsending) func filter(
        _ expression: FilterExpression<Model.RowPredicate>?, named name: String
    ) async throws(DraftFault) {
        shown[name] = expression
        try await keepFilters()
    }

    /// The same for one predicate.
    public nonisolated(nonsending) func filter(_ predicate: Model.RowPredicate, named name: String) async throws(DraftFault) {
        try await filter(.predicate(predicate), named: name)
    }

    public nonisolated(nonsending) func removeFilters() async throws(DraftFault) {
        shown.removeAll()
        try await keepFilters()
    }

    /// The last change wins: a change during a save is saved again.
    private nonisolated(nonsending) func keepFilters() async throws(DraftFault) {
        var written: FilterManager<Model.RowPredicate>
        repeat {
            written = filters
            do throws(DraftStorageError) {
                try await controller.storage.save(written)
            } catch {
                throw DraftFault(error, in: controller.language)
            }
        } while written != filters
    }

    // MARK: - What is done

    /// Adds a document. Another journey's type does not compile.
    @discardableResult
    public nonisolated(nonsending) func append(
        _ files: [CandidateFile], as type: ScopedDocumentType<Model.Scope>, issueDate: CalendarDate? = nil,
        period: DatePeriod? = nil, expiryDate: CalendarDate? = nil
    ) async throws(DraftFault) -> DraftDocumentID {
        do throws(DraftFault) {
            let id = try await controller.append(files, as: type.id, issueDate: issueDate, period: period, expiryDate: expiryDate)
            tell(nil)
            return id
        } catch {
            tell(error.description)
            throw error
        }
    }

    /// Lets the person choose files, and adds them as one document. Nil if they chose none.
    @discardableResult
    public nonisolated(nonsending) func append(
        from picker: any FilePicker, as type: ScopedDocumentType<Model.Scope>, issueDate: CalendarDate? = nil,
        period: DatePeriod? = nil, expiryDate: CalendarDate? = nil
    ) async throws(DraftFault) -> DraftDocumentID? {
        switch await picker.pick() {
        case .picked(let files):
            return try await append(files, as: type, issueDate: issueDate, period: period, expiryDate: expiryDate)
        case .cancelled: return nil
        case .failed(let fault): throw refusal(fault)
        }
    }

    func refusal(_ fault: PickerFault) -> DraftFault {
        tell(fault.description)
        return DraftFault(.fileUnreadable, fault.description)
    }

    /// Prepares to remove the documents at these places of `rows`. It means those documents, even if the list changes
    /// before the confirmation.
    public func remove(atOffsets offsets: some Sequence<Int>) throws(DraftFault) -> ConfirmationRequired<Void> {
        try controller.remove(ids(atOffsets: offsets))
    }

    /// The documents at these places of `rows`.
    public func ids(atOffsets offsets: some Sequence<Int>) -> [DraftDocumentID] {
        let rows = rows
        return offsets.filter(rows.indices.contains).map { rows[$0].id }
    }

    /// Moves the rows at these places before the row at `destination`, by SwiftUI's counting. Hidden documents keep their
    /// place.
    public nonisolated(nonsending) func move(
        fromOffsets offsets: some Sequence<Int>, toOffset destination: Int
    ) async throws(DraftFault) {
        let (shown, all) = (rows.map(\.id), controller.documents.map(\.id))
        try await controller.order(RowMove.order(of: all, showing: shown, moving: Set(offsets), to: destination))
    }

    /// Shows a failure on the screen; nil clears it.
    public func tell(_ failure: String?) {
        withMutation(keyPath: \.state) { self.failure.withLock { $0 = failure } }
    }
}

/// The effect of moving rows of a filtered list on the whole list.
enum RowMove {
    static func order<ID: Hashable>(of all: [ID], showing shown: [ID], moving offsets: Set<Int>, to destination: Int) -> [ID] {
        let moved = shown.indices.filter(offsets.contains).map { shown[$0] }
        var target = shown.indices.filter { !offsets.contains($0) }.map { shown[$0] }
        let before = shown.indices.filter { $0 < destination && !offsets.contains($0) }.count
        target.insert(contentsOf: moved, at: min(before, target.count))
        // The places of what is shown are filled anew; what is hidden stays where it is.
        var next = target.makeIterator()
        let visible = Set(shown)
        return all.map { visible.contains($0) ? next.next() ?? $0 : $0 }
    }
}
