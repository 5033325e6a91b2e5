// A program of somebody else's: it has nothing of Docket but the two libraries, and gathers documents of a journey of its own.
import IntakeClient
import Shared

enum ParkingPermit: DocumentsScope {
    static let id: JourneyID = "parking-permit"
    static let title = "Parking permit"
    static let summary = "Show that the car is yours."
    static let documents = CountRange(1...1)
    static let registration = ScopedDocumentType<Self>(
        DocumentType(
            id: "registration", title: "Registration", hint: "Both sides.", icon: "car", pages: CountRange(2...2),
            documents: CountRange(1...1)))
    static let documentTypes = [registration]
}

struct PermitList: DocumentListModel {
    typealias Scope = ParkingPermit
    func content(of row: DocumentRow<ParkingPermit>) -> Int { row.pages.count }
}

func photo(_ name: String) -> CandidateFile {
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    return CandidateFile(.bytes(head + [0, 0, 4, 0, 0, 0, 4, 0, 8, 2, 0, 0, 0]), name: name, source: .camera)
}

let list = try await DocumentList(PermitList(), in: MemoryStorage())
precondition(!list.isValid && !list.missing.isEmpty)
let document = try await list.append([photo("front.png")], as: ParkingPermit.registration)
precondition(list.missing.map(\.rule) == ["document.page-count"])
try await list.controller.add([photo("back.png")], to: document)
precondition(list.isValid && list.contents == [2] && list.availableTypes.isEmpty)
print("two sides, nothing missing")
