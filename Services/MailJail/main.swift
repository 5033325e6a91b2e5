import Mail
import Zygote

// The process that may die of a message that it takes apart so that no other does. A gateway starts it; see `ZygoteProgram`.
ZygoteProgram.run("MailJail") { MailWork.load() }
