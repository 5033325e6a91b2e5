import Readers
import Zygote

// The process that reads pages, and may die of one without harm to others. A worker starts it; see `ZygoteProgram`.
ZygoteProgram.run("ReaderJail") { try Readers.load() }
