// What the browser does: by the person's link alone.
import { DocketClient, GatewayProblem } from './docket-client/client.js'

const form = document.querySelector('form')
const bar = document.querySelector('progress')
const status = document.querySelector('[role=status]')
const say = (words) => { status.textContent = words }

const { link } = await (await fetch('/link', { method: 'POST' })).json()
const docket = DocketClient.fromLink(link)
const { id } = await docket.linkedSubmission()
form.elements.day.valueAsDate = new Date()

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { bill, day } = form.elements
  form.inert = true
  bar.hidden = false
  try {
    const document = await docket.addDocument(id, { type: 'utility-bill', issueDate: day.value, source: 'file_picker' })
    await docket.upload(document.id, bill.files[0], { onProgress: (sent, total) => { bar.value = sent / total } })
    say('It is being looked at …')
    await docket.submit(id)
    const { state, documents } = await docket.wait(id)
    say([state, ...documents.flatMap(({ reasons }) => reasons.map(({ message }) => message))].join('. '))
  } catch (error) {
    say(error instanceof GatewayProblem && error.missing.length ? error.missing.map(({ message }) => message).join(' ') : error.message)
    form.inert = false
  }
  bar.hidden = true
})
