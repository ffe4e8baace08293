import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CpuMeter } from './cpu.ts'

export const root = join(import.meta.dirname, '..', '..')

export interface Command {
  command: string
  args: string[]
  /** Path of the file to which stdout and stderr are appended. */
  log: string
  env?: NodeJS.ProcessEnv
  /** Measures the command and everything that it starts. */
  cpu?: CpuMeter | null
  /** Milliseconds until the command and its children are stopped. */
  timeout?: number
}

const running = new Set<ChildProcess>()
/** Whether everything is being ended: stopping a suite frees a slot, in which the next suite must not start. */
let isEnding = false

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // No process of the group is running any more.
  }
}

/** Whether any process of the command's group is still running. */
function isAlive({ pid }: ChildProcess): boolean {
  try {
    return pid !== undefined && process.kill(-pid, 0)
  } catch {
    return false
  }
}

/**
 * Asks a command and its children to stop, and kills those that are left after 8 s. A test runner ends first; its children,
 * such as a stack with its database, need a moment longer.
 */
export async function stop(child: ChildProcess): Promise<void> {
  signalGroup(child, 'SIGTERM')
  for (let waited = 0; isAlive(child) && waited < 8000; waited += 100) await sleep(100)
  signalGroup(child, 'SIGKILL')
}

export async function stopAll(): Promise<void> {
  isEnding = true
  await Promise.all([...running].map(stop))
}

/** Starts a command in its own process group, so that all of its processes can be ended. */
export function start({ command, args, log, env, cpu }: Command): ChildProcess {
  if (isEnding) throw new Error('The tests are being stopped.')
  const file = openSync(log, 'a')
  writeSync(file, `$ ${[command, ...args].join(' ').replaceAll(`${root}/`, '')}\n`)
  const child = spawn(command === 'node' ? process.execPath : command, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', file, file],
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      FORCE_COLOR: undefined,
      NO_COLOR: '1',
      ...env
    }
  })
  closeSync(file)
  if (child.pid !== undefined) cpu?.include(child.pid)
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/** Runs a command to its end. Returns its exit code, or a word for a timeout or a failed start. */
export async function run(command: Command): Promise<number | string> {
  const child = start(command)
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'ended'))
    if (command.timeout) {
      timer = setTimeout(() => {
        resolve(`stopped after ${Math.round((command.timeout ?? 0) / 1000)} s`)
        void stop(child)
      }, command.timeout)
    }
  })
  const code = await end
  clearTimeout(timer)
  return code
}
