import nodemailer, { type DeliveryError, type Transport } from 'nodemailer'
import { Buffer } from 'node:buffer'
import { connect, type Socket } from 'node:net'
import { createBreaker } from '../../../http-client/breaker.ts'
import type { Adapter, Attempt, Mail, Outcome, Provider } from '../types.ts'
import { newsHeaders } from './news-headers.ts'
import { readSmtp, type SmtpSettings } from './smtp-settings.ts'

/** Ports on which a hosted project's functions reach no server. https://supabase.com/docs/guides/functions/limits */
const BLOCKED_PORTS = new Set([25, 587])

/** The pause after a temporary refusal (ms); servers that greylist accept the mail after some minutes. */
const GREYLISTED_MS = 120_000

/** How Postfix and Exim name a mail that they took: `250 2.0.0 Ok: queued as 4F2X`, `250 OK id=1vQa1B-00021C-0M`. */
const QUEUED = /\b(?:queued as |id=)([\w.-]{1,80})/i

/**
 * Sends mails to a mail server by SMTP (RFC 5321), with nodemailer. A mail whose last response was lost may be sent twice; all
 * copies have one Message-ID.
 *
 * https://nodemailer.com/smtp
 */
export const smtp: Provider<Mail> = {
  name: 'smtp',
  variables: ['MAIL_FROM'],
  options: ['MAIL_FROM_NAME', 'SMTP_URL', 'SMTP_HOST', 'SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD', 'SMTP_TLS'],
  ownHosts: [{ url: 'SMTP_URL' }, { host: 'SMTP_HOST', port: 'SMTP_PORT' }],
  make: ({ option, log }) =>
    createSmtp(readSmtp(option), {
      onChange: (state) => log({ event: 'provider_circuit', operation: 'send', state }),
    }),
}

/**
 * Creates the adapter of a mail server.
 *
 * @param ca certificate to trust besides those of the system; only tests set it
 */
export function createSmtp(
  settings: SmtpSettings,
  { ca, onChange = () => {} }: { ca?: string; onChange?: (state: string) => void } = {},
): Adapter<Mail> {
  const breaker = createBreaker(undefined, { onChange })
  const lines = createLines(settings, ca)
  return async (mail, attempt) => {
    const pass = breaker.enter()
    if (!pass) return { state: 'retry', reason: 'failed too often just now' }
    const outcome = await lines(mail, attempt)
    if (outcome.state === 'retry' && outcome.afterMs === undefined || outcome.state === 'unknown') pass.fail()
    else pass.succeed()
    return outcome
  }
}

/** A connection to the server, which takes one mail after the other. */
interface Line {
  socket: Socket
  transport: Transport
  dialogue: Dialogue
  mails: number
}

/** Most connections at a time: web hosts and mail services refuse more than about ten. */
const MOST_LINES = 8
/** Most mails of one connection; many servers close it after a hundred. */
const MAILS_OF_A_LINE = 90

/**
 * Creates the function that sends a mail. A connection is kept for the next mail while others are being sent, as in a batch of
 * the outbox; with the last mail all of them are closed.
 */
function createLines(settings: SmtpSettings, ca?: string): (mail: Mail, attempt: Attempt) => Promise<Outcome> {
  const kept: Line[] = []
  /** Mails that wait for a connection. */
  const queue: (() => void)[] = []
  let busy = 0
  const enter = async ({ signal }: { signal: AbortSignal }) => {
    if (busy < MOST_LINES) return void busy++
    await new Promise<void>((resolve, reject) => {
      queue.push(resolve)
      signal.addEventListener('abort', () => {
        const place = queue.indexOf(resolve)
        if (place >= 0) reject(queue.splice(place, 1) && new Error('no free connection in time'))
      })
    })
  }
  /** The next mail takes over the place of one that is done. */
  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else busy--
  }
  const close = ({ transport, socket }: Line) => {
    transport.close()
    socket.destroy()
  }
  const keepOrClose = (line: Line, isWhole: boolean) => {
    if (isWhole && ++line.mails < MAILS_OF_A_LINE) kept.push(line)
    else close(line)
    if (busy === 0) kept.splice(0).forEach(close)
  }
  /** Sends a mail on a line; null if a kept line turns out to be closed, and the mail was certainly not sent. */
  const sendOn = async (line: Line, mail: Mail, attempt: Attempt, late: Late): Promise<Outcome | null> => {
    const isFirst = line.mails === 0
    line.dialogue.isSent = false
    try {
      const delivery = line.transport.sendMail(messageOf(mail, attempt))
      delivery.catch(() => {})
      const { response } = await Promise.race([delivery, late.over])
      return { state: 'sent', provider: 'smtp', ref: QUEUED.exec(response)?.[1] ?? null }
    } catch (error) {
      const { isSent } = line.dialogue
      const problem = error as DeliveryError
      const isClosed = !problem.responseCode || problem.responseCode === 421
      if (!isFirst && !isSent && !late.isOver() && isClosed) return null
      return outcomeOf(problem, { isLate: late.isOver(), isSent, port: settings.port })
    }
  }
  return async (mail, attempt) => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), Math.max(0, attempt.endsAt - Date.now()))
    const late = lateOf(limit.signal)
    let line: Line | undefined
    let outcome: Outcome | null = null
    try {
      await enter(limit)
    } catch {
      clearTimeout(timer)
      return { state: 'retry', reason: 'no free connection in time' }
    }
    try {
      for (line = kept.pop(); line && !outcome;) {
        outcome = await sendOn(line, mail, attempt, late)
        if (!outcome) {
          close(line)
          line = kept.pop()
        }
      }
      line ??= await openLine(settings, mail.from.address.split('@')[1] ?? '', limit.signal, ca)
      outcome ??= await sendOn(line, mail, attempt, late)
    } catch (error) {
      outcome = outcomeOf(error as DeliveryError, { isLate: late.isOver(), isSent: false, port: settings.port })
    } finally {
      clearTimeout(timer)
      leave()
      if (line) keepOrClose(line, outcome?.state === 'sent')
      else if (busy === 0) kept.splice(0).forEach(close)
    }
    return outcome ?? { state: 'retry', reason: 'no connection' }
  }
}

/** The end of an attempt's time. */
interface Late {
  over: Promise<never>
  isOver(): boolean
}

function lateOf(signal: AbortSignal): Late {
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer in time')))
  })
  over.catch(() => {})
  return { over, isOver: () => signal.aborted }
}

async function openLine(settings: SmtpSettings, name: string, signal: AbortSignal, ca?: string): Promise<Line> {
  const socket = await open(settings, signal)
  const dialogue: Dialogue = { isSent: false }
  const transport = nodemailer.createTransport(optionsOf(settings, { connection: socket, name, dialogue, ca }))
  return { socket, transport, dialogue, mails: 0 }
}

interface Dialogue {
  /** Whether the whole mail has been written. */
  isSent: boolean
}

/** Opens the connection. We do it, because nodemailer would connect to an address, and the stack admits only names. */
function open({ host, port }: SmtpSettings, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const end = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    signal.addEventListener('abort', () => end(new Error('no connection in time')), { once: true })
    socket.once('error', end)
    socket.once('connect', () => {
      socket.off('error', end)
      resolve(socket)
    })
  })
}

function optionsOf(
  { host, port, tls, auth }: SmtpSettings,
  { connection, name, dialogue, ca }: { connection: Socket; name: string; dialogue: Dialogue; ca: string | undefined },
) {
  const ignore = () => {}
  const patience = 30_000
  return {
    host,
    port,
    connection,
    // One connection takes several mails; `createLines` replaces it when it ends.
    pool: true as const,
    maxConnections: 1,
    maxMessages: MAILS_OF_A_LINE + 1,
    maxRequeues: 0,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(auth && { auth }),
    name,
    tls: { ...(!/^[\d.]+$|:/.test(host) && { servername: host }), ...(ca && { ca }) },
    // The attempt's own time limit ends the dialogue; these are for a connection that it forgot.
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: {
      trace: ignore,
      debug: ignore,
      // The server may have taken the mail as soon as its end is written, which nodemailer notes here.
      info: ({ tnx }: { tnx?: string }) => void (dialogue.isSent ||= tnx === 'message'),
      warn: ignore,
      error: ignore,
      fatal: ignore,
    },
  }
}

const messageOf = (mail: Mail, { key }: Attempt) => ({
  from: mail.from,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  ...(mail.html && { html: mail.html }),
  headers: newsHeaders(mail),
  messageId: `<${key.replaceAll(/[^\w-]/g, '.')}@${mail.from.address.split('@')[1]}>`,
  attachments: mail.attachments.map(({ name, type, content }) => ({
    filename: name,
    contentType: type,
    content: Buffer.from(content),
  })),
})

interface Circumstances extends Dialogue {
  /** Whether the time of the attempt was over. */
  isLate: boolean
  port: number
}

function outcomeOf(error: DeliveryError, { isLate, isSent, port }: Circumstances): Outcome {
  const { code = '', command = '', responseCode = 0, response = '' } = error
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? ''
  const reason = [command, responseCode || code, status].filter((part) => part !== '').join(' ')
  if (responseCode >= 400 && responseCode < 500) {
    return code === 'EAUTH' ? { state: 'retry', reason } : { state: 'retry', reason, afterMs: GREYLISTED_MS }
  }
  if (responseCode >= 500) return { state: refusal(code, command, status), reason }
  if (code === 'EAUTH' || code === 'ETLS' || /certificate|self.signed|altnames/i.test(error.message)) {
    return { state: 'account_refused', reason: code === 'EAUTH' ? reason : `${reason || 'TLS'}: no valid certificate or no TLS` }
  }
  if (isSent) return { state: 'unknown', reason: isLate ? 'no answer in time' : `${reason}: the connection broke` }
  if (error.name === 'NotCapable') return { state: 'account_refused', reason: 'host not permitted' }
  const hint = BLOCKED_PORTS.has(port) ? `; hosted functions cannot use port ${port}` : ''
  return { state: 'retry', reason: `${isLate ? 'no answer in time' : `${reason || 'no connection'}`}${hint}` }
}

/**
 * Whom a final refusal is about. A policy (5.7, RFC 3463) is about us, except at the end of the mail, where it is about the
 * mail: a filter for spam.
 */
function refusal(code: string, command: string, status: string): 'account_refused' | 'receiver_refused' | 'undeliverable' {
  if (code === 'EAUTH' || command === 'MAIL FROM' || command === 'EHLO' || command === 'CONN') return 'account_refused'
  if (command === 'RCPT TO') return status.startsWith('5.7.') ? 'account_refused' : 'receiver_refused'
  if (command === 'DATA') return status.startsWith('5.1.') ? 'receiver_refused' : 'undeliverable'
  return 'account_refused'
}
