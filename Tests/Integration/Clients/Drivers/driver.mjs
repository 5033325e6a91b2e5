// Runs the steps of one case with the client for browsers and Node, and prints what each came to: driver.mjs LIBRARY CASE.
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

const [library, file] = process.argv.slice(2)
const load = (name) => import(pathToFileURL(`${library}/${name}`))
const { DocketClient, DocketError, GatewayProblem } = await load('client.js')
const { openFile } = await load('node.js')
const { Following } = await load('streams.js')
const { Webhook, WebhookRefused } = await load('webhooks.js')

const { steps, variables } = JSON.parse(await readFile(file, 'utf8'))
const given = (value) => typeof value === 'string' && value.startsWith('$') ? variables[value.slice(1)] : value
const shown = ({ state, documents }) => ({ state, documents: documents.length, pages: documents.reduce((sum, { pages }) => sum + pages.length, 0) })

async function withFile(step, act) {
  const opened = await openFile(given(step.file))
  try { return { size: (await act(opened)).size } } finally { await opened.close() }
}

async function confirmed(question, { confirm }) {
  if (!confirm) return { asked: Boolean(question.title && question.message && question.actionLabel) }
  await question.confirm()
  return { asked: true, confirmed: true }
}

async function carryOut(step) {
  if (step.op === 'verify') {
    const event = await new Webhook(step.secrets).verify(step.headers, step.body, { now: step.now })
    return { verified: typeof event === 'object' }
  }
  if (step.op === 'pauses') {
    const following = new Following()
    const pauses = step.connections.map((pieces) => {
      for (const piece of pieces) following.feed(new TextEncoder().encode(piece))
      return following.cut() / 1000
    })
    return { pauses }
  }
  if (step.op === 'linked') return shown(await DocketClient.fromLink(given(step.link) ?? variables.link).linkedSubmission())
  const docket = new DocketClient(step.gateway ?? variables.gateway)
  const submission = given(step.submission) ?? variables.submission
  const { document } = variables
  switch (step.op) {
    case 'create': {
      const view = await docket.createSubmission({ journey: step.journey, reference: given(step.reference) }, { key: given(step.key) })
      variables.submission = view.id
      return shown(view)
    }
    case 'addDocument': {
      const view = await docket.addDocument(submission, { type: step.type, issueDate: given(step.issueDate) })
      variables.document = view.id
      return { type: view.type }
    }
    case 'upload': return withFile(step, (opened) => docket.upload(document, opened))
    case 'addPage': return withFile(step, (opened) => docket.addPage(submission, document, opened))
    case 'submit': return shown(await docket.submit(submission, undefined, { version: step.version }))
    case 'wait': return shown(await docket.wait(submission, { timeout: 1000 * (step.timeout ?? 60) }))
    case 'read': return shown(await docket.readSubmission(submission))
    case 'list': return { count: (await docket.listSubmissions({ reference: given(step.reference) })).items.length }
    case 'follow': {
      const types = []
      for await (const event of docket.follow(submission, { after: step.after })) {
        if (event.id) types.push(event.type)
        if (event.type === step.until) break
      }
      return { types }
    }
    case 'withdraw': return confirmed(await docket.withdrawSubmission(submission), step)
    case 'removeDocument': return confirmed(await docket.removeDocument(submission, document), step)
    case 'removeDocumentLate': {
      const question = await docket.removeDocument(submission, document)
      await withFile(step, (opened) => docket.addPage(submission, document, opened))
      await question.confirm()
      return { confirmed: true }
    }
  }
  throw new Error(`no step is called ${step.op}`)
}

const results = []
for (const step of steps) {
  try {
    results.push(await carryOut(step))
  } catch (error) {
    if (error instanceof GatewayProblem) {
      const { type, status, missing, errors } = error
      results.push({ problem: type, status, missing: missing.map(({ rule }) => rule), pointers: errors.flatMap(({ pointer }) => pointer ?? []) })
    } else if (error instanceof WebhookRefused) results.push({ refused: error.reason })
    else if (error instanceof DocketError) results.push({ error: error.code })
    else throw error
  }
}
console.log(JSON.stringify(results))
