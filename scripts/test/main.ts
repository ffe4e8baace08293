import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isFull } from '../../tests/support/full.ts'
import { keepInMemory } from '../../tests/support/memory.ts'
import { add, none, withSecondTry } from './counts.ts'
import { type CpuMeter, openCpuMeter } from './cpu.ts'
import { type Machine, prepareMachine } from './machine.ts'
import { root, stopAll } from './process.ts'
import { runQueue, withNeeds } from './queue.ts'
import { duration, failedTests, Progress, type Result, showFailures, showTable } from './report.ts'
import { type Context, LAST_SECOND_TRY, LAST_STORIES, logFolder, SECOND_TRIES, type Suite, suites } from './suites.ts'

const help = `npm test                  all suites, and of the browser's stories the half that the commit draws
npm test -- SUITE…        some suites, by the beginning of their name: browser plays all stories
HACKNEY_FULL=1 npm test   everything, with the large counts

Suites:
${suites.map(({ name, about }) => `  ${name.padEnd(24)}${about}`).join('\n')}`

/**
 * 0 or 1 by the commit, so that two runs of one commit play the same stories and the next commits also the others. 0 without
 * git.
 */
function drawHalf(): number {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return Number.parseInt(stdout?.trim().at(-1) ?? '0', 16) % 2 || 0
}

/** All stories take longer than the other suites together, on a slow machine more than an hour. */
function ordinary(): Suite[] {
  const half = drawHalf()
  return suites.filter(({ part }) => part === undefined || part % 2 === half)
}

function choose(words: string[]): Suite[] {
  if (words.length === 0) return suites
  for (const word of words) {
    if (!suites.some(({ name }) => name.startsWith(word))) {
      console.error(`There is no suite "${word}".\n\n${help}`)
      process.exit(2)
    }
  }
  return withNeeds(
    suites,
    suites.filter(({ name }) => words.some((word) => name.startsWith(word)))
  )
}

/** Number of suites that run at the same time. With three, two processors are so busy that time limits are missed. */
const LANES = 2

/** Duration and processor time of a suite that has begun at `begin`, both in milliseconds. */
function spent(begin: number, cpu: CpuMeter | null): { time: number; cpu: number | null } {
  const seconds = cpu?.seconds() ?? null
  return { time: Date.now() - begin, cpu: seconds === null ? null : seconds * 1000 }
}

/** Why a suite of this run is left out after it has run for `time` (ms); null if it is not. */
function reasonToSkip(suite: Suite, machine: Machine, isOrdinary: boolean, time: number): string | null {
  if (isOrdinary && suite.part !== undefined && time > LAST_STORIES)
    return `no time left on this machine; npm test -- "${suite.name}" plays them`
  return suite.cannotRun?.(machine) ?? null
}

/** Paths of the files that a suite writes, without their endings. */
const filesOf = ({ name }: Suite): string => join(logFolder, name.replaceAll(' ', '-'))

async function runSuite(suite: Suite, machine: Machine, reason: string | null): Promise<Result> {
  const file = suite.name.replaceAll(' ', '-')
  const log = `${filesOf(suite)}.log`
  const result = { name: suite.name, log, time: 0, cpu: null }
  if (reason) return { ...result, ...none, skipped: 1, note: reason }
  const cpu = openCpuMeter(file)
  const context: Context = {
    machine,
    log,
    report: `${filesOf(suite)}.report`,
    cpu
  }
  const begin = Date.now()
  try {
    const counts = await suite.run(context)
    return { ...result, ...counts, ...spent(begin, cpu) }
  } catch (error) {
    const note = `The suite broke: ${error instanceof Error ? error.message : error}`
    return { ...result, ...none, failed: 1, ...spent(begin, cpu), note }
  } finally {
    cpu?.close()
  }
}

/** Runs the failed tests of a suite once more, with no other suite beside them. */
async function secondTry(suite: Suite, result: Result, machine: Machine): Promise<Result> {
  if (suite.again === undefined || result.failed === 0 || result.failed > SECOND_TRIES) return result
  console.log(`${suite.name}: once more, alone: ${result.failed} failed …`)
  try {
    const context = { machine, log: result.log, report: `${filesOf(suite)}.report`, cpu: null }
    const again = await suite.again(context)
    if (again === null) return result
    console.log(again.failed === 0 ? 'passed at the second try' : `${again.failed} failed again`)
    return { ...result, ...withSecondTry(result, again) }
  } catch (error) {
    // The second try broke: the first counts.
    console.log(String(error))
    return result
  }
}

function summary(label: string, { passed, failed, skipped, time, note }: Result): string {
  if (time === 0) return `${label} skipped: ${note}`
  const skips = skipped > 0 ? `, ${skipped} skipped` : ''
  return `${label} ${failed === 0 ? 'fine' : 'FAILED'}: ${passed} passed, ${failed} failed${skips}, ${duration(time)}`
}

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** Ends all suites and other processes after a signal; missing results are not reported. */
async function giveUp(signal: keyof typeof exitCodes): Promise<void> {
  console.log('\nStopping…')
  console.log = () => undefined
  await stopAll()
  process.exit(exitCodes[signal])
}

async function main(): Promise<void> {
  const words = process.argv.slice(2)
  if (words.includes('--help')) {
    console.log(help)
    return
  }
  const isOrdinary = words.length === 0 && !isFull
  const chosen = isOrdinary ? ordinary() : choose(words)
  keepInMemory()
  rmSync(logFolder, { recursive: true, force: true })
  mkdirSync(logFolder, { recursive: true })
  console.log(`Testing Hackney: ${chosen.map(({ name }) => name).join(', ')}`)
  const machine = prepareMachine(chosen.some(({ cannotRun }) => cannotRun))
  for (const hint of machine.hints) console.log(hint)

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void giveUp(signal))
  const begin = Date.now()
  const progress = new Progress()
  const results = await runQueue(chosen, LANES, async (suite) => {
    const label = `[${chosen.indexOf(suite) + 1}/${chosen.length}] ${suite.name}`
    progress.begin(label)
    const result = await runSuite(suite, machine, reasonToSkip(suite, machine, isOrdinary, Date.now() - begin))
    progress.end(label, summary(label, result))
    if (result.failed > 0) for (const line of failedTests(result)) console.log(line)
    return result
  })
  progress.stop()
  for (const [index, suite] of chosen.entries()) {
    const result = results[index]
    if (!result || (isOrdinary && Date.now() - begin > LAST_SECOND_TRY)) continue
    results[index] = await secondTry(suite, result, machine)
  }
  showFailures(results)
  showTable(results, Date.now() - begin)
  process.exitCode = add(...results).failed === 0 ? 0 : 1
}

await main()
