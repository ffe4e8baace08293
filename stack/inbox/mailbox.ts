import { randomBytes } from 'node:crypto'

/** A mail to be delivered. */
export interface Mail {
  to: string | string[]
  subject: string
  text: string
  html?: string
  from?: Address
  attachments?: readonly Attachment[]
}

/** An attachment. */
export interface Attachment {
  name: string
  type: string
  content: Buffer
}

/** An address in Mailpit's form. */
export interface Address {
  Name: string
  Address: string
}

/** A delivered mail, with Mailpit's names. */
export interface Message {
  ID: string
  MessageID: string
  Read: boolean
  From: Address
  To: Address[]
  Subject: string
  Created: string
  Text: string
  HTML: string
  attachments: readonly Attachment[]
}

/** Stores the newest mails, in memory only: they are for one session of trying things out. */
export interface Mailbox {
  add(mail: Mail): Message
  /** The mails, newest first; with `to` only those whose address contains it. */
  list(to?: string): Message[]
  /** A mail by its id, or by `latest`; marks it as read. */
  read(id: string): Message | null
  /** Deletes the mails with these ids; without ids, all mails. */
  delete(ids?: readonly string[]): void
  /** Calls back after every change; returns a function that ends this. */
  watch(onChange: () => void): () => void
}

const sender: Address = { Name: 'Hackney', Address: 'hello@hackney.test' }

/** Creates a mailbox. @param capacity Number of stored mails; another one replaces the oldest. */
export function createMailbox(capacity = 500): Mailbox {
  let messages: Message[] = []
  const watchers = new Set<() => void>()
  const changed = (): void => {
    for (const watcher of watchers) watcher()
  }
  return {
    add(mail) {
      const id = randomBytes(16).toString('base64url')
      const message: Message = {
        ID: id,
        MessageID: `${id}@hackney.test`,
        Read: false,
        From: mail.from ?? sender,
        To: [mail.to].flat().map((address) => ({ Name: '', Address: address })),
        Subject: mail.subject,
        Created: new Date().toISOString(),
        Text: mail.text,
        HTML: mail.html ?? '',
        attachments: mail.attachments ?? []
      }
      messages = [message, ...messages].slice(0, capacity)
      changed()
      return message
    },
    list(to) {
      if (!to) return messages
      const wanted = to.toLowerCase()
      return messages.filter(({ To }) => To.some(({ Address }) => Address.toLowerCase().includes(wanted)))
    },
    read(id) {
      const message = id === 'latest' ? messages[0] : messages.find(({ ID }) => ID === id)
      if (message) message.Read = true
      return message ?? null
    },
    delete(ids) {
      messages = ids && ids.length > 0 ? messages.filter(({ ID }) => !ids.includes(ID)) : []
      changed()
    },
    watch(onChange) {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    }
  }
}
