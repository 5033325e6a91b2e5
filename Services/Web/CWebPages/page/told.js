// What the rules would say if it were submitted now: asked a little after each change, so that nobody sends what would come back.

const pause = 300
const image = (value) => JSON.stringify(value)
const subject = ({ rule, document, documentType, page }) => [rule, document ?? documentType, page].join()

export function makeTold(shared) {
  const { api, state, refresh, signal } = shared

  /** By document, what was said of it, and of what; the submission as a whole is under no id. */
  let known = new Map()
  let asked = null, timer = null
  signal.addEventListener('abort', () => clearTimeout(timer))

  /** Asks anew unless everything is as it was when it was asked last. */
  function look() {
    clearTimeout(timer)
    if (!state.mayChange || !state.submission.documents.length || asked === image(state.submission)) return
    timer = setTimeout(() => ask().then((isNews) => isNews && refresh(), () => {}), pause)
  }

  /** Whether the answer is another one than before. */
  async function ask() {
    const { submission } = state
    const found = await api.check()
    const before = image(said())
    asked = image(submission)
    known = new Map([[undefined, { of: asked, reasons: found.reasons }]])
    for (const { id, reasons } of found.documents) known.set(id, { of: image(submission.documents.find((one) => one.id === id)), reasons })
    return image(said()) !== before
  }

  /** What was said of something as it is now, beside what is missing: of what was changed since, nothing is known any more. */
  function told(document) {
    const found = known.get(document?.id)
    if (found?.of !== image(document ?? state.submission)) return []
    const missing = new Set(state.submission.missing.map(subject))
    return found.reasons.filter((one) => !missing.has(subject(one)))
  }

  const said = () => [undefined, ...state.submission.documents].flatMap(told)

  /** What would certainly be refused, beside what is missing. */
  const refusals = () => said().filter(({ severity }) => severity === 'refuse')

  /** Asks once more, just before it is sent: whether nothing speaks against it. */
  async function isClear() {
    // What was to be asked in a moment is asked now: afterwards it is sent, and there is nothing to ask any more.
    clearTimeout(timer)
    try {
      await ask()
    } catch (trouble) {
      // What is wrong with sending says the answer to sending.
      if (trouble.type === 'network') throw trouble
    }
    return !refusals().length
  }

  return { look, told, refusals, isClear }
}
