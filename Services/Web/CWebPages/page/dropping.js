// Files that are dropped on the page or pasted into it: into the document that they are dropped on, else as a new one.
import { state } from './app.js'
import { take } from './adding.js'

const holdsFiles = (event) => event.dataTransfer?.types.includes('Files')
const card = (element) => element?.closest?.('article.document')

function mark(target) {
  for (const one of document.querySelectorAll('.target')) if (one !== target) one.classList.remove('target')
  target?.classList.add('target')
}

export function watchDrops() {
  addEventListener('dragover', (event) => {
    if (!holdsFiles(event)) return
    // Else the browser leaves the page and opens the file.
    event.preventDefault()
    event.dataTransfer.dropEffect = state.mayChange ? 'copy' : 'none'
    if (state.mayChange) mark(card(event.target) ?? document.getElementById('main'))
  })
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) mark(null) })
  addEventListener('drop', (event) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    mark(null)
    receive(event.dataTransfer.files, event.target)
  })
  addEventListener('paste', (event) => receive(event.clipboardData?.files, document.activeElement))
}

function receive(files, place) {
  if (!files?.length || !state.mayChange || document.querySelector('dialog')) return
  const id = card(place)?.dataset.id
  take([...files], state.submission.documents.find((one) => one.id === id))
}
