// What the declarations promise, held to by tsc alone: nothing here is run.
import { DocketClient, DocketError, GatewayProblem, type Confirmation, type Page, type Submission } from './web/client.js'
import { openFile } from './web/node.js'
import { Webhook, type WebhookEvent } from './web/webhooks.js'

export async function aPersonsWay(docket: DocketClient, path: string): Promise<string> {
  const draft: Submission = await docket.createSubmission({ journey: 'proof-of-address' }, { key: 'one' })
  const bill = await docket.addDocument(draft.id, { type: 'utility-bill', issueDate: '2026-10-31' }, { version: draft.version })
  const file = await openFile(path)
  const page: Page = await docket.upload(bill.id, file, { onProgress: (sent: number, total: number) => void (sent / total) })
  await file.close()
  const question: Confirmation<null> = await docket.removePage(draft.id, bill.id, page.id)
  await question.confirm()
  for await (const event of docket.follow(draft.id)) if (event.type.endsWith('.accepted.v1')) break
  for await (const part of docket.pages(await docket.listSubmissions({ state: ['accepted'], 'not.journey': ['identity'] }))) part.items.map(({ id }) => id)
  const { state } = await docket.wait(draft.id, { until: ({ state }) => state === 'accepted', timeout: 10_000 })
  return state
}

export function words(error: unknown): string {
  if (error instanceof GatewayProblem && error.type === 'incomplete') return error.missing.map(({ message }) => message).join(' ')
  return error instanceof DocketError && error.isRetriable ? 'later' : 'no'
}

export const hook = (headers: Headers, body: string): Promise<WebhookEvent> => new Webhook('whsec_').verify(headers, body)

export function mistakes(docket: DocketClient): void {
  // @ts-expect-error A submission has a journey.
  void docket.createSubmission({})
  // @ts-expect-error It is no state.
  void docket.listSubmissions({ state: ['lost'] })
  // @ts-expect-error What destroys is not done before it is confirmed.
  void docket.withdrawSubmission('id').then((answer) => answer.state)
}
