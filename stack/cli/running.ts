/** The addresses and keys of a running stack. */
export interface Running {
  apiUrl: string
  inboxUrl: string | null
  webUrl: string | null
  databaseUrl: string | null
  databaseName: string
  /** Whether the app has the demo bar. */
  hasDemo: boolean
  /** Whether the demo's people can sign in. */
  hasDemoPeople: boolean
  /** The address of the firm's owner whose account this start has made; null for none. */
  owner: string | null
  /** The one-time link with which the firm's first owner signs in; null if there is an owner, or no app. */
  setupLink: string | null
  publishableKey: string
  secretKey: string
}
