/** Where a stack that is up answers, and its keys. */
export interface Running {
  apiUrl: string
  inboxUrl: string | null
  webUrl: string | null
  databaseUrl: string | null
  databaseName: string
  /** Whether the page has the demo bar. */
  hasDemo: boolean
  publishableKey: string
  secretKey: string
}
