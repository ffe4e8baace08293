import { Hono } from 'hono'
import type { Attachment, Mail, Mailbox, Message } from './mailbox.ts'

const maxPage = 500

/** Creates the routes of Mailpit's API that scripts and tests use. */
export function createApi(mailbox: Mailbox): Hono {
  return new Hono()
    .get('/message/:id', ({ req }) => oneMessage(mailbox, req.param('id')))
    .get('/message/:id/headers', ({ req }) => headersOf(mailbox, req.param('id')))
    .get('/message/:id/part/:part', ({ req }) => onePart(mailbox, req.param('id'), Number(req.param('part'))))
    .get('/messages', ({ req }) => page(mailbox, mailbox.list(), new URL(req.url)))
    .get('/search', ({ req }) => page(mailbox, found(mailbox, new URL(req.url)), new URL(req.url)))
    .delete('/messages', async (c) => {
      mailbox.delete(idsOf(await c.req.text()))
      return c.text('ok')
    })
    .delete('/search', (c) => {
      const ids = found(mailbox, new URL(c.req.url)).map(({ ID }) => ID)
      if (ids.length > 0) mailbox.delete(ids)
      return c.text('ok')
    })
    .post('/send', async ({ req }) => deliver(mailbox, await req.text()))
    .get('/info', (c) => {
      const messages = mailbox.list()
      return c.json({ Version: 'Hackney', Messages: messages.length, Unread: unreadOf(messages) })
    })
}

const unreadOf = (messages: Message[]) => messages.filter(({ Read }) => !Read).length

function page(mailbox: Mailbox, matching: Message[], url: URL): Response {
  const start = numberOf(url, 'start', 0)
  const limit = Math.min(maxPage, numberOf(url, 'limit', 50))
  const messages = matching.slice(start, start + limit).map(summaryOf)
  const all = mailbox.list()
  return Response.json({
    total: all.length,
    unread: unreadOf(all),
    count: messages.length,
    messages_count: matching.length,
    messages_unread: unreadOf(matching),
    start,
    tags: [],
    messages
  })
}

function numberOf(url: URL, name: string, fallback: number): number {
  const text = url.searchParams.get(name)
  const value = text === null ? Number.NaN : Number(text)
  return Number.isInteger(value) && value >= 0 ? value : fallback
}

/**
 * Returns the mails that match a search. A search supports `to:address` and `to:"address"`, and ignores other prefixes such as
 * `from:`. Its other words must all be in subject or text.
 */
function found(mailbox: Mailbox, url: URL): Message[] {
  const query = url.searchParams.get('query') ?? ''
  const to = /(?:^|\s)to:"?([^\s"]+)"?/i.exec(query)?.[1]
  const words = query
    .replace(/(?:^|\s)\w+:"?[^\s"]+"?/g, ' ')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
  return mailbox.list(to).filter(({ Subject, Text }) => {
    const text = `${Subject}\n${Text}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function summaryOf({ Text, HTML, attachments, headers: _, ...head }: Message): object {
  const Snippet = Text.replaceAll(/\s+/g, ' ').trim().slice(0, 250)
  return { ...head, ...unused, Username: '', Size: Text.length + HTML.length, Attachments: attachments.length, Snippet }
}

const unused = { Cc: [], Bcc: [], ReplyTo: [], Tags: [] }

function oneMessage(mailbox: Mailbox, id: string): Response {
  const message = mailbox.read(id)
  if (!message) return problem(404, 'message not found')
  const { attachments, headers: _, ...mail } = message
  const { Text, HTML, Created, From } = mail
  const Attachments = attachments.map(({ name, type, content }, index) => ({
    PartID: String(index + 1),
    FileName: name,
    ContentType: type,
    Size: content.length
  }))
  const rest = { Date: Created, ReturnPath: From.Address, Size: Text.length + HTML.length, Inline: [], Attachments }
  return Response.json({ ...mail, ...unused, ...rest })
}

/** Returns the headers of a mail that its sender added, as Mailpit does: each with a list of values. */
function headersOf(mailbox: Mailbox, id: string): Response {
  const message = mailbox.read(id)
  if (!message) return problem(404, 'message not found')
  return Response.json(Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, [value]])))
}

/** Returns an attachment of a mail. It is sent as a download, so that the browser does not open it as a page of ours. */
function onePart(mailbox: Mailbox, id: string, part: number): Response {
  const file = mailbox.read(id)?.attachments[part - 1]
  if (!file) return problem(404, 'attachment not found')
  const headers = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }
  return new Response(Uint8Array.from(file.content), { headers })
}

function idsOf(body: string): string[] {
  const { IDs } = parse(body) ?? {}
  return Array.isArray(IDs) ? IDs.filter((id) => typeof id === 'string') : []
}

function deliver(mailbox: Mailbox, body: string): Response {
  const sent = parse(body)
  if (!sent) return problem(400, 'the body must be a JSON object')
  const to = ['To', 'Cc', 'Bcc'].flatMap((field) => addressesOf(sent[field]))
  if (to.length === 0) return problem(400, 'at least one address in To is needed')
  const [from] = addressesOf([sent.From])
  const mail: Mail = {
    to,
    subject: textOf(sent.Subject),
    text: textOf(sent.Text),
    html: textOf(sent.HTML),
    attachments: attachmentsOf(sent.Attachments),
    headers: headersIn(sent.Headers),
    ...(from ? { from: { Name: nameOf(sent.From), Address: from } } : {})
  }
  return Response.json({ ID: mailbox.add(mail).ID })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function attachmentsOf(value: unknown): Attachment[] {
  if (!Array.isArray(value)) return []
  return value.filter(isObject).map(({ Filename, ContentType, Content }) => ({
    name: textOf(Filename),
    type: textOf(ContentType),
    content: Buffer.from(textOf(Content), 'base64')
  }))
}

function headersIn(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, textOf(text)]))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Returns the addresses in a field of a request. As in Mailpit (a mail server for tests), From and To hold `{Email, Name}`,
 * while Cc and Bcc hold plain strings.
 */
function addressesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value
    .map((entry) => (typeof entry === 'string' ? entry : textOf((entry as { Email?: unknown } | null)?.Email)))
    .filter((address) => address.includes('@'))
}

const nameOf = (value: unknown): string => textOf((value as { Name?: unknown } | null)?.Name)

function parse(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function problem(status: number, message: string): Response {
  return Response.json({ Error: message }, { status })
}
