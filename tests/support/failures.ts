import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** An answer of 500 or above. */
export interface ServerFailure {
  method: string
  path: string
  status: number
}

/** Takes note of a line of a stack's log where it tells of such an answer. */
export function recordFailure(file: string, line: string): void {
  if (!line.includes('"gateway.answered"')) return
  const { method, path, status } = JSON.parse(line)
  appendFileSync(file, `${JSON.stringify({ method, path, status })}\n`)
}

/** A provider whose webhook finds the database busy is told so, and comes again: the answer that it is meant to get. */
const isTurnedAway = ({ path, status }: ServerFailure): boolean => status === 503 && /\/payments\/webhook\//.test(path)

/** What a stack's log told of so far. */
export function readFailures(file: string): ServerFailure[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line): ServerFailure => JSON.parse(line))
    .filter((failure) => !isTurnedAway(failure))
}

/** Each in one line. */
export function describeFailures(failures: readonly ServerFailure[]): string[] {
  return failures.map(({ method, path, status }) => `${method} ${path} was answered ${status}`)
}
