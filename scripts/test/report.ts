import { existsSync, readFileSync } from 'node:fs'
import { add, type Counts, sentence, sentenceOfKinds } from './counts.ts'
import { root } from './process.ts'

export interface Result extends Counts {
  name: string
  /** Duration in milliseconds. */
  time: number
  /** User and system time of all its processes in milliseconds; null where the system cannot tell. */
  cpu: number | null
  log: string
  /** Why the suite was skipped, or what failed outside of any test. */
  note?: string
}

const HEARTBEAT = 60_000
const isTerminal = process.stdout.isTTY === true

export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  const whole = Math.round(seconds)
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** Shows the running suites: on a terminal one line that counts up, elsewhere one line a minute. */
export class Progress {
  readonly #begun = new Map<string, number>()
  readonly #timer = setInterval(() => this.#show(), isTerminal ? 1000 : HEARTBEAT)

  begin(label: string): void {
    this.#begun.set(label, Date.now())
    if (isTerminal) this.#show()
    else console.log(`${label} …`)
  }

  /** Prints a suite's result in place of its progress line. */
  end(label: string, text: string): void {
    this.#begun.delete(label)
    this.#clear()
    console.log(text)
    if (isTerminal) this.#show()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#clear()
  }

  #clear(): void {
    if (isTerminal) process.stdout.write('\r\x1b[K')
  }

  #show(): void {
    const line = [...this.#begun].map(([label, begin]) => `${label} … ${duration(Date.now() - begin)}`).join('   ')
    if (isTerminal) process.stdout.write(`\r\x1b[K${line.slice(0, (process.stdout.columns ?? 80) - 1)}`)
    else if (line) console.log(line)
  }
}

/** The beginning of a failed test's line in the runners' output. */
const FAILURE = /^\s*(not ok|✘|×|FAIL)/

/** Shortens a log: its first and last lines, where causes usually are, and failures with the lines after them. */
function trimmed(log: string, first = 40, last = 200, after = 6): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []
  if (lines.length <= first + last) return lines.join('\n')
  const middle = lines.slice(first, -last)
  const kept = middle.filter((_, index) =>
    middle.slice(Math.max(0, index - after), index + 1).some((line) => FAILURE.test(line))
  )
  const note = `… ${middle.length - kept.length} lines left out, all in ${log} …`
  return [...lines.slice(0, first), note, ...kept, ...lines.slice(-last)].join('\n')
}

/** The lines of a suite's log that name a failed test; at most 20, since one cause often fails many. */
export function failedTests({ log }: Result): string[] {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
  return [
    ...new Set(lines.filter((line) => FAILURE.test(line)).map((line) => line.trimEnd().replaceAll(root, '.')))
  ].slice(0, 20)
}

export function showFailures(results: Result[]): void {
  for (const result of results.filter((it) => it.failed > 0)) {
    console.log(`\n${'─'.repeat(30)} ${result.name} ${'─'.repeat(30)}`)
    console.log(trimmed(result.log).replaceAll(root, '.'))
    if (result.note) console.log(result.note)
  }
}

/**
 * Prints one table, the sums by kind of test and, as the last line, the sums of all. Suites run concurrently, so `time` is
 * less than the sum of their times.
 */
export function showTable(results: Result[], time: number): void {
  const head = ['suite', 'passed', 'failed', 'skipped', 'time', 'CPU', 'what passed']
  const rows = results.map((it) => [
    it.name,
    String(it.passed),
    String(it.failed),
    String(it.skipped),
    it.time > 0 ? duration(it.time) : '-',
    it.cpu === null ? '-' : duration(it.cpu),
    sentenceOfKinds(it)
  ])
  const isText = (column: number) => column === 0 || column === head.length - 1
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  console.log(`\n${line(head)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`)
  for (const row of rows) console.log(line(row))
  const measured = results.flatMap(({ cpu }) => cpu ?? [])
  const cpu = measured.reduce((sum, one) => sum + one, 0)
  const processor = measured.length > 0 ? `, ${duration(cpu)} of processor time` : ''
  const sums = add(...results)
  console.log(`\n${duration(time)} in all${processor}\n${sentenceOfKinds(sums)}\n${sentence(sums)}`)
}
