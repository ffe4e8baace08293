import min from 'libphonenumber-js/min/metadata'
import { readNumber } from '../supabase/functions/_shared/phone/read.ts'

interface Doubtful {
  id: number
  column: string
  row_id: string
  number: string
  country: string
}

/** The part of a Supabase client that is needed here. */
interface Client {
  rpc(name: string, args?: object): PromiseLike<{ data: unknown; error: { message: string } | null }>
}

async function call<Result>(client: Client, name: string, args?: object): Promise<Result> {
  const { data, error } = await client.rpc(name, args)
  if (error) throw new Error(`${name}: ${error.message}`)
  return data as Result
}

/** All doubtful numbers; the database returns some at a time. */
async function* doubtful(client: Client): AsyncGenerator<Doubtful> {
  for (let after_id = 0; ; ) {
    const some = await call<Doubtful[]>(client, 'doubtful_numbers', { after_id })
    yield* some
    const last = some.at(-1)
    if (!last) return
    after_id = last.id
  }
}

/** People's own numbers have no extension. */
const hasExtension = (column: string): boolean => !/mobile|customer_contact|driver_contact/.test(column)

/**
 * Reads the doubtful numbers of an older database as numbers of the operator's country, and stores those that are certain.
 *
 * @returns a line for each number, and a sum
 */
export async function oldNumbers(client: Client, { isWriting }: { isWriting: boolean }): Promise<string[]> {
  const lines: string[] = []
  let settled = 0
  for await (const { id, column, row_id, number, country } of doubtful(client)) {
    const read = readNumber(number, country, min)
    // A number that its country has not given out may have been meant for another country.
    if (!read?.isValid) {
      lines.push(`doubtful  ${column} ${row_id}: ${number}${read ? ` (perhaps ${read.shown})` : ''}`)
      continue
    }
    settled += 1
    if (isWriting)
      await call(client, 'resolve_number', { id, number: hasExtension(column) ? read.stored : read.number })
    lines.push(`${isWriting ? 'stored    ' : 'certain   '}${column} ${row_id}: ${number} -> ${read.shown}`)
  }
  const left = lines.length - settled
  return [
    ...lines,
    `${settled} ${isWriting ? 'stored' : 'certain'}, ${left} doubtful: ask these people for their numbers.`
  ]
}
