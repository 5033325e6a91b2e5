import Decoders
import Zygote

// The process that may die of a document so that no other does. A worker starts it; see `ZygoteProgram`.
ZygoteProgram.run("DecoderJail") { try Decoders.load() }
