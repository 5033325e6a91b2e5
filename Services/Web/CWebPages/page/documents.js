// One document: its pages, its date, what is wrong with it and how to put it right.
import { h, icon, button, reasonLine } from './elements.js'
import { asksDate, asksExpiry, asksPeriod } from './naming.js'

export function makeDocuments(shared) {
  const {
    api, start, state, root, say, date, pageCount, ask, announce, settle, act, reload, typeOf, titleOf, nameOf, dateHint, told, looks,
    suggestion, pageList, replace, retake, chooseKind, chooseSource, uploadRows,
  } = shared

  /** Leads to where something is put right. */
  function lead({ rule, page, documentType }, document) {
    const focus = (...ids) => {
      const field = ids.map((id) => root.getElementById(id)).find(Boolean)
      field?.focus()
      field?.scrollIntoView({ block: 'center' })
    }
    const type = start.documentTypes.find(({ id }) => id === documentType)
    if (!document) return type && start.documentTypes.length > 1 ? chooseSource(type) : chooseKind(type)
    if (isOfPeriod(rule)) return focus('periodStart-' + document.id)
    if (isOfDate(rule)) return focus('issueDate-' + document.id)
    if (isOfExpiry(rule)) return focus('expiryDate-' + document.id)
    const number = document.pages.findIndex(({ id }) => id === page) + 1
    focus(`p-${page}-${number}`, 'a-' + document.id, 'r-' + document.id, 't-' + document.id)
  }

  const isOfPeriod = (rule) => /period|coverage/.test(rule)
  const isOfDate = (rule) => /issue-date/.test(rule)
  const isOfExpiry = (rule) => /expir/.test(rule)

  function documentSection(part) {
    const id = part.id.slice('document/'.length)
    const document = state.submission.documents.find((one) => one.id === id)
    const model = part.header.model
    const type = document && typeOf(document)
    const isOpen = Boolean(document?.links?.pages) && state.mayChange
    const reasons = document ? reasonsOf(document) : []
    const elsewhere = (one) => isOpen && (isOfDate(one.rule) && asksDate(type) || isOfExpiry(one.rule) && asksExpiry(type) || isOfPeriod(one.rule) && asksPeriod(type))
    const atHand = reasons.filter((one) => !elsewhere(one))
    const others = part.items.filter((item) => !['reason', 'page', 'note'].includes(item.reuseIdentifier))
    const facts = [pageCount(model.pages)]
    if (!isOpen && model.issueDate) facts.push(date(model.issueDate))
    if (!isOpen && model.expiryDate) facts.push(`${say('expires')} ${date(model.expiryDate)}`)
    const isKnown = ['open', 'checking', 'accepted', 'refused'].includes(model.state)
    const name = document ? nameOf(document).text : model.title
    return h('article.card.document', { 'aria-labelledby': 't-' + id, 'data-state': model.state, 'data-id': id },
      h('div.document-head', {}, h('span.symbol', {}, icon(model.icon)),
        h('div', {}, h('h3', { id: 't-' + id, tabindex: '-1' }, name), h('p.quiet', {}, facts.join(' · '))),
        isKnown && model.state !== 'open' && h('span.chip', { 'data-state': model.state }, say('doc.' + model.state)),
        isOpen && h('button.bare', { type: 'button', id: 'r-' + id, 'aria-label': `${say('remove')}: ${name}`, onclick: () => remove(document) }, icon('remove'))),
      atHand.length > 0 && h('div.reasons', {}, atHand.map((one) => reasonLine(withPage(document, one), one.severity)), isOpen && fixes(document, type, atHand)),
      document && pageList(document, isOpen, reasons),
      isOpen && looks(document),
      document && uploadRows(document.id),
      isOpen && asksDate(type) && dateField(document, 'issueDate', 'issued', reasons.filter(({ rule }) => isOfDate(rule))),
      isOpen && asksExpiry(type) && dateField(document, 'expiryDate', 'expires', reasons.filter(({ rule }) => isOfExpiry(rule))),
      isOpen && asksPeriod(type) && h('div.pair', {}, dateField(document, 'periodStart', 'from', reasons.filter(({ rule }) => isOfPeriod(rule))), dateField(document, 'periodEnd', 'to')),
      others.map(shared.configure),
      isOpen && part.footer && document.pages.length < (type?.pages.max ?? 1) &&
        button('soft', say('addPages'), () => chooseSource(type, document), { id: 'a-' + id, disabled: part.footer.model.isEnabled === false }, 'plus'))
  }

  /** What was said of it when it was checked, and what would be said now, each once. */
  function reasonsOf(document) {
    const key = ({ rule, page }) => `${rule} ${page}`
    const all = [...document.reasons, ...told(document)]
    return all.filter((one, index) => all.findIndex((other) => key(other) === key(one)) === index)
  }

  /** With the number of its page where there are several. */
  function withPage({ pages }, { page, message }) {
    const number = pages.findIndex(({ id }) => id === page) + 1
    return number && pages.length > 1 ? `${say('page', { n: number })}: ${message}` : message
  }

  /** The numbers of the pages that the reasons name; of reasons that name none, each page of a few. */
  function refusedPages({ pages }, reasons) {
    const named = pages.flatMap(({ id }, index) => (reasons.some((reason) => reason.page === id) ? [index + 1] : []))
    return named.length ? named : pages.length <= 4 ? pages.map((_, index) => index + 1) : []
  }

  /** A way out beside each reason: one tap to take a photo again, or to choose another file. */
  function fixes(document, type, reasons) {
    const ofFiles = reasons.filter(({ rule }) => !/^(document|submission)\./.test(rule))
    if (!ofFiles.length) return null
    return h('div.row', {}, refusedPages(document, ofFiles).map((number) => {
      const page = document.pages[number - 1]
      const isPhoto = page.mediaType?.startsWith('image/') && ofFiles.some((one) => one.page === page.id && one.severity === 'warn')
      const [label, act, symbol] = isPhoto ? ['retake', retake, 'camera'] : [document.pages.length === 1 ? 'fixFile' : 'replace', replace, 'replace']
      return button('soft', say(label, { n: number }), () => act(document, page, number), { id: `x-${page.id}` }, symbol)
    }))
  }

  /** A day, shown as the person's browser shows days, with what is wrong with it. Saved as soon as it is whole. */
  function dateField(document, name, label, reasons = []) {
    const id = `${name}-${document.id}`
    const isPeriod = name.startsWith('period')
    const bounds = start.days[document.type]?.[name] ?? {}
    const hint = dateHint(name, bounds)
    const save = async ({ target }) => {
      if (target.validity.badInput) return
      if (target.value === (document[name] ?? '')) {
        // Back at what the gateway has: what was wrong with another date is over.
        if (state.periods[document.id]) delete state.periods[document.id][name]
        return settle()
      }
      const one = { [name]: target.value || null }
      const both = { periodStart: document.periodStart ?? null, periodEnd: document.periodEnd ?? null }
      state.periods[document.id] = { ...both, ...state.periods[document.id], ...one }
      const change = isPeriod ? state.periods[document.id] : one
      // A period has two ends: it is saved when both are there, or none.
      if (isPeriod && !change.periodStart !== !change.periodEnd) return
      await act(async () => {
        await api.changeDocument(document.id, change)
        // From now on the gateway's word counts again; what it refused stays to be mended.
        delete state.periods[document.id]
        announce(say('dateSaved'))
      })
    }
    const isRefused = reasons.some(({ severity }) => severity === 'refuse')
    const value = state.periods[document.id]?.[name] ?? document[name] ?? ''
    const suggested = !isPeriod && suggestion(document, name, !value)
    return h('div.field', {}, h('label', { for: id }, say(label)),
      h('input', {
        id, type: 'date', min: bounds.min, max: bounds.max, value, onchange: save,
        'aria-describedby': [reasons.length && id + '-reason', suggested && id + '-suggestion', hint && id + '-hint'].filter(Boolean).join(' ') || null, 'aria-invalid': isRefused && 'true',
      }),
      reasons.length > 0 && h('div', { id: id + '-reason' }, reasons.map(({ message, severity }) => reasonLine(message, severity))),
      suggested,
      hint && h('p.hint', { id: id + '-hint' }, hint))
  }

  const remove = (document) => act(async () => {
    const values = { type: titleOf(document), pages: pageCount(document.pages.length) }
    const isGone = await api.removeDocument(document.id, state.submission.version, () => ask(say('ask.document'), say('ask.documentText', values), say('remove')))
    if (isGone) { announce(say('removed')); await reload() }
  })

  return { documentSection, lead }
}
