import * as z from 'zod/mini'
import { invalidRequest } from './errors.ts'
import type { Call } from './http.ts'

/** What an endpoint is asked, and what it answers. */
export interface Contract {
  asked: z.ZodMiniType
  answered: z.ZodMiniType
}

/** The endpoints of a contract: what they answer is what it says. */
export type Endpoints<Contracts extends Record<string, Contract>> = {
  [Name in keyof Contracts]: (call: Call) => Promise<z.output<Contracts[Name]['answered']>>
}

/**
 * A body as its contract reads it, without what the contract does not know.
 *
 * @param refuse makes the error of a hint; 400 `invalid_request` where none is given
 * @throws {HttpError} with the first thing that is wrong
 */
export function readAsked<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
  refuse: (hint: string) => Error = invalidRequest,
): z.output<Schema> {
  const result = z.safeParse(schema, body)
  if (result.success) return result.data
  const [{ path, message } = { path: [], message: 'Send a JSON object' }] = result.error.issues
  throw refuse(path.length > 1 ? `${z.core.toDotPath(path)}: ${message}` : message)
}
