import { randomBytes } from 'node:crypto'

/** A mail to be delivered. */
export interface Mail {
  to: string | string[]
  subject: string
  text: string
  html?: string
  from?: Address
  attachments?: readonly Attachment[]
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
}

export interface Attachment {
  name: string
  type: string
  content: Buffer
}

/** A name and e-mail address in Mailpit's form. */
export interface Address {
  Name: string
  Address: string
}

/** A delivered mail, with the field names of Mailpit. */
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
  headers: Readonly<Record<string, string>>
}

/**
 * Stores the newest mails in memory. They are lost when the stack stops, because they are only needed while trying things out.
 */
export interface Mailbox {
  add(mail: Mail): Message
  /** Returns the mails, newest first. If `to` is given, returns only mails with a recipient whose address contains `to`. */
  list(to?: string): Message[]
  /** Returns the mail with an id, or the newest one for `latest`, and marks it as read; null if there is none. */
  read(id: string): Message | null
  /** Deletes the mails with these ids. Without ids, deletes all mails. */
  delete(ids?: readonly string[]): void
  /** Calls `onChange` after every change. Returns a function that ends this. */
  watch(onChange: () => void): () => void
}

const sender: Address = { Name: 'Hackney', Address: 'hello@hackney.test' }

/** Creates a mailbox. @param capacity Largest number of stored mails; one more replaces the oldest. */
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
        attachments: mail.attachments ?? [],
        headers: mail.headers ?? {}
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
