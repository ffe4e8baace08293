import * as z from 'zod/mini'
import { invalidRequest } from './errors.ts'
import type { Call } from './http.ts'

/** The request and the response of an endpoint. */
export interface Contract {
  asked: z.ZodMiniType
  answered: z.ZodMiniType
}

/** Handlers of all endpoints of a contract, with its response types. */
export type Endpoints<Contracts extends Record<string, Contract>> = {
  [Name in keyof Contracts]: (call: Call) => Promise<z.output<Contracts[Name]['answered']>>
}

/**
 * Parses a body; unknown keys are dropped.
 *
 * @param refuse makes the error from a hint; default: 400 `invalid_request`
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
