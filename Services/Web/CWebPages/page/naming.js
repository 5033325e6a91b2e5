// What documents are called, and what their types ask for.

export const asksDate = (type) => type && type.issueDate.kind !== 'none'
export const asksExpiry = (type) => Boolean(type?.expires)
export const asksPeriod = (type) => Boolean(type?.coverage)

export function makeNaming({ start, state, say, month, date, size, knows, kindNames }) {
  const typeOf = (document) => start.documentTypes.find((type) => type.id === document.type)
  const titleOf = (document) => typeOf(document)?.title ?? document.type

  /** What a document is called where there are several of its type: by the month that it is of, else by its place. */
  function nameOf(document) {
    const title = titleOf(document)
    const alike = state.submission.documents.filter(({ type }) => type === document.type)
    if (alike.length < 2) return { text: title, isOneOfMany: false }
    const { periodStart, periodEnd } = document
    const isMonth = periodStart && periodEnd && periodStart.slice(0, 7) === periodEnd.slice(0, 7)
    const name = isMonth && !alike.some((one) => one !== document && one.periodStart?.slice(0, 7) === periodStart.slice(0, 7))
      ? month(periodStart) : alike.indexOf(document) + 1
    return { text: say('named', { title, name }), isOneOfMany: true }
  }

  /** Where the date stands, and which are good enough. */
  const dateHint = (name, { min }) => ({
    issueDate: [say('issuedHint'), min && say('issuedSince', { date: date(min) })].filter(Boolean).join(' '),
    expiryDate: say('expiresHint'),
  })[name]

  /** What went wrong, in words for a person; `type` is the document type that a file was meant for. */
  function wordsOf(trouble, type) {
    if (/unsupported-media-type|media-type-mismatch/.test(trouble.type) && type) return say('err.type', { types: kindNames(type.mediaTypes) })
    if (trouble.type === 'too-large') return say('err.too-large', { size: size(trouble.body.limit ?? type?.maximumBytes ?? start.maximumFileBytes) })
    if (/link-ended|unauthenticated/.test(trouble.type)) return say('link.endedText')
    if (trouble.status >= 502 && trouble.status <= 504) return say('err.network')
    return knows('err.' + trouble.type) ? say('err.' + trouble.type) : say('err.other', { detail: trouble.body.detail ?? '' })
  }

  return { typeOf, titleOf, nameOf, dateHint, wordsOf }
}
