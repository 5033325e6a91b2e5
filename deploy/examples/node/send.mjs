// Sends a bill, follows what becomes of it, and keeps its PDF.
import { writeFile } from 'node:fs/promises'
import { DocketClient, DocketError } from './docket-client/client.js'
import { openFile } from './docket-client/node.js'

async function main(path) {
  const docket = new DocketClient(process.env.GATEWAY_URL, { token: process.env.DOCKET_TOKEN || undefined })
  const draft = await docket.createSubmission({ journey: 'proof-of-address', reference: 'starter' })
  const today = new Date().toISOString().slice(0, 10)
  const bill = await docket.addDocument(draft.id, { type: 'utility-bill', issueDate: today })
  const file = await openFile(path)
  await docket.upload(bill.id, file, { onProgress: (sent, total) => console.log(`${sent} of ${total} bytes`) })
  await file.close()
  await docket.submit(draft.id)
  for await (const { type } of docket.follow(draft.id)) {
    console.log(type)
    if (/submission\.(accepted|needs_input|in_review|rejected|failed)\./.test(type)) break
  }
  const outcome = await docket.readSubmission(draft.id)
  console.log(outcome.state)
  for (const { reasons } of outcome.documents) for (const { message } of reasons) console.log(' ', message)
  if (outcome.state !== 'accepted') return 1
  await writeFile('bill.pdf', await docket.download(outcome.documents[0].pdf))
  console.log('its PDF is bill.pdf')
  return 0
}

try {
  process.exitCode = await main(process.argv[2])
} catch (error) {
  if (!(error instanceof DocketError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
