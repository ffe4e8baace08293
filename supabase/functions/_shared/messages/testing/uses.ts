import type { Database } from '../../kernel/database.ts'

/** A database that counts uses as `take_rate_limit` does, within windows that do not end. */
export function countedUses(): { database: Database; windows: number[] } {
  const uses = new Map<string, number>()
  const windows: number[] = []
  const rpc = <Result>(_name: string, args: Record<string, unknown>): Promise<Result> => {
    const used = (uses.get(String(args.bucket)) ?? 0) + 1
    uses.set(String(args.bucket), used)
    windows.push(Number(args.window_secs))
    return Promise.resolve((used <= Number(args.limit_count)) as Result)
  }
  return { database: { rpc }, windows }
}
