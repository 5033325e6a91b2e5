// Dead letters: what a stage has given up on, by cause. What sending again would do is shown before it is done.
import { h, say, button, dialog, announce } from './dom.js'
import { read, send, query } from './api.js'
import { go, link } from './app.js'
import { confirmed, doing, pretty } from './acts.js'
import { table, tableOf, filters, wanted } from './table.js'
import { number, time } from './times.js'

const path = '/v1/admin/dead-letters'

export async function letters({ query: asked }) {
  const filter = wanted(asked, ['stage', 'cause', 'tenant'])
  const again = () => go(location.pathname + location.search)
  let chosen = []
  const bar = h('div.row.bar', { role: 'group', 'aria-label': say('chosen') })
  const list = await table({
    name: 'letters', path: path + query({ ...filter, limit: 200 }), none: filter.stage || filter.cause || filter.tenant ? 'noneFound' : 'noLetters', select: { changed: tell }, columns: [
      { id: 'parkedAt', of: (item) => item.parkedAt, show: (item) => [time(item.parkedAt), button('small', say('show'), doing(() => show(item)), { id: 'show-' + item.id, 'aria-label': say('showOne', { id: item.id }) })] },
      { id: 'stage', of: ({ stage }) => stage }, { id: 'error', of: ({ error, cause }) => error ?? cause }, { id: 'type', of: ({ type, kind }) => type ?? kind },
      { id: 'submission', of: ({ submission }) => submission, show: ({ submission, submissionState }) => submission ? [link('/desk/stories?id=' + submission, submission), submissionState && h('span.due', {}, submissionState)] : '–' },
      { id: 'tenant', of: ({ tenant }) => tenant }, { id: 'attempts', of: ({ attempts }) => attempts }, { id: 'retry', of: ({ retry }) => retry },
    ],
  })
  /** What is chosen; nothing chosen means all of a cause, where one is filtered by. */
  const which = () => chosen.length ? { ids: chosen } : { ...(filter.stage && { stage: filter.stage }), ...(filter.cause && { cause: filter.cause }), ...(filter.tenant && { tenant: filter.tenant }) }
  const mayAct = () => chosen.length > 0 || ((filter.stage || filter.cause) && list.page.items.length > 0)
  function tell(ids) {
    chosen = ids
    const words = ids.length ? say('nChosen', { n: number(ids.length) }) : filter.stage || filter.cause ? say('allOfThese') : say('chooseSome')
    bar.replaceChildren(h('span', {}, words), button('main', say('sendAgain'), doing(retry), { id: 'retry', disabled: !ids.length && !filter.stage && !filter.cause }), button('danger', say('discard'), doing(discard), { id: 'discard', disabled: !ids.length && !filter.stage && !filter.cause }))
  }
  tell([])

  async function retry() {
    if (!mayAct()) return
    const json = which()
    const { items } = await (await send('POST', path + '/retry', { json: { ...json, dryRun: true } })).json()
    const isWanted = await outcome(say('dryRun', { n: number(items.length) }), items, say('sendAgain'))
    if (!isWanted || !items.length) return
    // Exactly these: what came meanwhile was not looked at.
    const done = await (await send('POST', path + '/retry', { json: { ids: items.map(({ id }) => id), dryRun: false } })).json()
    await outcome(say('sentAgain', { n: number(done.items.filter(({ outcome }) => outcome === 'retried').length) }), done.items)
    await again()
  }
  async function discard() {
    if (!mayAct()) return
    const answer = await confirmed('POST', path + '/discard', which())
    if (!answer) return
    const { items } = await answer.json()
    announce(say('discarded', { n: number(items.filter(({ outcome }) => outcome === 'discarded').length) }))
    await again()
  }
  const causes = h('div.counts', { role: 'group', 'aria-label': say('causes') }, list.page.causes?.map(({ stage, cause, count }) => h('button.count', { type: 'button', 'aria-pressed': String(filter.stage === stage && filter.cause === cause), onclick: () =>
    go('/desk/letters' + query(filter.stage === stage && filter.cause === cause ? { tenant: filter.tenant } : { ...filter, stage, cause })) }, h('strong', {}, number(count)), h('span', {}, `${stage}: ${cause}`))))
  return {
    title: say('place.letters'),
    content: [h('div.row.between', {}, h('h1', {}, say('place.letters')), list.csv), causes,
      filters('/desk/letters', asked, [{ name: 'stage' }, { name: 'cause' }, { name: 'tenant' }]), bar, list.element],
  }
}

/** What became, or would become, of each; asks whether to go on where there is something to go on with. */
const outcome = (title, items, label) => dialog(title, (box, finish) => {
  box.append(tableOf({ label: title, items, columns: [{ id: 'id', of: ({ id }) => id }, { id: 'outcome', of: ({ outcome }) => outcome, show: ({ outcome }) => say('outcome.' + outcome) }, { id: 'words', of: ({ words }) => words }] }).element,
    h('div.row.end', {}, label ? [button('', say('cancel'), () => finish(false)), button('main', label, () => finish(true), { id: 'agree', disabled: !items.length })] : button('main', say('close'), () => finish(true), { id: 'agree' })))
}, 'broad')

async function show({ id }) {
  const letter = await read(`${path}/${encodeURIComponent(id)}`)
  const { contents, payload } = letter
  await dialog(letter.type ?? say('record'), (box) => box.append(
    h('p', {}, letter.error ?? letter.cause ?? ''), letter.origin ? h('p.quiet', {}, [letter.origin.topic, letter.origin.partition, letter.origin.offset].join('/')) : '',
    contents?.headers?.length ? h('dl.keys', {}, contents.headers.map(({ name, value }) => [h('dt', {}, name), h('dd', {}, value)])) : '', pretty(payload ?? contents?.text ?? contents?.hex ?? letter)), 'broad')
}
