import Readers
import Zygote

// The process that may die of a page that it reads so that no other does. A worker starts it; see `ZygoteProgram`.
ZygoteProgram.run("ReaderJail") { try Readers.load() }
