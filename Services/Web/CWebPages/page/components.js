// The sections of the screen that the gateway describes: what shows which component, by its reuse identifier.
import { h, icon, reasonLine } from './elements.js'

export function makeComponents(shared) {
  const { start, state, say, knows, date, isWhole, refusals, documentSection, nameOf, lead } = shared
  const notice = (text, kind = '') => h(`p.notice${kind && '.' + kind}`, {}, text)

  /** What can show what; each gets its component and throws for a model that it cannot show. */
  const registry = new Map(Object.entries({
    headline: ({ model }) => [h('h1', {}, text(model.title)), model.subtitle && h('p.quiet', {}, model.subtitle)],
    status: ({ model }) => [
      h('p.state', { 'data-state': model.state === 'needs_input' && isWhole() ? 'draft' : model.state },
        model.state === 'needs_input' && isWhole() ? say('state.mended') : knows('state.' + model.state) ? say('state.' + model.state) : text(model.text)),
      model.expiresAt && ['draft', 'needs_input'].includes(model.state) && h('p.quiet', {}, say('until', { date: date(model.expiresAt) })),
    ],
    reason: ({ model }) => reasonLine(text(model.message), model.severity),
    note: ({ model }) => h('p.quiet', {}, text(model.text)),
    action: (component) => shared.actions[component.route?.name]?.(component) ?? unknown(component),
    file: ({ model }) => h('p.quiet', {}, text(model.title)),
    submission: ({ model }) => [h('h2', {}, text(model.title)), model.reference && h('p.quiet', {}, model.reference), h('p', {}, text(model.text))],
    'document-type': ({ model }) => [h('h2', {}, text(model.title)), h('p.quiet', {}, text(model.hint))],
  }))

  function text(value) {
    if (typeof value !== 'string') throw new TypeError('a text is missing')
    return value
  }

  /** Newer than this page: said, never left out silently. */
  const unknown = () => notice(say('unknown'), 'bad')

  function configure(component) {
    const show = registry.get(component?.reuseIdentifier)
    if (!show || typeof component.model !== 'object' || component.model === null) return unknown(component)
    try { return show(component) } catch { return unknown(component) }
  }

  function section(part) {
    if (part.id === 'summary') {
      return h('section.head', {}, configure(part.header), state.mayChange && start.summary && h('p', {}, start.summary),
        state.mayChange && h('p.quiet', {}, say('about')), part.items.map(configure))
    }
    if (part.id === 'missing') return null
    if (part.id.startsWith('document/') && part.header?.reuseIdentifier === 'document') return documentSection(part)
    if (part.id === 'actions') return actions(part)
    return h('section.card', {}, part.header && configure(part.header), part.items.map(configure), part.footer && configure(part.footer))
  }

  /** Everything that keeps it from being sent, once, each with the way to where it is put right. */
  function missing() {
    if (!state.mayChange) return null
    const items = [...state.submission.missing.filter(({ rule }) => rule !== 'submission.consent'), ...refusals()]
    if (!items.length) return null
    return h('section.card.missing', { 'aria-labelledby': 'missing' },
      h('h2', { id: 'missing' }, say('missing')),
      h('ul', {}, items.map((item) => {
        const document = state.submission.documents.find(({ id }) => id === item.document)
        return h('li', {}, h('button.link', { type: 'button', onclick: () => lead(item, document) },
          document && nameOf(document).isOneOfMany && h('strong', {}, nameOf(document).text, ': '), item.message))
      })))
  }

  const actions = (part) => h('section.actions', {}, part.items.map(configure))

  /** All of a screen, whatever state it is in: what it is about, what is missing, the documents, and what can be done. */
  function render(screen) {
    const parts = screen.sections.map((part) => [part.id, section(part)]).filter(([, element]) => element)
    const isDocument = ([id]) => id.startsWith('document/')
    const documents = parts.filter(isDocument).map(([, element]) => element)
    const list = documents.length ? h('section.list', { 'aria-labelledby': 'documents' }, h('h2.heading', { id: 'documents' }, say('documents')), documents)
      : state.mayChange ? h('section.list', {}, h('div.card.blank', {}, icon('files'), h('p', {}, say('none')))) : null
    const others = parts.filter((part) => !isDocument(part))
    const last = others.findIndex(([id]) => id === 'actions')
    const before = others.slice(0, last < 0 ? others.length : last), after = last < 0 ? [] : others.slice(last)
    return [...before.map(([, element]) => element), missing(), list, ...after.map(([, element]) => element)].filter(Boolean)
  }

  return { configure, render }
}
