// What a reviewer says of each document, as it is kept while it is filled in, and as it is sent.
import { h, say, button } from './dom.js'

/** The form; `answer()` is the decision, or undefined while something is missing, which is then told. */
export function verdict(review, titles, { changed, decide, lead }) {
  const { submission, reasons, personLanguage, draft } = review
  const documents = submission.documents.filter(({ state }) => state !== 'removed')
  const state = Object.fromEntries(documents.map(({ id }) => [id, { verdict: draft?.documents?.[id]?.verdict, reason: draft?.documents?.[id]?.reason, message: draft?.documents?.[id]?.message ?? '' }]))
  let at = 0

  const parts = documents.map((document, index) => {
    const mine = state[document.id]
    const preview = h('blockquote.person-reads', { lang: personLanguage })
    const message = h('textarea', { id: 'message-' + index, rows: 2, maxlength: 500, lang: personLanguage, oninput: () => { mine.message = message.value; told(); changed() } })
    message.value = mine.message
    const choices = h('div.reason-list', { role: 'radiogroup', 'aria-label': say('reason') }, reasons.map(({ id, title }, number) => h('label.reason-choice', {},
      h('input', { type: 'radio', name: 'reason-' + index, value: id, checked: mine.reason === id, onchange: () => { mine.reason = id; told(); changed() } }), h('kbd', {}, number + 1), h('span', {}, title))))
    const refusal = h('div.refusal', {}, choices, h('label', { for: 'message-' + index }, say('ownWords')), message, h('p.quiet', {}, say('personReads')), preview)
    const radio = (word) => h('label.verdict-choice', { 'data-verdict': word }, h('input', { type: 'radio', name: 'verdict-' + index, value: word, checked: mine.verdict === word, onchange: () => choose(index, word) }), h('span', {}, say('verdict.' + word)))
    function told() {
      refusal.hidden = mine.verdict !== 'refused'
      preview.textContent = mine.message.trim() || reasons.find(({ id }) => id === mine.reason)?.message || say('noReason')
      choices.querySelectorAll('input').forEach((input) => { input.checked = input.value === mine.reason })
      part.querySelectorAll('[name^=verdict]').forEach((input) => { input.checked = input.value === mine.verdict })
      part.dataset.verdict = mine.verdict ?? ''
    }
    const part = h('fieldset.judged', { 'data-document': document.id, onfocusin: () => { at = index; mark() } }, h('legend', {}, titles(document.id)),
      h('div.row', {}, radio('accepted'), radio('refused'), button('quiet', say('toPage'), () => lead(document.id))), refusal)
    told()
    return { part, told, message, first: part.querySelector('input') }
  })

  const note = h('textarea', { id: 'note', rows: 2, maxlength: 1000, oninput: changed })
  note.value = draft?.note ?? ''
  const final = h('input', { type: 'checkbox', onchange: changed })
  final.checked = draft?.final ?? false
  const fault = h('p.notice.bad', { role: 'alert', hidden: true })
  const send = h('button.main.wide', { type: 'submit', id: 'decide' }, say('decide'))

  function mark() { parts.forEach(({ part }, index) => { part.dataset.at = index === at }) }
  function choose(index, word) {
    state[documents[index].id].verdict = word
    parts[index].told()
    fault.hidden = true
    changed()
  }
  function move(by) {
    at = Math.max(0, Math.min(at + by, parts.length - 1))
    mark()
    parts[at]?.first.focus()
    if (documents[at]) lead(documents[at].id)
  }
  function content() {
    const judged = documents.filter(({ id }) => state[id].verdict).map(({ id }) => {
      const { verdict, reason, message } = state[id]
      return [id, verdict === 'refused' ? { verdict, ...(reason ? { reason } : {}), ...(message.trim() ? { message: message.trim() } : {}) } : { verdict }]
    })
    const isRefused = judged.some(([, { verdict }]) => verdict === 'refused')
    return { documents: Object.fromEntries(judged), ...(note.value.trim() ? { note: note.value.trim() } : {}), ...(final.checked && isRefused ? { final: true } : {}) }
  }
  function answer() {
    const open = documents.findIndex(({ id }) => { const { verdict, reason, message } = state[id]; return !verdict || (verdict === 'refused' && !reason && !message.trim()) })
    if (open < 0) return content()
    fault.textContent = say(state[documents[open].id].verdict ? 'reasonMissing' : 'verdictMissing', { title: titles(documents[open].id) })
    fault.hidden = false
    at = open
    move(0)
  }
  mark()
  const form = h('form.verdict', { onsubmit: (event) => { event.preventDefault(); decide() } }, parts.map(({ part }) => part),
    h('label', { for: 'note' }, say('note')), note, h('p.hint', {}, say('noteHint')),
    h('label.check', {}, final, h('span', {}, say('final'))), fault, send)
  return {
    form, content, answer,
    keys: [
      ['a', 'keys.accept', () => { choose(at, 'accepted'); if (at + 1 < parts.length) move(1) }], ['x', 'keys.refuse', () => { choose(at, 'refused'); parts[at].part.querySelector('[name^=reason]')?.focus() }],
      ['A', 'keys.acceptAll', () => documents.forEach((_, index) => choose(index, 'accepted'))],
      ['j', 'keys.nextDocument', () => move(1)], ['k', 'keys.previousDocument', () => move(-1)],
      ['m', 'keys.message', () => { choose(at, 'refused'); parts[at].message.focus() }], ['t', 'keys.note', () => note.focus()],
      ['Ctrl+Enter', 'keys.decide', decide], ['d', 'keys.decide', decide],
      ...reasons.slice(0, 9).map(({ id }, index) => [String(index + 1), index ? '' : 'keys.reason', () => { const mine = state[documents[at].id]; mine.reason = id; choose(at, 'refused') }]),
    ],
  }
}
