import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { banner } from './cli/announce.ts'
import { type Options, readArgs, usage } from './cli/args.ts'
import { chooseCity, startCity } from './cli/city.ts'
import { createStopper } from './cli/stop.ts'
import { Failure } from './failure.ts'
import { createLog } from './log.ts'
import type { Log } from './types.ts'

const root = resolve(import.meta.dirname, '..')

/**
 * Writes an error to the log if there is one, else to standard error. A Failure becomes one line with the problem and what to
 * do about it. Any other error is a bug, and is written with its stack trace.
 */
function complain(error: unknown, log: Log | null): void {
  const text = error instanceof Failure ? `${error.message} ${error.remedy}` : String((error as Error)?.stack ?? error)
  if (log) log.error('failed', { message: text })
  else process.stderr.write(`${text}\n`)
}

async function run(options: Options): Promise<void> {
  const json = options.logFormat === 'json'
  const log = createLog(options.logFormat)
  const stopper = createStopper(log)
  const end = (code: number): void => {
    stopper.stop().finally(() => process.exit(code))
  }
  // End at an error of an output stream (EPIPE): the program that read our output is gone. Without this handler the error would
  // be logged, and each log line would raise the next error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => end(0))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
  let isReady = false
  process.on('uncaughtException', (error) => {
    // An error of one request must not end the stack: log it and continue.
    if (isReady && !(error instanceof Failure)) {
      log.error('uncaught', { error, stack: error.stack })
      return
    }
    complain(error, json ? log : null)
    end(1)
  })
  try {
    // Import the stack only now, so that a wrong option is refused at once. Loading the stack takes five times as long as
    // refusing an option. The cache of compiled code halves the time from the second start on.
    enableCompileCache(join(root, 'node_modules/.cache/hackney/code'))
    const { startDatabase, startStack } = await import('./cli/start.ts')
    if (options.command === 'db') {
      const url = await startDatabase(root, options, log, stopper)
      process.stdout.write(
        `${json ? JSON.stringify({ event: 'ready', databaseUrl: url }) : `${url}\nHackney is ready`}\n`
      )
      return
    }
    const { running, playHistory } = await startStack(root, options, log, stopper)
    isReady = true
    const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true
    const choice = chooseCity(options, { isTerminal, ci: process.env.CI })
    process.stdout.write(json ? `${JSON.stringify({ event: 'ready', ...running })}\n` : banner(running, choice))
    if (!choice.isOn) return void playHistory()
    const city = startCity({
      root,
      region: options.region,
      running,
      dataDir: options.dataDir,
      log,
      isEarly: options.history
    })
    stopper.add('city', () => city.stop())
    // Generate the history of past bookings only after the simulated city has started. Otherwise both would compete for the
    // database, and the city, which the person is looking at, would be slow.
    void city.awake.then(playHistory).then(() => city.everyone())
  } catch (error) {
    complain(error, json ? log : null)
    end(1)
  }
}

try {
  const options = readArgs(process.argv.slice(2), root)
  if (options.help) process.stdout.write(`${usage}\n`)
  else await run(options)
} catch (error) {
  complain(error, null)
  process.exitCode = 1
}
