/** The addresses and keys of a running stack. */
export interface Running {
  apiUrl: string
  inboxUrl: string | null
  webUrl: string | null
  databaseUrl: string | null
  databaseName: string
  /** Whether the app has the demo bar. */
  hasDemo: boolean
  publishableKey: string
  secretKey: string
}
