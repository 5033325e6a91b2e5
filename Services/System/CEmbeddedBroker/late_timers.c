#include "CEmbeddedBroker.h"

#include <sys/prctl.h>

void docket_allow_late_timers(void) { prctl(PR_SET_TIMERSLACK, 4000000L, 0L, 0L, 0L); }
