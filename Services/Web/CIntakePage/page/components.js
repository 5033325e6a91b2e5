// The sections of the screen that the gateway describes: what shows which component, by its reuse identifier.
import { h, icon, say, knows, date } from './dom.js'
import { documentSection } from './documents.js'
import { state } from './app.js'

const notice = (text, kind = '') => h(`p.notice${kind && '.' + kind}`, {}, text)

/** What can show what; each gets its component and throws for a model that it cannot show. */
const registry = new Map(Object.entries({
  headline: ({ model }) => [h('h1', {}, text(model.title)), model.subtitle && h('p.quiet', {}, model.subtitle)],
  status: ({ model }) => [
    h('p.state', { 'data-state': model.state }, knows('state.' + model.state) ? say('state.' + model.state) : text(model.text)),
    model.expiresAt && ['draft', 'needs_input'].includes(model.state) && h('p.quiet', {}, say('until', { date: date(model.expiresAt) })),
  ],
  reason: ({ model }) => h('p.reason', { 'data-severity': model.severity }, icon('alert'), h('span', {}, text(model.message))),
  note: ({ model }) => h('p.quiet', {}, text(model.text)),
  action: (component) => state.actions[component.route?.name]?.(component) ?? unknown(component),
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

export function configure(component) {
  const show = registry.get(component?.reuseIdentifier)
  if (!show || typeof component.model !== 'object' || component.model === null) return unknown(component)
  try { return show(component) } catch { return unknown(component) }
}

function section(part) {
  if (part.id === 'summary') {
    const about = state.screen.state.kind === 'empty' ? state.screen.state.message : null
    return h('section.head', {}, configure(part.header), about && h('p', {}, about), part.items.map(configure))
  }
  if (part.id === 'missing') return missing(part)
  if (part.id.startsWith('document/') && part.header?.reuseIdentifier === 'document') return documentSection(part)
  if (part.id === 'actions') return actions(part)
  return h('section.card', {}, part.header && configure(part.header), part.items.map(configure), part.footer && configure(part.footer))
}

function missing(part) {
  return h('section.card.missing', { 'aria-labelledby': 'missing' },
    h('h2', { id: 'missing' }, say('missing')),
    h('ul', {}, part.items.map((item) => h('li', {}, typeof item.model?.message === 'string' ? item.model.message : say('unknown')))))
}

function actions(part) {
  return h('section.actions', {}, part.items.map(configure))
}

/** All of a screen, whatever state it is in. */
export function render(screen) {
  const parts = screen.sections.map(section)
  const isEmpty = !screen.sections.some((part) => part.id.startsWith('document/'))
  const before = screen.sections.findIndex((part) => part.id.startsWith('document/'))
  if (isEmpty && state.mayChange) {
    parts.splice(screen.sections.findIndex((part) => part.id === 'actions'), 0, h('section.card.blank', {}, icon('files'), h('p', {}, say('none'))))
  } else if (before >= 0) parts.splice(before, 0, h('h2.heading', { id: 'documents' }, say('documents')))
  return parts
}


