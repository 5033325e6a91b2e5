// swift-tools-version: 6.2
import Foundation
import PackageDescription

let docket = "\(ProcessInfo.processInfo.environment["HOME"] ?? "")/docket"

let package = Package(
    name: "Backend",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "Docket", path: docket)],
    targets: [
        .executableTarget(
            name: "Backend",
            dependencies: ["IntakeClient", "Shared", "URLSessionTransport"].map { .product(name: $0, package: "Docket") })
    ],
    swiftLanguageModes: [.v6])
