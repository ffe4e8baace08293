import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** An answer of 500 or above. */
export interface ServerFailure {
  method: string
  path: string
  status: number
}

const provoked: { status: number; path: string }[] = []

/** Declares that this file provokes such an answer on purpose, as of a map provider that is absent; a path by its beginning. */
export function provoke(status: 502 | 503 | 504, path: string): void {
  provoked.push({ status, path })
}

/** Takes note of a line of a stack's log where it tells of such an answer. */
export function recordFailure(file: string, line: string): void {
  if (!line.includes('"gateway.answered"')) return
  const { method, path, status } = JSON.parse(line)
  appendFileSync(file, `${JSON.stringify({ method, path, status })}\n`)
}

/** What a stack's log told of so far. */
export function readFailures(file: string): ServerFailure[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** Of these, the ones that nobody declared. */
export function undeclared(failures: readonly ServerFailure[]): string[] {
  return failures
    .filter(({ status, path }) => !provoked.some((one) => one.status === status && path.startsWith(one.path)))
    .map(({ method, path, status }) => `${method} ${path} was answered ${status}`)
}
