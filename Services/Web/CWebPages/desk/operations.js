// How the installation is, every two seconds for as long as somebody looks.
import { h, say, button, announce } from './dom.js'
import { read, send } from './api.js'
import { link, go } from './app.js'
import { form, doing } from './acts.js'
import { tableOf } from './table.js'
import { chart, short } from './chart.js'
import { time, number, span, brief } from './times.js'

const every = 2000, most = 900
/** Of how many hours lines can be asked for, where there is a Prometheus, and how often they are. */
const hours = [1, 6, 24], everyHours = 15000
/** What was seen since the page was opened; it stays while other views are looked at. */
const seen = []

const charts = {
  requests: (status) => status.requestsPerSecond, published: (status) => status.publishedPerSecond, outbox: (status) => status.outboxRows,
  lag: (status) => status.stages.reduce((sum, { lag }) => sum + (lag ?? 0), 0), inFlight: (status) => status.inFlight,
  letters: (status) => status.deadLetters, retries: (status) => status.waitingRetries, deliveries: (status) => status.deliveriesPending,
}
const megabytes = (bytes) => bytes ? say('megabytes', { n: number(Math.round(bytes / 1e6)) }) : undefined
const bad = (words) => h('strong.bad-text', {}, words)

export async function operations({ isCurrent, query }) {
  const wanted = hours.find((n) => n === Number(query.get('hours')))
  let [status, past] = await Promise.all([read('/v1/admin/status'), read('/v1/admin/charts' + (wanted ? '?hours=' + wanted : '')).catch(failed)])
  /** Charts of the services are still there when Prometheus is not: that it is not is told. */
  function failed(trouble) {
    if (trouble.status !== 503) throw trouble
    return { source: 'away', hours: wanted ?? 6, items: [], words: trouble.body.detail }
  }
  const noPast = h('p.notice.warm', { hidden: past.source !== 'away' }, past.words)
  const range = past.source === 'none' ? '' : h('label.choice-field', {}, h('span', {}, say('charts')), h('select', { name: 'hours', onchange: (event) => go('/desk/operations?hours=' + event.target.value) },
    hours.map((n) => h('option', { value: n, selected: n === past.hours }, say('lastHours', { n: number(n) })))))
  const stale = h('p.notice.offline', { role: 'status', hidden: true }, say('notLive'))
  const drawn = Object.fromEntries(Object.keys(charts).map((name) => [name, chart(name)]))
  const notices = h('div.notices'), seenAt = h('span.quiet')

  const pauseOf = (stage) => status.paused.filter((pause) => pause.stage === stage)
  const worst = (stage) => status.partitions.filter((partition) => partition.stage === stage).reduce((worst, one) => one.lag > (worst?.lag ?? 0) ? one : worst, undefined)
  const pause = (stage) => form(say('pauseStage', { stage }), say('pauseText'), [{ name: 'reason' }], say('pause'), async ({ reason }) => {
    await send('POST', '/v1/admin/pauses', { json: { stage, ...(reason && { reason }) } })
    announce(say('paused', { stage }))
    await look()
  })
  const resume = (stage) => doing(async () => {
    await send('DELETE', '/v1/admin/pauses/' + stage)
    announce(say('resumed', { stage }))
    await look()
  })
  const stages = tableOf({
    label: say('stages'), file: 'stages', items: status.stages, key: ({ stage }) => stage, columns: [
      { id: 'stage', of: ({ stage }) => stage },
      { id: 'perSecond', of: ({ perSecond }) => perSecond ?? 0, show: ({ perSecond }) => short(perSecond ?? 0) },
      { id: 'p50', of: ({ p50 }) => p50, show: ({ p50 }) => p50 == null ? '–' : brief(p50) }, { id: 'p99', of: ({ p99 }) => p99, show: ({ p99 }) => p99 == null ? '–' : brief(p99) },
      { id: 'lag', of: ({ lag }) => lag, show: ({ stage, lag }) => { const most = worst(stage); return [number(lag), most && h('span.due', {}, say('worst', { place: `${most.topic}/${most.partition}`, n: number(most.lag) }), ' ', say('trend.' + most.trend))] } },
      { id: 'retries', of: ({ retries }) => retries }, { id: 'parked', of: ({ parked }) => parked, show: ({ stage, parked }) => parked ? link('/desk/letters?stage=' + stage, number(parked)) : number(0) },
      { id: 'state', show: ({ stage }) => pauseOf(stage).map((pause) => h('div', {}, bad(say('cause.' + (pause.cause === 'operator' ? 'operator' : 'other'), { cause: pause.cause })), h('span.due', {}, [pause.by, pause.reason].filter(Boolean).join(': '), pause.since && [' ', time(pause.since)]))) },
      { id: 'act', show: ({ stage }) => pauseOf(stage).some(({ cause }) => cause === 'operator') ? button('soft.small', say('resume'), resume(stage), { id: 'resume-' + stage, 'aria-label': say('resumeStage', { stage }) }) : button('small', say('pause'), () => pause(stage), { id: 'pause-' + stage, 'aria-label': say('pauseStage', { stage }) }) },
    ],
  })
  const services = tableOf({
    label: say('services'), file: 'services', items: status.services, key: ({ service }) => service, none: 'noServices', columns: [
      { id: 'service', of: ({ service }) => service },
      { id: 'state', of: ({ isUp, isReady }) => !isUp ? 'down' : isReady ? 'ready' : 'not ready', show: ({ isUp, isReady }) => !isUp ? bad(say('service.down')) : isReady ? say('service.ready') : bad(say('service.notReady')) },
      { id: 'version', of: ({ version }) => version }, { id: 'faults', of: ({ faults }) => faults.join('; '), show: ({ faults }) => faults.map((fault) => h('div', {}, bad(fault))) },
      { id: 'connections', of: ({ leased, idle }) => `${leased} / ${leased + idle}`, show: ({ leased, idle, waiting }) => [`${leased} / ${leased + idle}`, waiting > 0 && h('span.due', {}, say('waiting', { n: waiting }))] },
      { id: 'clock', of: ({ clockAhead }) => clockAhead, show: ({ clockAhead }) => clockAhead == null ? '–' : Math.abs(clockAhead) < 1 ? say('clockRight') : bad(span(Math.abs(clockAhead))) },
      { id: 'memory', of: ({ residentBytes }) => residentBytes, show: ({ residentBytes }) => megabytes(residentBytes) ?? '–' },
    ],
  })
  const partitions = tableOf({
    label: say('partitions'), file: 'partitions', items: status.partitions, key: ({ stage, topic, partition }) => `${stage} ${topic} ${partition}`, none: 'noPartitions', columns: [
      { id: 'stage', of: ({ stage }) => stage }, { id: 'topic', of: ({ topic }) => topic }, { id: 'partition', of: ({ partition }) => partition },
      { id: 'consumer', of: ({ consumer }) => consumer, show: ({ consumer }) => consumer === 'nobody' ? bad(say('free')) : consumer }, { id: 'lag', of: ({ lag }) => lag, show: ({ lag }) => number(lag) }, { id: 'trend', of: ({ trend }) => trend, show: ({ trend }) => say('trend.' + trend) },
    ],
  })
  const tenants = tableOf({
    label: say('tenants'), file: 'tenants', items: status.tenants, key: ({ tenant }) => tenant, none: 'noTenants',
    columns: [{ id: 'tenant', of: ({ tenant }) => tenant }, { id: 'perSecond', of: ({ perSecond }) => perSecond, show: ({ perSecond }) => short(perSecond) }],
  })

  function show() {
    seen.push({ at: Date.now(), ...Object.fromEntries(Object.entries(charts).map(([name, of]) => [name, of(status)])) })
    if (seen.length > most) seen.splice(0, seen.length - most)
    for (const name of Object.keys(charts)) {
      const line = past.items.find((one) => one.name === name)?.points.map(([at, value]) => ({ at: at * 1000, value })) ?? []
      // What was seen since goes on where Prometheus ends.
      drawn[name].show([...line, ...seen.filter(({ at }) => !line.length || at > line.at(-1).at).map(({ at, [name]: value }) => ({ at, value }))])
    }
    stages.fill(status.stages)
    services.fill(status.services)
    partitions.fill(status.partitions)
    tenants.fill(status.tenants)
    const told = [...(status.kafka ?? []).map((words) => 'Kafka: ' + words),
      ...(status.outboxOldestSeconds >= 10 ? [say('outboxWaits', { time: span(status.outboxOldestSeconds) })] : []), ...(status.deliveriesGivenUp > 0 ? [say('givenUp', { n: number(status.deliveriesGivenUp) })] : [])]
    if (told.join() !== [...notices.children].map((one) => one.textContent).join()) notices.replaceChildren(...told.map((words) => h('p.notice.warm', {}, words)))
    seenAt.textContent = new Date().toLocaleTimeString(document.documentElement.lang)
  }
  let looking = false
  async function look() {
    if (looking || !isCurrent()) return
    looking = true
    try {
      status = await read('/v1/admin/status')
      stale.hidden = true
      if (isCurrent()) show()
    } catch (trouble) {
      if (trouble.status === undefined) throw trouble
      stale.hidden = false
    } finally { looking = false }
  }
  const tickingHours = past.source !== 'none' && setInterval(async () => {
    if (document.hidden || !isCurrent()) return
    try { past = await read('/v1/admin/charts?hours=' + past.hours) } catch (trouble) {
      if (trouble.status === undefined) throw trouble
      past = { ...past, words: trouble.body.detail ?? trouble.words, source: 'away' }
    }
    noPast.hidden = past.source !== 'away'
    noPast.textContent = past.words ?? ''
  }, everyHours)
  const ticking = setInterval(() => { if (!document.hidden) look() }, every)
  const back = () => { if (!document.hidden) look() }
  document.addEventListener('visibilitychange', back)
  show()
  const part = (title, made) => h('section.part', {}, h('div.row.between', {}, h('h2', {}, title), made.csv), made.element)
  return {
    title: say('place.operations'), end: () => { clearInterval(ticking); clearInterval(tickingHours); document.removeEventListener('visibilitychange', back) },
    content: [stale, h('div.row.between', {}, h('h1', {}, say('place.operations')), h('div.row', {}, range, seenAt)), notices, noPast,
      h('dl.charts', {}, Object.values(drawn).map(({ element }) => element)), part(say('stages'), stages), part(say('services'), services), part(say('tenants'), tenants),
      h('details', {}, h('summary', {}, say('partitions')), partitions.element)],
  }
}
