// Files that are dropped or pasted: into the document that they are dropped on, else as a new one.

const holdsFiles = (event) => event.dataTransfer?.types.includes('Files')
const card = (element) => element?.closest?.('article.document')

export function makeDropping({ root, host, main, state, take, signal, isAlone }) {
  function mark(target) {
    for (const one of root.querySelectorAll('.target')) if (one !== target) one.classList.remove('target')
    target?.classList.add('target')
  }

  function receive(files, place) {
    if (!files?.length || !state.mayChange || root.querySelector('dialog')) return
    const id = card(place)?.dataset.id
    take([...files], state.submission.documents.find((one) => one.id === id))
  }

  function over(event) {
    if (!holdsFiles(event)) return
    // Else the browser leaves the page and opens the file.
    event.preventDefault()
    event.dataTransfer.dropEffect = state.mayChange ? 'copy' : 'none'
    if (state.mayChange) mark(card(event.target) ?? main)
  }

  function drop(event) {
    if (!holdsFiles(event)) return
    event.preventDefault()
    mark(null)
    receive(event.dataTransfer.files, event.target)
  }

  function watchDrops() {
    const until = { signal }
    root.addEventListener('dragover', over, until)
    root.addEventListener('drop', drop, until)
    addEventListener('dragleave', (event) => { if (!event.relatedTarget) mark(null) }, until)
    // Of what is pasted elsewhere, and dropped elsewhere, nothing is ours, unless there is nothing else.
    const isOutside = (event) => !event.composedPath().includes(host)
    addEventListener('paste', (event) => {
      if (isAlone || !isOutside(event)) receive(event.clipboardData?.files, root.activeElement)
    }, until)
    if (!isAlone) return addEventListener('dragover', (event) => { if (isOutside(event)) mark(null) }, until)
    addEventListener('dragover', (event) => { if (isOutside(event)) over(event) }, until)
    addEventListener('drop', (event) => { if (isOutside(event)) drop(event) }, until)
  }

  return { watchDrops }
}
