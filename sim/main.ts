import { parseArgs } from 'node:util'
import { wakeCity } from './city.ts'
import type { Log } from './town.ts'

/*
 * The program of the demo city: simulated drivers and riders. The stack starts it as a separate process and sends it two
 * messages: `everyone` when the demo company's past bookings are complete, and `stop` at the end. The program sends log entries
 * back.
 */

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    inbox: { type: 'string' },
    region: { type: 'string' },
    data: { type: 'string' },
    seed: { type: 'string', default: 'hackney' },
    /** Whether only the drivers with `isFirst` work until the stack sends `everyone`. */
    early: { type: 'boolean', default: false }
  }
})
const { url, key, inbox, region, data, seed, early } = values
if (!url || !key || !inbox || !region) {
  process.stderr.write(
    'node sim/main.ts --url=URL --key=PUBLISHABLE_KEY --inbox=URL --region=DIR [--data=DIR] [--seed=TEXT]\n'
  )
  process.exit(2)
}

const logAt =
  (level: 'info' | 'warn' | 'error') =>
  (event: string, fields: Record<string, unknown> = {}) => {
    if (process.send) process.send({ level, event, fields })
    else process.stderr.write(`${JSON.stringify({ level, event, ...fields })}\n`)
  }
const log: Log = { info: logAt('info'), warn: logAt('warn'), error: logAt('error') }

// Ignore Ctrl-C, which a terminal sends to this process, too. The stack sends `stop` while its gateway still responds.
if (process.send) process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())

try {
  const city = await wakeCity({ url, key, inbox, region, data: data ?? null, seed, log }, early)
  const end = () => void city.stop().finally(() => process.exit())
  process.on('message', (message) => {
    if (message === 'everyone') city.everyone()
    else if (message === 'stop') end()
  })
  process.on('SIGTERM', end)
  if (!process.send) process.on('SIGINT', end)
} catch (error) {
  log.warn('city.asleep', { reason: error instanceof Error ? error.message : String(error) })
  process.exit()
}
