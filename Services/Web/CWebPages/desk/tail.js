// The records of a topic as they pass, the newest first. Rows that nobody sees are not there: five thousand would be slow.
import { h, say, button } from './dom.js'
import { read, query } from './api.js'
import { go, link, named } from './app.js'
import { command } from './acts.js'
import { follow } from './stream.js'
import { keeping } from './kept.js'
import { number, exact, localTime } from './times.js'
import { starts, startOf, placeOf, commands } from './places.js'
import { recordOf, showRecord, placeIn } from './record.js'

const rowHeight = 34
/** Nobody reads more pictures a second than these milliseconds allow. */
const still = 100
/** The most events a second that are asked for. */
const rate = 2000

export async function tail({ query: asked, isCurrent }) {
  const topic = asked.get('topic'), chosenPlace = placeIn(topic, asked.get('record'))
  const wanted = Object.fromEntries(['where', 'from', 'partition'].map((name) => [name, asked.get(name) ?? '']))
  const { items } = await read('/v1/admin/topics')
  const kept = keeping()
  let isPaused = false, isAsked = false, chosen, counts = {}, skippedBefore = 0, places

  const stale = h('p.notice.offline', { role: 'status', hidden: true })
  const wrong = h('div.notice.bad', { role: 'alert', hidden: true })
  const told = h('p.quiet.tail-told', { role: 'status' }, say('tailWaits'))
  const spacer = h('ol.tail-rows', {})
  const rows = h('div.tail', { tabindex: '0', role: 'region', 'aria-label': topic }, spacer)
  const detail = h('section.card.event', { 'aria-label': say('event'), tabindex: '-1' }, h('p.quiet', {}, say('chooseEvent')))
  const pausing = button('soft', say('pause'), () => {
    isPaused = !isPaused
    pausing.querySelector('span').textContent = say(isPaused ? 'goOn' : 'pause')
    pausing.setAttribute('aria-pressed', String(isPaused))
    paint()
  }, { 'aria-pressed': 'false', id: 'pausing' })

  /** Where one goes on: what was told last, and what has come since then. */
  const resumed = () => places && Object.entries(places).map(([partition, offset]) => `${partition}:${offset}`).join(',')
  const path = () => `/v1/admin/topics/${encodeURIComponent(topic)}/events` + query({ ...wanted, from: resumed() ?? wanted.from, rate })
  const address = () => '/desk/topics' + query({ topic, ...wanted, record: chosen && `${chosen.partition}/${chosen.offset}` })

  /** Some times a second, whatever comes. */
  function paint() {
    if (isAsked) return
    isAsked = true
    setTimeout(() => requestAnimationFrame(() => {
      isAsked = false
      if (!isCurrent()) return
      const fresh = isPaused ? 0 : kept.take(), before = rows.scrollTop
      spacer.style.blockSize = kept.count * rowHeight + 'px'
      // Who reads further down goes on reading there.
      if (before > 0 && fresh) rows.scrollTop = before + fresh * rowHeight
      draw()
      const skipped = skippedBefore + (counts.skipped ?? 0)
      told.textContent = [kept.count || kept.waiting ? say('tailKept', { n: number(kept.count) }) : say('tailWaits'), kept.dropped > 0 && say('tailDropped', { n: number(kept.dropped) }),
        skipped > 0 && say('tailSkipped', { n: number(skipped) }), counts.unjudged > 0 && say('tailUnjudged', { n: number(counts.unjudged) }), isPaused && say('tailNew', { n: number(kept.waiting) })].filter(Boolean).join(' · ')
    }), still)
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
      row.firstChild.setAttribute('aria-current', String(record === chosen?.record))
      wanted.push(row)
    }
    const set = new Set(wanted)
    for (const row of [...spacer.children]) if (!set.has(row)) row.remove()
    wanted.forEach((row, index) => { if (spacer.children[index] !== row) spacer.insertBefore(row, spacer.children[index] ?? null) })
    if (focused) wanted.find(({ record }) => record === focused)?.firstChild.focus({ preventScroll: true })
  }
  function rowOf(record) {
    const { event, record: about } = recordOf(record.text), { partition, offset } = placeOf(record.id)
    const row = h('li', {}, h('button.tail-row', { type: 'button', onclick: () => choose(record) },
      h('time', { datetime: event?.time }, exact(event?.time ?? about.published)), h('strong', {}, event?.type?.replace(/^com\.docket\./, '') ?? say('record')), h('code', {}, event?.subject ?? about.key ?? ''), h('span', {}, [event?.tenant, event?.journey].filter(Boolean).join(' / ')), h('span.quiet', {}, `${partition}/${offset}`)))
    row.record = record
    return row
  }
  async function choose(record) {
    const { partition, offset } = placeOf(record.id), index = kept.indexOf(record)
    const mine = chosen = { record, partition, offset }
    const step = (to, name) => button('small', say(name), () => choose(to), { id: 'event-' + name, disabled: !to || index < 0 })
    named(address())
    draw()
    await showRecord(detail, { topic, partition, offset }, {
      known: recordOf(record.text), steps: [step(kept.at(index - 1), 'newer'), step(kept.at(index + 1), 'older')], address, isCurrent: () => isCurrent() && chosen === mine,
      nearby: (event, words) => { const other = kept.find(({ text }) => text.includes(`"id":"${event}"`)); return other && button('link', words, () => choose(other)) },
    })
  }
  async function open({ partition, offset }) {
    const mine = chosen = { partition, offset }
    await showRecord(detail, { topic, partition, offset }, { address, isCurrent: () => isCurrent() && chosen === mine })
  }

  rows.addEventListener('scroll', () => { if (!isAsked) requestAnimationFrame(() => { if (isCurrent()) draw() }) }, { passive: true })
  const end = follow(path, {
    event: ({ id, event, data }) => {
      if (event === 'record') {
        const { partition, offset } = placeOf(id)
        // Others of the partition were told before it.
        if (places) places[partition] = Number(offset) + 1
        kept.add({ id, text: data })
      } else if (event === 'counts') {
        counts = JSON.parse(data)
        const told = Object.fromEntries(counts.places.split(',').filter(Boolean).map((place) => place.split(':').map(Number)))
        places = Object.fromEntries(Object.entries(told).map(([partition, offset]) => [partition, Math.max(offset, places?.[partition] ?? 0)]))
      }
      paint()
    },
    isOpen: (isOpen, trouble) => {
      stale.hidden = isOpen
      if (isOpen) return
      skippedBefore += counts.skipped ?? 0
      counts = { unjudged: counts.unjudged }
      stale.textContent = [say('tailCut'), trouble?.words].filter(Boolean).join(' ')
    },
    refused: (trouble) => {
      wrong.replaceChildren(h('p', {}, [trouble.words, ...(trouble.body.errors ?? []).map(({ detail }) => detail)].join(' ')))
      wrong.hidden = false
    },
  })
  return {
    title: topic, end,
    shown: () => { paint(); if (chosenPlace.offset !== undefined) open(chosenPlace) },
    content: [stale, h('div.row.between', {}, h('div', {}, link('/desk/topics', say('place.topics')), h('h1', {}, topic)), pausing),
      asking(topic, items, wanted), wrong, told, h('div.two', {}, rows, detail), h('details', {}, h('summary', {}, say('elsewhere')), ...commands({ topic, ...wanted }).map(command))],
  }
}

/** What is followed, where from, and which of it. */
function asking(topic, items, { where, from, partition }) {
  const field = (words, input, more = '') => h(`label.choice-field${more}`, {}, h('span', {}, words), input)
  const text = (name, value, hint) => { const input = h('input', { type: 'text', name, placeholder: hint, maxlength: 4096, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' }); input.value = value; return input }
  const start = startOf(from)
  const at = text('at', ['now', 'beginning'].includes(start) ? '' : from), atField = field(say('place'), at)
  function ask(kind) {
    const isTime = kind === 'time'
    atField.hidden = kind === 'now' || kind === 'beginning'
    at.required = !atField.hidden
    at.type = isTime ? 'datetime-local' : 'text'
    at.step = isTime ? '0.001' : ''
    at.placeholder = { ago: '15m', offset: '3:1200' }[kind] ?? ''
    at.value = kind !== start || !from ? '' : isTime ? localTime(from, 23) : from
  }
  const form = h('form.filters', { role: 'search', onsubmit: (event) => {
    event.preventDefault()
    const { topic, where, start, at, partition } = form.elements
    go('/desk/topics' + query({
      topic: topic.value, where: where.value.trim(), partition: partition.value.trim(),
      from: start.value === 'now' ? '' : start.value === 'beginning' ? 'beginning' : start.value === 'time' ? new Date(at.value).toISOString() : at.value.trim(),
    }))
  } },
  field(say('column.topic'), h('select', { name: 'topic' }, items.map(({ topic: name }) => h('option', { value: name, selected: name === topic }, name)))),
  field(say('where'), text('where', where, 'latency > 2s and not state == accepted')),
  field(say('from'), h('select', { name: 'start', onchange: (event) => ask(event.target.value) }, starts.map((name) => h('option', { value: name, selected: name === start }, say('start.' + name))))),
  atField, field(say('column.partition'), text('partition', partition, '')), h('button.soft', { type: 'submit' }, say('follow')))
  ask(start)
  return form
}
