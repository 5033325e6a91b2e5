// What the browser does: the element has the person's link, and the form its name.
const form = document.querySelector('form')
const documents = document.querySelector('docket-intake')

function say(place, text) { document.getElementById(place).textContent = text }

documents.addEventListener('docket-ended', ({ detail }) => say('documents', `Your documents: ${detail.state}.`))
documents.addEventListener('docket-error', ({ detail }) => console.warn(detail.type, detail.status))

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const answer = await fetch('/account', { method: 'POST', body: new URLSearchParams(new FormData(form)) })
  say('account', await answer.text())
})

const { link } = await (await fetch('/link', { method: 'POST' })).json()
documents.link = link
