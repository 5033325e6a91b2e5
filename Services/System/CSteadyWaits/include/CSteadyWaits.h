#pragma once

// librdkafka waits by `cnd_timedwait` (C11, 7.26.3.5), which knows the wall clock alone. Where that clock jumps ahead and is set back
// by an hour, a client waits for an hour, and its process keeps what it holds. This target defines `cnd_timedwait` for the whole
// program: a wait lasts as long as the wall clock said when it began, whatever becomes of that clock. (Where librdkafka waits again
// until a moment that it has computed before, a clock that was set back in between counts; Docket asks it for no such wait.)
