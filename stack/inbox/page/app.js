const byId = (id) => document.getElementById(id)
const [list, filter, empty, offline, status, template] = ['list', 'filter', 'empty', 'offline', 'status', 'mail'].map(
  byId
)
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const shown = new Map()
let isFirst = true

/** The code of a mail: the only number of its length in subject and text that is no phone number and no part of a word. */
const codeOf = ({ Subject, Text }) => /(?<![\w+/=-])\d{6,10}(?![\w-])/.exec(`${Subject}\n${Text}`)?.[0]

async function copy(code, hint) {
  try {
    await navigator.clipboard.writeText(code)
    hint.textContent = 'Copied'
    status.textContent = `${code} copied`
  } catch {
    hint.textContent = 'Select it'
  }
  setTimeout(() => {
    hint.textContent = 'Copy'
  }, 2000)
}

/** Shows a mail. All texts are set as plain text, so nothing in a mail is parsed as HTML. */
function render(mail) {
  const item = template.content.cloneNode(true).firstElementChild
  const part = (selector) => item.querySelector(selector)
  const code = codeOf(mail)
  const to = mail.To.map(({ Address }) => Address).join(', ')
  part('h2').textContent = mail.Subject || '(no subject)'
  part('.to').textContent = `To ${to}`
  part('time').textContent = clock.format(new Date(mail.Created))
  part('time').dateTime = mail.Created
  part('.text').textContent = mail.Text
  for (const { PartID, FileName } of mail.Attachments) {
    const link = document.createElement('a')
    link.className = 'file'
    link.href = `/api/v1/message/${mail.ID}/part/${PartID}`
    link.download = FileName
    link.textContent = FileName
    item.append(link)
  }
  if (code) {
    part('.digits').textContent = code
    part('.code').addEventListener('click', () => copy(code, part('.hint')))
  } else part('.code').remove()
  return item
}

async function read(path) {
  const response = await fetch(path)
  return response.json()
}

async function load() {
  const wanted = filter.value.trim()
  const query = wanted ? `search?limit=100&query=${encodeURIComponent(`to:${wanted}`)}` : 'messages?limit=100'
  const { messages } = await read(`/api/v1/${query}`)
  const unknown = messages.filter(({ ID }) => !shown.has(ID))
  const full = await Promise.all(unknown.map(({ ID }) => read(`/api/v1/message/${ID}`)))
  for (const mail of full) shown.set(mail.ID, render(mail))
  for (const [id, item] of shown) {
    if (messages.some(({ ID }) => ID === id)) continue
    item.remove()
    shown.delete(id)
  }
  // Change only elements that are new or moved, so that focus and open mails stay.
  messages.forEach(({ ID }, index) => {
    const item = shown.get(ID)
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null)
  })
  empty.hidden = messages.length > 0
  if (!isFirst && full.length > 0 && !wanted) status.textContent = `New mail: ${full[0].Subject}`
  isFirst = false
}

let loading = null
let isStale = false

/** Reads the list: one read at a time, and one more if there were changes meanwhile. Two at once would show a mail twice. */
async function update() {
  isStale = true
  loading ??= (async () => {
    while (isStale) {
      isStale = false
      await load()
    }
  })().finally(() => {
    loading = null
  })
  return loading
}

const events = new EventSource('/events')
events.addEventListener('message', () => {
  offline.hidden = true
  update()
})
events.addEventListener('error', () => {
  offline.hidden = false
})
filter.addEventListener('input', update)
byId('delete').addEventListener('click', () => fetch('/api/v1/messages', { method: 'DELETE' }))
