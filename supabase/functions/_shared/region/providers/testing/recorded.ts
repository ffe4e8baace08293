import type { Answer } from '../../../http-client/testing/server.ts'

/** Returns a provider's response that was recorded in a file of this folder. */
export const recorded = (file: string, status = 200, headers: Record<string, string> = {}): Answer => () =>
  new Response(Deno.readTextFileSync(new URL(`./${file}`, import.meta.url)), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
