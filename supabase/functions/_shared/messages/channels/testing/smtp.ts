// A mail server for tests.
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { certificate, key } from './certificate.ts'

/** A server's refusal, such as `{responseCode: 550, message: '5.1.1 No such user'}`. */
export interface Refusal {
  responseCode: number
  message: string
}

export interface Manner {
  tls?: 'starttls' | 'implicit' | 'none'
  /** The only name and password that it admits; without them nobody has to log in. */
  account?: { user: string; pass: string }
  /** What it refuses; a list refuses one message after the other, and `null` takes it. */
  refuse?: { connect?: Refusal; login?: Refusal; sender?: Refusal; receiver?: Refusal | (Refusal | null)[]; mail?: Refusal }
  /** Where it never answers, or hangs up. */
  hang?: 'receiver' | 'mail'
  cut?: 'receiver' | 'mail'
  /** After how many mails it closes a connection. */
  closesAfter?: number
  /** Its words for a mail that it took, before the mail's number. */
  names?: string
  /** The address that it listens on. */
  address?: string
}

export interface Taken {
  from: string
  to: string[]
  /** The name by which the client greeted. */
  greeted: string
  secure: boolean
  user: string
  raw: string
}

export interface MailServer {
  port: number
  taken: Taken[]
  /** How many connections it has had. */
  connections(): number
  stop(): Promise<void>
}

const errorOf = ({ responseCode, message }: Refusal) => Object.assign(new Error(message), { responseCode })

export async function startMailServer({ tls = 'none', account, refuse = {}, hang, cut, closesAfter, names = 'OK: queued as ', address = '127.0.0.1' }: Manner = {}): Promise<MailServer> {
  const taken: Taken[] = []
  const mailsOf = new Map<string, number>()
  let connections = 0
  const receivers = Array.isArray(refuse.receiver) ? [...refuse.receiver] : null
  const server = new SMTPServer({
    secure: tls === 'implicit',
    ...(tls === 'none' && { disabledCommands: ['STARTTLS'] }),
    cert: certificate,
    key,
    authOptional: !account,
    allowInsecureAuth: true,
    closeTimeout: 100,
    disableReverseLookup: true,
    onConnect(_session, done) {
      connections++
      done(refuse.connect ? errorOf(refuse.connect) : null)
    },
    onAuth({ username, password }, _session, done) {
      if (refuse.login) return done(errorOf(refuse.login))
      const isRight = account !== undefined && username === account.user && password === account.pass
      return isRight ? done(null, { user: username ?? '' }) : done(errorOf({ responseCode: 535, message: '5.7.8 No' }))
    },
    onMailFrom(_address, session, done) {
      const mails = mailsOf.get(session.id) ?? 0
      mailsOf.set(session.id, mails + 1)
      if (closesAfter !== undefined && mails >= closesAfter) {
        for (const connection of server.connections) if (connection.session.id === session.id) connection._socket.destroy()
        return
      }
      done(refuse.sender ? errorOf(refuse.sender) : null)
    },
    onRcptTo(_address, _session, done) {
      if (cut === 'receiver') return cutAll()
      if (hang === 'receiver') return
      const refusal = receivers ? receivers.shift() : refuse.receiver as Refusal | undefined
      done(refusal ? errorOf(refusal) : null)
    },
    onData(stream, session, done) {
      void (async () => {
        let raw = ''
        for await (const chunk of stream) raw += String(chunk)
        const { mailFrom, rcptTo } = session.envelope
        if (refuse.mail) return done(errorOf(refuse.mail))
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          greeted: session.hostNameAppearsAs,
          secure: session.secure,
          user: String(session.user ?? ''),
          raw,
        })
        if (cut === 'mail') return cutAll()
        if (hang === 'mail') return
        done(null, `${names}Q${taken.length}`)
      })()
    },
  })
  const cutAll = () => {
    for (const connection of server.connections) connection._socket.destroy()
  }
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
