// One document: its pages, its date, what is wrong with it and how to put it right.
import * as api from './api.js'
import { h, icon, say, date, pageCount, button, ask, announce, settle, start } from './dom.js'
import { state, act, reload } from './app.js'
import { configure } from './components.js'
import { pageList, replace } from './pages.js'
import { chooseSource } from './adding.js'
import { uploadRows } from './uploads.js'

export const typeOf = (document) => start.documentTypes.find((type) => type.id === document.type)
export const titleOf = (document) => typeOf(document)?.title ?? document.type
export const asksDate = (type) => type && type.issueDate.kind !== 'none'
export const asksPeriod = (type) => Boolean(type?.coverage)

export function documentSection(part) {
  const id = part.id.slice('document/'.length)
  const document = state.submission.documents.find((one) => one.id === id)
  const model = part.header.model
  const type = document && typeOf(document)
  const isOpen = Boolean(document?.links?.pages) && state.mayChange
  const reasons = part.items.filter((item) => item.reuseIdentifier === 'reason')
  const others = part.items.filter((item) => !['reason', 'page', 'note'].includes(item.reuseIdentifier))
  const facts = [pageCount(model.pages)]
  if (!isOpen && model.issueDate) facts.push(date(model.issueDate))
  const isKnown = ['open', 'checking', 'accepted', 'refused'].includes(model.state)
  return h('article.card.document', { 'aria-labelledby': 't-' + id, 'data-state': model.state },
    h('div.document-head', {}, h('span.symbol', {}, icon(model.icon)),
      h('div', {}, h('h3', { id: 't-' + id }, model.title), h('p.quiet', {}, facts.join(' · '))),
      isKnown && model.state !== 'open' && h('span.chip', { 'data-state': model.state }, say('doc.' + model.state)),
      isOpen && h('button.bare', { type: 'button', id: 'r-' + id, 'aria-label': `${say('remove')}: ${model.title}`, onclick: () => remove(document) }, icon('remove'))),
    reasons.length > 0 && h('div.reasons', {}, reasons.map(configure), isOpen && fixes(document, type, reasons)),
    document && pageList(document, isOpen),
    document && uploadRows(document.id),
    isOpen && asksDate(type) && dateField(document, 'issueDate', 'issued', start.today),
    isOpen && asksPeriod(type) && h('div.pair', {}, dateField(document, 'periodStart', 'from'), dateField(document, 'periodEnd', 'to')),
    others.map(configure),
    isOpen && part.footer && document.pages.length < (type?.pages.max ?? 1) &&
      button('soft', say('addPages'), () => chooseSource(type, document), { id: 'a-' + id, disabled: part.footer.model.isEnabled === false }, 'plus'))
}

/** The numbers of the pages that the reasons name; of reasons that name none, each page of a few. */
function refusedPages({ pages, reasons }) {
  const named = pages.flatMap(({ id }, index) => (reasons.some((reason) => reason.page === id) ? [index + 1] : []))
  return named.length ? named : pages.length <= 4 ? pages.map((_, index) => index + 1) : []
}

/** A way out beside each refusal. */
function fixes(document, type, reasons) {
  const isDate = reasons.some(({ model }) => /date|issued|period|coverage/.test(model.rule))
  const isFile = reasons.some(({ model }) => !/date|issued|period|coverage/.test(model.rule))
  return h('div.row', {},
    isDate && asksDate(type) && button('soft', say('fixDate'), () => globalThis.document.getElementById('issueDate-' + document.id)?.focus(), {}, 'calendar'),
    isFile && refusedPages(document).map((number) =>
      button('soft', document.pages.length === 1 ? say('fixFile') : say('replace', { n: number }), () => replace(document, document.pages[number - 1], number), {}, 'replace')))
}

/** A day, shown as the person's browser shows days. Saved as soon as it is whole. */
function dateField(document, name, label, max) {
  const id = `${name}-${document.id}`
  const hint = `${id}-hint`
  const save = async ({ target }) => {
    if (target.validity.badInput) return
    if (target.value === (document[name] ?? '')) {
      // Back at what the gateway has: what was wrong with another date is over.
      if (state.periods[document.id]) delete state.periods[document.id][name]
      return settle()
    }
    const both = { periodStart: document.periodStart ?? null, periodEnd: document.periodEnd ?? null, [name]: target.value || null }
    state.periods[document.id] = { ...both, ...state.periods[document.id], [name]: target.value || null }
    const change = name === 'issueDate' ? { issueDate: target.value || null } : state.periods[document.id]
    // A period has two ends: it is saved when both are there, or none.
    if (name !== 'issueDate' && !change.periodStart !== !change.periodEnd) return
    await act(async () => {
      await api.changeDocument(document.id, change)
      // From now on the gateway's word counts again; what it refused stays to be mended.
      delete state.periods[document.id]
      announce(say('dateSaved'))
    })
  }
  return h('div.field', {}, h('label', { for: id }, say(label)),
    h('input', { id, type: 'date', max, value: state.periods[document.id]?.[name] ?? document[name] ?? '', onchange: save, 'aria-describedby': name === 'issueDate' ? hint : null }),
    name === 'issueDate' && h('p.hint', { id: hint }, say('issuedHint')))
}

const remove = (document) => act(async () => {
  const values = { type: titleOf(document), pages: pageCount(document.pages.length) }
  const isGone = await api.removeDocument(document.id, state.submission.version, () => ask(say('ask.document'), say('ask.documentText', values), say('remove')))
  if (isGone) { announce(say('removed')); await reload() }
})
