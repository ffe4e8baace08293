import { readdirSync, readFileSync } from 'node:fs'

/** The memory of one process in bytes, with each shared page divided among its users; null if Linux does not report it. */
export function proportionalSize(pid: number): number | null {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** A process and all its descendants, without programs named in `except`. */
export function family(pid: number, except: readonly string[] = []): number[] {
  const everyone = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const parents = new Map(everyone.map((one) => [one, parentOf(one)]))
  const members = [pid]
  for (const member of members) {
    for (const [child, parent] of parents) {
      if (parent === member && !except.includes(commandOf(child))) members.push(child)
    }
  }
  return members
}

/** Megabytes of a stack's process and its database, without the edge functions; null if Linux does not report it. */
export function megabytes(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const sizes = family(pid, ['deno']).map(proportionalSize)
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) / 2 ** 20
}
