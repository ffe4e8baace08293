import * as z from 'zod/mini'
import { invalidRequest } from './errors.ts'
import type { Call } from './http.ts'

/** Schemas of an endpoint: of the request's body (`asked`) and of the response's body (`answered`). */
export interface Contract {
  asked: z.ZodMiniType
  answered: z.ZodMiniType
}

/** The handlers of a function: one for each endpoint. Each handler returns a body as in its endpoint's contract. */
export type Endpoints<Contracts extends Record<string, Contract>> = {
  [Name in keyof Contracts]: (call: Call) => Promise<z.output<Contracts[Name]['answered']>>
}

/**
 * Checks a request's body against a schema and returns it without keys that the schema does not know.
 *
 * @param refuse creates the error from a hint; default: 400 `invalid_request`
 * @throws {HttpError} with the first problem as its hint
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
