// The events of a topic as they pass, the newest first. Rows that nobody sees are not there: five thousand would be slow.
import { h, say, button } from '../dom.js'
import { query } from './api.js'
import { link } from './app.js'
import { command, copy, pretty, shell } from './acts.js'
import { filters } from './table.js'
import { follow } from './stream.js'
import { keeping } from './kept.js'
import { number, exact } from './times.js'

const rowHeight = 34

/** Where a record lies, of `topic/partition/offset`. */
export const place = (id = '') => { const [, topic, partition, offset] = id.match(/^(.*)\/(\d+)\/(\d+)$/) ?? []; return { topic, partition, offset } }

/** What shows the same elsewhere. */
export const commands = (topic, where, id, from) => {
  const { partition, offset } = place(id)
  if (offset !== undefined) return [`docket tail --topic ${shell(topic)} --from-beginning --no-follow --where 'partition == ${partition} and offset == ${offset}' --json`, `kcat -b "$KAFKA_BOOTSTRAP_SERVERS" -C -t ${shell(topic)} -p ${partition} -o ${offset} -c 1`]
  return [`docket tail --topic ${shell(topic)}` + (from ? ` --since ${shell(from)}` : '') + (where ? ` --where ${shell(where)}` : ''), `kcat -b "$KAFKA_BOOTSTRAP_SERVERS" -C -t ${shell(topic)} -o end`]
}

export function tail({ query: asked, isCurrent }) {
  const topic = asked.get('topic'), where = asked.get('where') ?? '', from = asked.get('from') ?? ''
  const path = (from) => `/v1/admin/topics/${encodeURIComponent(topic)}/events` + query({ where, from })
  const kept = keeping()
  let isPaused = false, isAsked = false, chosen

  const stale = h('p.notice.offline', { role: 'status', hidden: true }, say('notLive'))
  const wrong = h('div.notice.bad', { role: 'alert', hidden: true })
  const told = h('p.quiet', { role: 'status' }, say('tailWaits'))
  const spacer = h('ol.tail-rows', {})
  const rows = h('div.tail', { tabindex: '0', role: 'region', 'aria-label': topic }, spacer)
  const detail = h('section.card.event', { 'aria-label': say('event'), tabindex: '-1' }, h('p.quiet', {}, say('chooseEvent')))
  const pausing = button('soft', say('pause'), () => {
    isPaused = !isPaused
    pausing.querySelector('span').textContent = say(isPaused ? 'goOn' : 'pause')
    pausing.setAttribute('aria-pressed', String(isPaused))
    paint()
  }, { 'aria-pressed': 'false', id: 'pausing' })

  /** At most once a frame, whatever comes. */
  function paint() {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      if (!isCurrent()) return
      const fresh = isPaused ? 0 : kept.take()
      const before = rows.scrollTop
      spacer.style.blockSize = kept.count * rowHeight + 'px'
      // Who reads further down goes on reading there.
      if (before > 0 && fresh) rows.scrollTop = before + fresh * rowHeight
      draw()
      told.textContent = kept.count || kept.waiting ? [say('tailKept', { n: number(kept.count) }), kept.skipped > 0 && say('tailSkipped', { n: number(kept.skipped) }), isPaused && say('tailNew', { n: number(kept.waiting) })].filter(Boolean).join(' · ') : say('tailWaits')
    })
  }
  function draw() {
    const first = Math.max(0, Math.floor(rows.scrollTop / rowHeight) - 5), last = Math.min(kept.count, first + Math.ceil(rows.clientHeight / rowHeight) + 10)
    const there = new Map([...spacer.children].map((row) => [row.record, row])), focused = document.activeElement?.closest?.('.tail-rows li')?.record
    const wanted = []
    for (let index = first; index < last; index++) {
      const record = kept.at(index), row = there.get(record) ?? rowOf(record)
      row.style.insetBlockStart = index * rowHeight + 'px'
      row.setAttribute('aria-setsize', kept.count)
      row.setAttribute('aria-posinset', index + 1)
      row.firstChild.setAttribute('aria-current', String(record === chosen))
      wanted.push(row)
    }
    const set = new Set(wanted)
    for (const row of [...spacer.children]) if (!set.has(row)) row.remove()
    wanted.forEach((row, index) => { if (spacer.children[index] !== row) spacer.insertBefore(row, spacer.children[index] ?? null) })
    if (focused) wanted.find(({ record }) => record === focused)?.firstChild.focus({ preventScroll: true })
  }
  function rowOf(record) {
    const { event, id } = record, { partition, offset } = place(id)
    const row = h('li', {}, h('button.tail-row', { type: 'button', onclick: () => choose(record) },
      h('time', { datetime: event.time }, exact(event.time)), h('strong', {}, event.type ?? '?'), h('code', {}, event.subject ?? ''), h('span', {}, [event.tenant, event.journey].filter(Boolean).join(' / ')), h('span.quiet', {}, partition === undefined ? '' : `${partition}/${offset}`)))
    row.record = record
    return row
  }
  function choose(record) {
    chosen = record
    const { event, id } = record, index = kept.indexOf(record), newer = kept.at(index - 1), older = kept.at(index + 1)
    const others = event.subject ? kept.of(event.subject).slice(-20) : []
    const text = JSON.stringify(event, null, 2)
    const step = (to, name, words) => button('small', say(words), () => to && choose(to), { id: 'event-' + name, disabled: !to || index < 0 })
    detail.replaceChildren(
      h('div.row.between', {}, h('h2', {}, event.type ?? '?'), h('div.row', {}, step(newer, 'newer', 'newer'), step(older, 'older', 'older'))),
      h('p.quiet', {}, id ?? ''), h('div.row', {}, event.subject && link('/desk/stories?id=' + encodeURIComponent(event.subject), say('itsStory')), button('small', say('copyEvent'), () => copy(text), { id: 'copy-event' })),
      pretty(text),
      others.length > 1 ? h('div.part', {}, h('h3', {}, say('sameSubmission')), h('ol.plain.near', {}, others.map((other) => h('li', {}, h('button.link', { type: 'button', 'aria-current': String(other === record), onclick: () => choose(other) }, `${exact(other.event.time)} ${other.event.type}`))))) : '',
      h('h3', {}, say('elsewhere')), ...commands(place(id).topic ?? topic, where, id).map(command))
    draw()
  }

  rows.addEventListener('scroll', () => { if (!isAsked) requestAnimationFrame(() => { if (isCurrent()) draw() }) }, { passive: true })
  const end = follow(path(from), () => path(''), {
    event: ({ id, data }) => {
      let event
      try { event = JSON.parse(data) } catch { event = { data } }
      kept.add({ id, event })
      paint()
    },
    isOpen: (isOpen) => { stale.hidden = isOpen },
    refused: (trouble) => {
      wrong.replaceChildren(h('p', {}, [trouble.words, ...(trouble.body.errors ?? []).map(({ detail }) => detail)].join(' ')))
      wrong.hidden = false
    },
  })
  return {
    title: topic, end, shown: paint,
    content: [stale, h('div.row.between', {}, h('div', {}, link('/desk/topics', say('place.topics')), h('h1', {}, topic)), pausing),
      filters('/desk/topics', asked, [{ name: 'where', label: say('where'), hint: 'latency > 2s and not state == accepted' }, { name: 'from', label: say('from'), hint: '15m' }], { topic }),
      wrong, told, h('div.two', {}, rows, detail), h('details', {}, h('summary', {}, say('elsewhere')), ...commands(topic, where, undefined, from).map(command))],
  }
}
