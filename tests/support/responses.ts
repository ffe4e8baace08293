import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from './people.ts'

/** The data of a response. Throws its error, with the error code as message. */
export function unwrap<T>({
  data,
  error
}: {
  data: T
  error: { message: string; hint?: string } | null
}): NonNullable<T> {
  if (error) throw new Error(error.hint ? `${error.message} (${error.hint})` : error.message)
  if (data === null || data === undefined) throw new Error('the answer is empty')
  return data
}

/** Calls an edge function; a refusal is returned as its status and body. */
export async function invoke<T>(client: Client, name: string, body: object): Promise<{ status: number; body: T }> {
  const { data, error } = await client.functions.invoke<T>(name, { body: body as Record<string, unknown> })
  if (error instanceof FunctionsHttpError) {
    const response = error.context as Response
    return { status: response.status, body: (await response.json()) as T }
  }
  if (error) throw error
  return { status: 200, body: data as T }
}
