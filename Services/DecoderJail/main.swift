import Decoders
import Zygote

// The process that decodes documents, and may die of one without harm to others. A worker starts it; see `ZygoteProgram`.
ZygoteProgram.run("DecoderJail") { try Decoders.load() }
