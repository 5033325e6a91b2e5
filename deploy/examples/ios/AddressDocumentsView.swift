#if canImport(SwiftUI) && canImport(PhotosUI)
    import IntakeClient
    import PhotosUI
    import Shared
    import SwiftUI

    /// The screen: choose photos, say of what day they are, send.
    struct AddressDocumentsView: View {
        @State private var documents: AddressDocuments?
        @State private var picked: [PhotosPickerItem] = []
        @State private var day = Date()
        let link: String

        var body: some View {
            Form {
                if let documents {
                    switch documents.phase {
                    case .loading: ProgressView()
                    case .filling:
                        DatePicker("Date of the bill", selection: $day, in: ...Date(), displayedComponents: .date)
                        PhotosPicker("Add photos", selection: $picked, matching: .images)
                        ForEach(documents.rows, id: \.self) { Text($0) }
                        Button("Send") { Task { await documents.send() } }
                    case .sending(let fraction): ProgressView(value: fraction)
                    case .ended(let state): Text(state.rawValue)
                    }
                    ForEach(documents.messages, id: \.self) { Text($0).foregroundStyle(.secondary) }
                }
            }
            .task {
                let folder = URL.applicationSupportDirectory.appending(path: "documents").path()
                documents = try? AddressDocuments(link: link, folder: folder)
                await documents?.open()
            }
            .onChange(of: picked) {
                Task { await take() }
            }
        }

        private func take() async {
            var photos: [CandidateFile] = []
            for item in picked {
                guard let data = try? await item.loadTransferable(type: Data.self) else { continue }
                photos.append(CandidateFile(.bytes(Array(data)), name: "photo.jpg", source: .photoLibrary))
            }
            picked = []
            guard !photos.isEmpty else { return }
            await documents?.add(photos, issued: CalendarDate(Timestamp(day), in: .utc))
        }
    }
#endif
