// Tells the page around how it is going: ids, states and counts, and nothing that the person has written or sent.

const ended = ['accepted', 'rejected', 'withdrawn', 'expired']
const sentAt = ({ submittedAt }) => Date.parse(submittedAt) || 0

export function makeTelling({ start, state, tell }) {
  let told = null

  /** Called whenever the page was shown anew. */
  function tellShown() {
    const { submission } = state
    const now = { submission: submission.id, state: submission.state, isValid: submission.isValid, documents: submission.documents.length }
    if (!told) tell('ready', now)
    else if (told.version !== submission.version) {
      tell('changed', now)
      // Also where it has gone on meanwhile. An operator sends what has failed again, and the person has not.
      if (sentAt(submission) > told.sentAt && told.state !== 'failed') tell('submitted', now)
    }
    if (ended.includes(submission.state) && told?.state !== submission.state) tell('ended', now)
    told = { version: submission.version, state: submission.state, sentAt: sentAt(submission) }
  }

  /** Nothing can be done here any more: the link's time is over, or somebody has closed it. */
  const tellLinkEnded = () => tell('ended', { submission: start.submission, state: 'link_ended' })

  /** Something did not work, and the person was told. */
  const tellTrouble = ({ type, status }, isFatal = false) => tell('error', { submission: start.submission, type, status, isFatal })

  return { tellShown, tellLinkEnded, tellTrouble }
}
