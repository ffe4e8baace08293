// The part of nodemailer that smtp.ts uses; the package has no types. https://nodemailer.com/smtp
declare module 'nodemailer' {
  import type { Buffer } from 'node:buffer'
  import type { Socket } from 'node:net'

  interface Address {
    name: string
    address: string
  }

  interface Options {
    host: string
    port: number
    /** An open connection to the server, instead of one that nodemailer opens. */
    connection: Socket
    /** Keeps the connection for further mails. */
    pool: true
    maxConnections: number
    maxMessages: number
    /** How often a mail is sent again after its connection was closed. */
    maxRequeues: number
    /** TLS from the first byte. */
    secure: boolean
    /** Refuses to send if the server offers no STARTTLS. */
    requireTLS: boolean
    ignoreTLS: boolean
    auth?: { user: string; pass: string }
    /** The name by which we greet the server. */
    name: string
    tls: { servername?: string; ca?: string; rejectUnauthorized?: boolean }
    connectionTimeout: number
    greetingTimeout: number
    socketTimeout: number
    disableFileAccess: boolean
    disableUrlAccess: boolean
    logger: Record<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', (entry: LogEntry, message: string) => void>
  }

  interface LogEntry {
    /** Who sent this line of the dialogue. */
    tnx?: string
  }

  interface Message {
    from: Address
    to: Address
    subject: string
    text: string
    html?: string
    headers: Readonly<Record<string, string>>
    messageId: string
    attachments: readonly { filename: string; contentType: string; content: Buffer }[]
  }

  /** An error of a delivery. https://nodemailer.com/errors */
  export interface DeliveryError extends Error {
    code?: string
    command?: string
    response?: string
    responseCode?: number
  }

  export interface Transport {
    sendMail(message: Message): Promise<{ response: string; messageId: string }>
    close(): void
  }

  const nodemailer: { createTransport(options: Options): Transport }
  export default nodemailer
}
