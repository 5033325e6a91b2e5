// A program of somebody else's: it has nothing of Docket but the two libraries, and gathers documents of a journey of its own.
import IntakeClient
import IntakeClientTesting
import Shared

enum ParkingPermit: DocumentsScope {
    static let id: JourneyID = "parking-permit"
    static let title = "Parking permit"
    static let summary = "Show that the car is yours."
    static let documents = CountRange(1...1)
    static let registration = ScopedDocumentType<Self>(
        DocumentType(
            id: "registration", title: "Registration", hint: "Both sides.", icon: "car", pages: CountRange(2...2),
            documents: CountRange(1...1), issueDate: .optional))
    static let lease = ScopedDocumentType<Self>(
        DocumentType(
            id: "lease", title: "Lease", hint: "Where it is not yours.", icon: "doc", mediaTypes: [.pdf, .png],
            pages: CountRange(1...3), documents: CountRange(0...1)))
    static let documentTypes = [registration, lease]
}

/// A predicate of this app's own.
enum PermitFilter: RowFilter {
    case standard(DocumentRowFilter)
    case pages(atLeast: Int)

    func matches(_ document: DraftDocument) -> Bool {
        switch self {
        case .standard(let filter): filter.matches(document)
        case .pages(let count): document.pages.count >= count
        }
    }
}

struct PermitList: DocumentListModel {
    typealias Scope = ParkingPermit
    typealias RowPredicate = PermitFilter
    func content(of row: DocumentRow<ParkingPermit>) -> Int { row.pages.count }
}

func photo(_ name: String) -> CandidateFile {
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    return CandidateFile(.bytes(head + [0, 0, 4, 0, 0, 0, 4, 0, 8, 2, 0, 0, 0]), name: name, source: .camera)
}

func check(_ isTrue: Bool, _ what: String) {
    guard isTrue else { fatalError("Not so: \(what).") }
}

let storage = MemoryStorage()
let list = try await DocumentList(PermitList(), in: storage)
check(!list.isValid && list.controller.readiness == .incomplete(list.missing), "an empty list lacks something")

// The way to a document: its type, its source, its files.
let camera = PickerDouble(.cancelled, .picked([photo("front.png")]))
var pickers = PickerFactory()
pickers.register(.camera) { _ in camera }
pickers.register(.photoLibrary) { PhotoLibraryPicker($0) }
pickers.register(.filePicker) { _ in PickerDouble(.picked([CandidateFile(path: "notes.txt")])) }
var adding = list.adding(from: pickers)
check(adding.step == .type([ParkingPermit.registration, ParkingPermit.lease]), "the type is chosen first")
adding.choose(ParkingPermit.registration)
check(adding.step == .source(of: ParkingPermit.registration, [.camera, .photoLibrary, .filePicker]), "then the source")
for source in [DocumentSource.photoLibrary, .filePicker] {
    adding.choose(source)
    do {
        _ = try await list.append(adding, from: pickers)
        check(false, "\(source) has nothing to give")
    } catch {
        check(error.code == .fileUnreadable && list.state == .error(error.description), "\(source) says why")
    }
}
adding.goBack()
adding.choose(.camera)
let nothing = try await list.append(adding, from: pickers)
check(nothing == nil, "nothing was chosen")
guard let document = try await list.append(adding, from: pickers) else { fatalError("nothing was chosen twice") }
check(list.missing.map(\.rule) == ["document.page-count"], "a side is missing")

// It was the lease after all, and then it was not.
try await list.controller.set(type: ParkingPermit.lease.id, of: document)
try await list.controller.set(type: ParkingPermit.registration.id, of: document)
let day = CalendarDate(daysSinceEpoch: 20_000)
try await list.controller.set(issueDate: day, of: document)
try await list.controller.set(issueDate: nil, of: document)
check(list.rows.first?.document.issueDate == nil, "the date was taken away")

let back = try await list.controller.add([photo("back.png")], to: document)
let picture = try await list.controller.preview(of: back[0])
check(picture.mediaType == .png && !picture.bytes.isEmpty, "a page is shown before it is sent")
try await list.filter(.pages(atLeast: 3), named: "long")
check(list.state == .empty(isFiltered: true), "no document is that long")
try await list.removeFilters()
check(list.contents == [2] && list.controller.readiness == .unsent, "all is there, and was not sent")

// Screens that a gateway describes: every kind of component has something that shows it here.
struct Lines<Model: ScreenModel>: ComponentView {
    func configure(_ model: Model, in component: ScreenComponent) throws(ScreenError) -> String {
        "\(Model.reuseIdentifier), \(component.height?.rawValue ?? "of any height")"
    }
}

func register<Model: ScreenModel>(_: Model.Type, in registry: inout ComponentRegistry<String>) {
    registry.register(Lines<Model>())
}

var registry = ComponentRegistry<String>()
for model in ScreenModels.all { register(model, in: &registry) }
let listing = try Screen(
    listing: [
        SubmissionSummary(
            id: .random(), journey: ParkingPermit.id, state: .inReview, version: 1, subject: nil, reference: nil,
            createdAt: Timestamp(millisecondsSinceEpoch: 0), updatedAt: Timestamp(millisecondsSinceEpoch: 0), submittedAt: nil,
            expiresAt: nil, documents: 1)
    ], titles: [ParkingPermit.id: ParkingPermit.title], next: "/next",
    for: ScreenViewer(permissions: Role.reviewer.permissions, address: "/v1/submissions"))
let lines = try listing.components.map { try registry.configure($0) }
check(lines == ["submission, row", "action, line"], "a listing is shown")
print("two sides, nothing missing")
