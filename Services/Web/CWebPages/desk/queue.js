// What waits for a reviewer. The filters stand in the address, so that a list can be sent to a colleague.
import { h, say, button, complain } from './dom.js'
import { read, live, query } from './api.js'
import { go, link } from './app.js'
import { keysFor } from './keys.js'
import { claimNext, ruleName } from './claims.js'
import { time, number, moment } from './times.js'

const chips = (warnings) => h('ul.chips', {}, warnings.map((rule) => h('li.chip.warm', { title: rule }, ruleName(rule))))

const filters = ['journey', 'claim', 'overdue', 'warning']

export async function queue({ query: asked, isCurrent }) {
  const wanted = Object.fromEntries(filters.map((name) => [name, asked.get(name) ?? '']))
  const path = (after) => '/v1/review/queue' + query({ ...wanted, limit: 50, after })
  const page = await read(path())
  let items = page.items, next = page.next

  const heading = h('h1', {}, say('place.queue'))
  const counts = h('div.counts', { role: 'group', 'aria-label': say('counts') })
  const body = h('tbody'), more = h('div.center')
  const table = h('table', {}, h('caption.sr', {}, say('place.queue')), h('thead', {}, h('tr', {}, ['waiting', 'journey', 'reference', 'documents', 'warnings', 'claim'].map((name) => h('th', { scope: 'col' }, say('column.' + name))))), body)
  const empty = h('section.card.blank', {}, h('p', {}, say(Object.values(wanted).some(Boolean) ? 'noneMatch' : 'allDone')))
  const list = h('div.table', { tabindex: '0', role: 'region', 'aria-label': say('place.queue') }, table)
  const stale = h('p.notice.offline', { role: 'status', hidden: true }, say('notLive'))

  const filter = (change) => go('/desk/review' + query({ ...wanted, ...change }))
  function tell(found) {
    const tabs = [['waiting', {}], ['mine', { claim: 'mine' }], ['free', { claim: 'free' }], ['overdue', { overdue: 'true' }]]
    counts.replaceChildren(...tabs.map(([name, change]) => {
      const chosen = name === 'waiting' ? !wanted.claim && !wanted.overdue : name === 'overdue' ? !!wanted.overdue : wanted.claim === name
      return h('button.count', { type: 'button', 'aria-pressed': String(chosen), 'data-name': name, onclick: () => filter({ claim: '', overdue: '', ...change }) },
        h('strong', {}, number(found[name]) + (found[name] >= 10000 ? '+' : '')), h('span', {}, say('count.' + name)))
    }))
  }
  const claimText = ({ claim, held }) =>
    held ? say('heldBy', { name: held.isMine ? say('you') : held.by }) : !claim ? say('free') : claim.isMine ? say('you') : claim.name
  function fill() {
    body.replaceChildren(...items.map((item) => h('tr', { 'data-submission': item.submission, 'data-overdue': item.isOverdue, 'data-claim': item.claim ? item.claim.isMine ? 'mine' : 'others' : 'free' },
      h('th', { scope: 'row' }, link('/desk/review/' + item.submission, time(item.waitingSince)), item.dueAt && h('span.due', {}, say(item.isOverdue ? 'overdueSince' : 'due', { time: moment(item.dueAt) }))),
      h('td', {}, item.title), h('td', {}, item.reference ?? item.subject ?? h('span.quiet', {}, '–')),
      h('td', {}, say('documentsPages', { documents: number(item.documents), pages: number(item.pages) }), item.attempt > 1 && h('span.due', {}, say('attempt', { n: item.attempt }))),
      h('td', {}, chips(item.warnings)), h('td', {}, claimText(item), item.reviews.needed > 1 && h('span.due', {}, say('secondPair', { given: item.reviews.given, needed: item.reviews.needed }))))))
    list.hidden = items.length === 0
    empty.hidden = items.length > 0
    more.replaceChildren(next ? button('soft', say('more'), async () => {
      try {
        const part = await read(path(next))
        items = [...items, ...part.items]
        next = part.next
        fill()
      } catch (trouble) { complain(trouble.words) }
    }) : '')
  }
  let refreshing
  async function refresh() {
    if (refreshing || !isCurrent()) return
    refreshing = true
    try {
      const fresh = await read(path())
      // What was loaded beyond the first part stays, so that nobody loses their place.
      const known = new Set(fresh.items.map(({ submission }) => submission))
      items = items.length > 50 ? [...fresh.items, ...items.slice(50).filter(({ submission }) => !known.has(submission))] : fresh.items
      if (items.length <= 50) next = fresh.next
      tell(fresh.counts)
      fill()
    } catch { /* the stream says so */ } finally { refreshing = false }
  }
  async function begin() {
    try {
      const next = await claimNext(wanted.journey)
      if (next) await go('/desk/review/' + next, { journey: wanted.journey })
      else complain(say('nothingFree'))
    } catch (trouble) { complain(trouble.words) }
  }
  const choice = (name, options) => h('label.choice-field', {}, h('span', {}, say('column.' + name)),
    h('select', { name, onchange: (event) => filter({ [name]: event.target.value }) }, h('option', { value: '' }, say('any')), choices(name, options)))
  const choices = (name, options) => options.map(([value, text]) => h('option', { value, selected: wanted[name] === value }, text))
  const rules = [...new Set([...items.flatMap(({ warnings }) => warnings), wanted.warning].filter(Boolean))]

  // The list does not wait for what it can be filtered by; the journey that it is filtered by is chosen meanwhile.
  const journeys = choice('journey', wanted.journey ? [[wanted.journey, wanted.journey]] : [])
  read('/v1/journeys').then(({ items }) => {
    const select = journeys.querySelector('select')
    select.replaceChildren(select.firstChild, ...choices('journey', items.map(({ id, title }) => [id, title])))
  }, () => {})

  tell(page.counts)
  fill()
  let last = JSON.stringify(page.counts)
  const end = live('/v1/review/queue/events', { queue: ({ counts: found, changed }) => {
    tell(found)
    const text = JSON.stringify(found)
    if (text !== last || changed.length) refresh()
    last = text
  } }, (isOpen) => { stale.hidden = isOpen })
  // Times that are told go on.
  const ticking = setInterval(() => body.querySelectorAll('time').forEach((element) => { element.textContent = time(element.dateTime).textContent }), 20000)
  return {
    title: say('place.queue'), end: () => { end(); clearInterval(ticking) },
    shown: () => keysFor([['n', 'keys.next', begin], ['Enter', 'keys.next', begin]]),
    content: [stale, h('div.row.between', {}, heading, h('div.row', {}, button('', 'CSV', () => download(items), { title: say('csv') }), button('main', say('begin'), begin, { id: 'begin' }))),
      counts, h('div.filters', {}, journeys, rules.length > 0 && choice('warning', rules.map((rule) => [rule, ruleName(rule)]))),
      list, empty, more],
  }
}

/** What is shown, as a table program reads it. */
const download = async (items) => (await import('./table.js')).save('review-queue', ['submission', 'journey', 'reference', 'subject', 'waitingSince', 'dueAt', 'documents', 'pages', 'warnings', 'claimedBy'],
  items.map((item) => [item.submission, item.journey, item.reference, item.subject, item.waitingSince, item.dueAt, item.documents, item.pages, item.warnings.join(' '), item.claim?.name]))
