// Tells the page that shows this one in a frame how it is going, and how high it wants to be.
import { start } from './dom.js'
import { state } from './app.js'

const ended = ['accepted', 'rejected', 'withdrawn', 'expired']
// Only pages that may show this one in a frame are told. Where the browser names the one that does, no other is tried.
const above = location.ancestorOrigins?.[0]
const listeners = parent === window ? [] : start.frames.filter((origin) => !above || origin === above)
let told = null

const tell = (type, more) => {
  for (const origin of listeners) parent.postMessage({ source: 'docket', type, submission: start.submission, ...more }, origin)
}

/** Called whenever the page was shown anew. */
export function tellShown() {
  const { submission } = state
  const now = { state: submission.state, isValid: submission.isValid, documents: submission.documents.length }
  if (!told) tell('ready', now)
  else if (told.version !== submission.version) {
    tell('changed', now)
    if (submission.state === 'submitted' && told.state !== 'submitted') tell('submitted', now)
  }
  if (ended.includes(submission.state) && told?.state !== submission.state) tell('ended', now)
  told = { version: submission.version, state: submission.state }
}

/** Nothing can be done here any more: the link's time is over, or somebody has closed it. */
export const tellLinkEnded = () => tell('ended', { state: 'link_ended' })

if (listeners.length) new ResizeObserver(() => tell('height', { height: document.body.offsetHeight })).observe(document.body)
