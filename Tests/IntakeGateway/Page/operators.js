// What the operators' screens are shown in place of an installation that is in trouble: it runs before the page's own scripts.
(() => {
  const id = (n) => `0199a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`
  const at = (minutes) => new Date(Date.now() - minutes * 60000).toISOString()
  const state = window.operators = { asked: [], events: [], paused: [{ stage: 'normalization', cause: 'operator', by: 'user:jo', since: at(12), reason: 'the disk is full' }], looks: 0, isDown: false, isPast: !location.search.includes('hours=1'), keys: [], status: 1 }
  const stages = ['validation', 'normalization', 'notification'].map((stage, n) => ({ stage, perSecond: 3.5 * n, p50: 3.1, p99: 1900 * n, retries: n, parked: n * 2, lag: 40 * n }))
  const letters = Array.from({ length: 12 }, (_, n) => ({
    id: id(100 + n), kind: n % 4 ? 'event' : 'record', stage: n % 2 ? 'validation' : 'notification', type: 'docket.submission.submitted.v1', submission: id(1), tenant: 'acme', sequence: 2, attempts: 5, parkedAt: at(n * 9),
    cause: n % 2 ? 'blob-missing' : 'event-malformed', error: n === 3 ? '=HYPERLINK("http://evil.example","<b>x</b>")' : 'blob-missing: the file is not there', submissionState: 'failed', retry: 'the stage tries it again' }))
  const deliveries = Array.from({ length: 60 }, (_, n) => ({
    id: id(300 + n), tenant: 'acme', channel: 'webhook', endpoint: id(400), event: id(500 + n), type: 'docket.submission.accepted.v1', submission: id(1), state: n % 3 ? 'delivered' : 'given_up', attempts: n % 3 ? 1 : 9, plannedAt: at(n), changedAt: at(n), status: n % 3 ? 200 : 503, ...(n % 3 ? {} : { error: 'status' }) }))
  const act = (n, action) => ({ id: String(900 - n), tenant: 'acme', time: at(n * 30), actor: 'key:3f0000000000', basis: 'consent', action, resource: `submissions/${id(1)}`, submission: id(1), address: '192.0.2.7', note: n ? '' : '+1 for all' })
  const line = (kind, n, what, more = {}) => ({ kind, time: at(30 - n), what, ...more })
  const answers = {
    'GET status': () => ({
      stages: stages.map((one) => ({ ...one, lag: one.lag + state.looks++ })), paused: state.paused, kafka: ['2 of 3 brokers do not answer'],
      partitions: [{ stage: 'normalization', topic: 'docket.submissions', partition: 2, consumer: 'normalization', lag: 38, trend: 'grows' }, { stage: 'notification', topic: 'docket.outcomes', partition: 0, consumer: 'nobody', lag: 80, trend: 'stays' }],
      services: [{ service: 'gateway', isUp: true, isReady: true, faults: [], version: '1.2.3', clockAhead: 0, leased: 2, idle: 6, waiting: 0, residentBytes: 81e6 }, { service: 'validation', isUp: true, isReady: false, faults: ['postgres: no connection'], version: '1.2.3', clockAhead: 12, leased: 8, idle: 0, waiting: 3, residentBytes: 51e6 }, { service: 'normalization', isUp: false, faults: [], leased: 0, idle: 0, waiting: 0, residentBytes: 0 }],
      tenants: [{ tenant: 'acme', perSecond: 4.25 }], requestsPerSecond: 20 + state.looks % 7, publishedPerSecond: 5, outboxRows: 3, outboxOldestSeconds: 75, inFlight: 9, parked: 6, deadLetters: 12, waitingRetries: 1, deliveriesPending: 4, deliveriesGivenUp: 20 }),
    'POST pauses': ({ stage, reason }) => { const pause = { stage, cause: 'operator', by: 'development', since: at(0), reason }; state.paused = [...state.paused, pause]; return [201, pause] },
    'DELETE pauses/normalization': () => { state.paused = state.paused.filter(({ stage }) => stage !== 'normalization'); return [204] },
    'GET topics': () => ({ items: [{ topic: 'docket.submitted', partitions: 6, records: 123456 }, { topic: 'docket.outcomes', partitions: 6 }] }),
    'GET charts': (_, query) => state.isPast ? { source: 'prometheus', hours: Number(query.get('hours') ?? 6), step: 90, items: [{ name: 'requests', points: Array.from({ length: 240 }, (_, n) => [Date.now() / 1000 - (240 - n) * 90, n === 100 ? null : 20 + n % 50]) }] } : [503, { type: 'https://docket.example/problems/unavailable', title: 'Not there', detail: 'Prometheus does not answer.' }],
    'GET journeys': () => ({ items: [{ id: 'proof-of-address', title: 'Proof of address', version: 'sha256:ab12cd34ef56ab12', versions: [{ version: 'sha256:ab12cd34ef56ab12', recordedAt: at(4000) }, { version: 'sha256:0011223344556677', recordedAt: at(90000) }] }, { id: 'identity', title: 'Identity', version: 'sha256:99aabbccddeeff00', versions: [] }] }),
    'POST journeys/what-if': ({ journey, file, seconds, tenant }) => file.includes('nonsense') ? [422, { type: 'https://docket.example/problems/invalid-request', title: 'Not valid', errors: [{ pointer: '/file', detail: 'proof-of-address.yaml:2:1: there is no member “nonsense”' }] }] : {
      journey, version: 'sha256:0f0f0f0f0f0f0f0f', submissions: 200, decidedOtherwise: 50, changes: [{ from: 'accepted', to: 'refused', submissions: 40 }, { from: 'refused', to: 'accepted', submissions: 10 }],
      rules: [{ rule: 'document.issue-date-recent', added: 40, removed: 10, examples: [id(1), id(2)] }], reviews: { accepted: 20, refused: 5, rules: [{ rule: 'document.issue-date-recent', caught: 4, hurt: 2 }] } },
    'GET exports': (_, query) => ({ items: query.get('subject') === 'nobody' ? [] : [{ submission: id(1), tenant: 'acme', state: 'accepted', createdAt: at(900) }, { submission: id(2), tenant: 'acme', state: 'accepted', createdAt: at(900), erasedAt: at(5) }] }),
    'POST glass': ({ reason }) => reason.length < 5 ? [422, { title: 'Not valid', errors: [{ pointer: '/reason', detail: 'Say why.' }] }] : [201, { until: at(-15) }],
    [`GET exports/${id(1)}/files`]: () => ({ items: [{ name: 'documents/1-utility-bill/page-1-original.jpg', digest: 'sha256:ab', mediaType: 'image/jpeg', size: 123456 }, { name: 'documents/1-utility-bill/page-1-clean.png', digest: 'sha256:cd' }] }),
    'GET stories': () => ({
      submission: id(1), tenant: 'acme', journey: 'proof-of-address', state: 'failed', createdAt: at(30), stages: [{ state: 'draft', milliseconds: 640000 }, { state: 'processing', milliseconds: 900 }], hindrances: [{ stage: 'normalization', cause: 'operator', by: 'user:jo', reason: 'the disk is full' }],
      lines: [line('event', 0, 'docket.submission.created.v1', { sequence: 1 }), line('published', 1, 'docket.submissions', { record: 'docket.submissions/2/41', milliseconds: 12 }), line('work', 2, 'validation', { milliseconds: 1520 }), line('retry', 3, 'normalization', { note: 'blob-missing: the file is not there' }), line('dead-letter', 4, 'normalization'), line('told', 5, 'webhook', { note: 'status 200' }), line('act', 6, 'submission.view'), line('held', 7, 'a hold'), line('parked', 8, 'normalization', {}), line('reason', 9, 'document.names-person')] }),
    'GET search': (_, query) => ({ items: query.get('q') === 'nobody' ? [] : query.get('q') === id(1) ? [{ kind: 'submission', id: id(1), tenant: 'acme', title: 'proof-of-address' }] : [{ kind: 'submission', id: id(1), tenant: 'acme', title: 'proof-of-address, failed' }, { kind: 'event', id: id(500), tenant: 'acme', title: `docket.submission.created.v1 #1 of ${id(1)}` }, { kind: 'key', id: '3f0000000000', tenant: 'acme', title: 'back end' }] }),
    'POST glass': ({ submission, reason }) => [201, { submission, tenant: 'acme', reason, until: at(-15) }],
    'GET dead-letters': (_, query) => ({
      items: letters.filter((one) => (!query.get('stage') || one.stage === query.get('stage')) && (!query.get('cause') || one.cause === query.get('cause'))),
      causes: [{ stage: 'validation', cause: 'blob-missing', count: 6 }, { stage: 'notification', cause: 'event-malformed', count: 6 }] }),
    'POST dead-letters/retry': ({ ids, dryRun }) => ({ items: (ids ?? letters.map((one) => one.id)).map((one) => ({ id: one, outcome: dryRun ? 'would' : 'retried', words: 'the stage tries it again' })) }),
    'POST dead-letters/discard': ({ ids }, query, headers) => headers.get('Docket-Confirmation') === 'sure' ? { items: ids.map((one) => ({ id: one, outcome: 'discarded', words: 'is discarded' })) }
      : [428, { type: 'https://docket.example/problems/confirmation-required', title: `Discard ${ids.length} dead letters?`, message: 'No stage tries them again.', actionLabel: 'Discard', token: 'sure' }],
    'GET deliveries': (_, query) => query.get('cursor') ? { items: deliveries.slice(50) } : { items: deliveries.slice(0, 50), next: `https://public.example/v1/admin/deliveries?limit=50&cursor=${id(349)}` },
    'POST deliveries/retry': ({ ids }) => [202, { deliveries: ids.length }],
    'GET endpoints': () => ({ items: [{ id: id(400), tenant: 'acme', url: 'https://acme.example/…', name: 'main', events: [], state: 'failing', failingSince: at(90), createdAt: at(9000), createdBy: 'key:3f' }] }),
    'GET audit': () => ({ items: [act(0, 'submission.view'), act(1, 'submission.create'), act(2, 'dead-letter.retry')] }),
    'GET erasures': () => ({ items: [act(3, 'submission.erase'), { ...act(4, 'erasure.request'), note: 'also what the journey asks for keeping' }] }),
    'GET keys': () => ({ items: [...state.keys, { prefix: '3f0000000000', tenant: 'acme', role: 'backend', name: 'back end', state: 'active', createdAt: at(90000), createdBy: 'operator:erna', lastUsedAt: at(2) }, { prefix: '4f0000000000', tenant: 'acme', role: 'reviewer', state: 'revoked', createdAt: at(90000), createdBy: 'operator:erna', revokedAt: at(5) }] }),
    'POST keys': ({ tenant, role }) => {
      if (tenant === 'A b') return [422, { type: 'https://docket.example/problems/invalid-request', title: 'Not valid', detail: 'The key cannot be made like this.', errors: [{ pointer: '/tenant', detail: 'This is no name of a tenant.' }] }]
      const key = { prefix: '5f0000000000', tenant, role, state: 'active', createdAt: at(0), createdBy: 'development' }
      state.keys = [key]
      return [201, { ...key, key: 'dk_5f0000000000_secret' }]
    },
    'GET holds': () => ({ items: [{ id: id(700), tenant: 'acme', subject: 'person-7', reason: 'case 12', setBy: 'operator:erna', setAt: at(7000) }] }),
    'POST holds': ({ submission }) => [201, { id: id(701), tenant: 'acme', submission, setBy: 'development', setAt: at(0) }],
    'GET retention': () => ({ items: [{ submission: id(1), tenant: 'acme', journey: 'proof-of-address', state: 'accepted', part: 'originals', since: at(90000), days: 30, outcome: 'held' }] }),
    'POST erasures': ({ submission, overruleMinimum }, query, headers) => headers.get('Docket-Confirmation') === 'sure' ? overruleMinimum ? [202, { items: [{ submission, tenant: 'acme', outcome: 'asked', until: at(-9000) }] }] : { items: [{ submission, tenant: 'acme', outcome: 'erased', files: 3 }] }
      : [428, { type: 'https://docket.example/problems/confirmation-required', title: `Erase the submission ${submission}?`, message: 'Gone for good.', actionLabel: 'Erase', token: 'sure' }],
  }
  let n = 0
  const event = (n) => ({ specversion: '1.0', id: id(5000 + n), type: 'com.docket.submission.submitted.v1', source: '/docket/gateway', subject: id(n % 9), time: at(0), tenant: 'acme', journey: 'proof-of-address', sequence: '0000000001', data: { n, text: '<img src=x onerror=alert(1)>' } })
  const record = (n) => ({ record: { topic: 'docket.submitted', partition: n % 6, offset: 1000 + n, key: id(n % 9), published: at(0), latency: 12.5, headers: [{ name: 'content-type', text: 'application/cloudevents+json' }] }, event: event(n) })
  const block = (n) => `id: docket.submitted/${n % 6}/${1000 + n}\nevent: record\ndata: ${JSON.stringify(record(n))}\n\n`
  const stream = () => new Response(new ReadableStream({ start(controller) {
    const bytes = (text) => new TextEncoder().encode(text)
    state.send = (count) => { let text = ''; while (count-- > 0) text += block(++n); const all = bytes(text), half = all.length >> 1; controller.enqueue(all.slice(0, half)); controller.enqueue(all.slice(half)) }
    state.count = (counts) => controller.enqueue(bytes(`event: counts\ndata: ${JSON.stringify({ sent: n, skipped: 0, unjudged: 0, places: '0:1000,1:1000,2:1000,3:1000,4:1000,5:1000', ...counts })}\n\n`))
    state.cut = () => controller.close()
    controller.enqueue(bytes(': here\n\n'))
  } }), { status: 200, headers: { 'Content-Type': 'text/event-stream' } })
  const one = (partition, offset) => ({ ...record(offset - 1000), more: { schema: '/asyncapi.json#/components/schemas/SubmissionSubmitted', trace: '4bf92f3577b34da6a3ce929d0e0e4736', neighbours: [1, 2, 3].map((k) => ({ event: id(5000 + offset - 1000 - 2 + k), type: 'com.docket.submission.submitted.v1', sequence: k, isThis: k === 2 })) } })

  const ask = window.fetch
  window.fetch = async (path, options = {}) => {
    const address = new URL(path, location.href), method = options.method ?? 'GET', body = options.body ? JSON.parse(options.body) : {}
    if (address.pathname === '/desk/session') return Response.json({ name: 'Erna', actor: 'development', role: 'operator', permissions: ['operate'], signedInBy: 'development' })
    if (!address.pathname.startsWith('/v1/admin/')) return ask(path, options)
    state.asked.push(`${method} ${address.pathname}${address.search}`)
    if (state.isDown) throw new TypeError('Failed to fetch')
    const name = address.pathname.slice('/v1/admin/'.length), answer = answers[`${method} ${name.replace(/^stories.*/, 'stories')}`]
    const [, place] = name.match(/^topics\/[^/]+\/events(?:\/(.*))?$/) ?? []
    if (place) return place.endsWith('/9') ? Response.json({ type: 'https://docket.example/problems/not-found', title: 'Not found' }, { status: 404 }) : Response.json(one(...place.split('/').map(Number)))
    if (/^topics\/.*\/events$/.test(name)) {
      if (state.isBusy) return Response.json({ type: 'https://docket.example/problems/too-many-requests', title: 'Too many', detail: 'As many topics are read along as may be at once.' }, { status: 429 })
      return address.searchParams.get('where') === 'nonsense' ? Response.json({ type: 'https://docket.example/problems/invalid-parameter', title: 'Not valid', detail: 'there is no field “nonsense”' }, { status: 400 }) : stream()
    }
    if (!answer) return Response.json({ type: 'https://docket.example/problems/not-found', title: 'Not found' }, { status: 404 })
    const made = answer(body, address.searchParams, new Headers(options.headers))
    const [status, json] = Array.isArray(made) ? made : [200, made]
    return status === 204 ? new Response(null, { status }) : Response.json(json, { status })
  }
})()
