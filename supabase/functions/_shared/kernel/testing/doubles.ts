// Test doubles of the dependencies of handlers, with the same types.
import { assertEquals } from '@std/assert'
import * as z from 'zod/mini'
import type { Authenticate, Caller } from '../auth.ts'
import type { Contract } from '../contract.ts'
import type { Database } from '../database.ts'

const PEOPLE: Record<string, Caller> = {
  visitor: { role: 'anon', uid: null, userRole: null },
  rider: {
    role: 'authenticated',
    uid: '00000000-0000-7000-8000-000000000001',
    userRole: 'rider'
  },
  admin: {
    role: 'authenticated',
    uid: '00000000-0000-7000-8000-000000000002',
    userRole: 'admin'
  },
  server: { role: 'service_role', uid: null, userRole: null },
}

export type Person = 'visitor' | 'rider' | 'admin' | 'server'

export function callerOf(person: Person): Caller {
  const caller = PEOPLE[person]
  if (!caller) throw new Error(`unknown person ${person}`)
  return caller
}

export function signedInAs(person: Person): Authenticate {
  return () => Promise.resolve(callerOf(person))
}

/** Returns a database that records its calls. @param answers results by name of the SQL function */
export function databaseOf(
  answers: Record<string, unknown>,
): Database & { calls: [string, Record<string, unknown>][] } {
  const calls: [string, Record<string, unknown>][] = []
  return {
    calls,
    rpc: <Result>(name: string, args: Record<string, unknown>) => {
      calls.push([name, args])
      return Promise.resolve(answers[name] as Result)
    },
  }
}

export function post(path: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(`http://127.0.0.1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Returns the status and the JSON body of a response. */
export async function read(answer: Promise<Response>): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await answer
  return { status: response.status, body: await response.json() as Record<string, unknown> }
}

/** Returns a function that calls an endpoint by its path. It checks that a successful response matches the contract exactly. */
export function callBy(
  name: string,
  contracts: Record<string, Contract>,
  handler: (request: Request) => Promise<Response>,
): (path: string, body: unknown) => ReturnType<typeof read> {
  return async (path, body) => {
    const answer = await read(handler(post(`${name}/${path}`, body)))
    const contract = contracts[path]
    if (answer.status === 200 && contract) assertEquals(z.parse(contract.answered, answer.body), answer.body)
    return answer
  }
}
