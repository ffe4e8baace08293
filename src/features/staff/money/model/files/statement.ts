/** A line of a bank statement in the form that `match_statement` expects. */
export interface StatementLine {
  /** The bank's reference of the line. If another file contains the same line, the reference is the same. */
  reference: string
  /** The day on which the bank booked the line (ISO date). */
  booked_on: string
  /** The amount; positive for incoming money. */
  amount: number
  currency: string
  end_to_end_id?: string
  name?: string
  note?: string
}

export interface Statement {
  /** The account that the file names; null if it names none. */
  account: string | null
  lines: readonly StatementLine[]
  /** The balance at the end of the statement's last day; null if the file has no balances. */
  closing: { day: string; balance: number } | null
  /** Number of entries that the bank has announced but not booked yet. */
  pending: number
  /** Whether the file's balances match its lines; null if it has no balances. */
  adds_up: boolean | null
}

/** A withdrawal's id in payments: 32 hex digits, which we send and the bank repeats. */
const ID = /(?<![0-9a-f])([0-9a-f]{32})(?![0-9a-f])/i

/** Finds a withdrawal's id in the texts that a bank repeats; undefined if there is none. */
export function ourReference(...texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const [, found] = ID.exec(text.replace(/\s/g, '')) ?? ID.exec(text) ?? []
    if (found) return found.toLowerCase()
  }
  return undefined
}

/** Computes a reference for a line without one, from the line's content, so that it is the same in every file. */
export function nameless(parts: readonly (string | number)[]): string {
  let hash = 0xcbf29ce484222325n
  for (const sign of parts.join('\u001f')) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(sign.codePointAt(0) ?? 0)) * 0x100000001b3n)
  }
  return `line-${hash.toString(16).padStart(16, '0')}`
}

/** Makes references unique: the second line with the same reference gets `#2`, the third `#3`, and so on. */
export function distinct<Line extends { reference: string }>(lines: readonly Line[]): Line[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const count = (seen.get(line.reference) ?? 0) + 1
    seen.set(line.reference, count)
    return count === 1 ? line : { ...line, reference: `${line.reference}#${count}` }
  })
}

/** Returns only the fields that are not empty. */
export const filled = (
  fields: Readonly<Record<'end_to_end_id' | 'name' | 'note', string | undefined>>
): Pick<StatementLine, 'end_to_end_id' | 'name' | 'note'> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value))
