
// Appended to Package.swift: what is not there is no part of this build. A step of the image's build has the folders that it needs.
import Foundation

let present = Set(
    package.targets.filter { target in
        FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(target.path ?? target.name)")
    }.map(\.name))
package.targets = package.targets.filter { present.contains($0.name) }
package.products = package.products.filter { product in
    (product as? Product.Executable).map { $0.targets.allSatisfy(present.contains) } ?? false
}
