/** A line of a bank statement, as `match_statement` takes it. */
export interface StatementLine {
  /** The bank's own; the same line of another file has the same. */
  reference: string
  /** ISO date. */
  booked_on: string
  /** Above 0 came in. */
  amount: number
  currency: string
  end_to_end_id?: string
  name?: string
  note?: string
}

export interface Statement {
  /** Whose account it is, as the file says. */
  account: string | null
  lines: readonly StatementLine[]
  /** What stood on the account at the end of its last day. */
  closing: { day: string; balance: number } | null
  /** Entries that the bank has only announced. */
  pending: number
  /** Whether the balances of the file and its lines agree; null where it has no balances. */
  adds_up: boolean | null
}

/** Withdrawals are told apart by 32 hex digits: ours to the bank and the bank's to us. */
const ID = /(?<![0-9a-f])([0-9a-f]{32})(?![0-9a-f])/i

/** The reference of a payment of ours in whatever a bank repeats of it. */
export function ourReference(...texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const [, found] = ID.exec(text.replace(/\s/g, '')) ?? ID.exec(text) ?? []
    if (found) return found.toLowerCase()
  }
  return undefined
}

/** Names a line that its bank gave no name, by what it says: the same in every file that has it. */
export function nameless(parts: readonly (string | number)[]): string {
  let hash = 0xcbf29ce484222325n
  for (const sign of parts.join('\u001f')) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(sign.codePointAt(0) ?? 0)) * 0x100000001b3n)
  }
  return `line-${hash.toString(16).padStart(16, '0')}`
}

/** Tells lines of the same name apart by their order. */
export function distinct<Line extends { reference: string }>(lines: readonly Line[]): Line[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const count = (seen.get(line.reference) ?? 0) + 1
    seen.set(line.reference, count)
    return count === 1 ? line : { ...line, reference: `${line.reference}#${count}` }
  })
}

/** Those of these fields that say something. */
export const filled = (
  fields: Readonly<Record<'end_to_end_id' | 'name' | 'note', string | undefined>>
): Pick<StatementLine, 'end_to_end_id' | 'name' | 'note'> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value))
