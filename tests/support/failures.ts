import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** A response of the server with a status of 500 or above. */
export interface ServerFailure {
  method: string
  path: string
  status: number
}

/** Records a line of a stack's log if it reports a server failure. */
export function recordFailure(file: string, line: string): void {
  if (!line.includes('"gateway.answered"')) return
  const { method, path, status } = JSON.parse(line)
  appendFileSync(file, `${JSON.stringify({ method, path, status })}\n`)
}

/** An expected failure: a provider whose webhook finds the database busy gets a 503 and retries. */
const isTurnedAway = ({ path, status }: ServerFailure): boolean => status === 503 && /\/payments\/webhook\//.test(path)

/** The failures in a stack's log so far. */
export function readFailures(file: string): ServerFailure[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line): ServerFailure => JSON.parse(line))
    .filter((failure) => !isTurnedAway(failure))
}

/** Describes failures, in one line each. */
export function describeFailures(failures: readonly ServerFailure[]): string[] {
  return failures.map(({ method, path, status }) => `${method} ${path} was answered ${status}`)
}
