import type { Phase } from './options.ts'

const WORDS: Record<Phase, string> = { reading: 'Reading', roads: 'Roads', places: 'Places', map: 'Map tiles' }
const BAR = 30
const BAR_EVERY_MS = 100
const LINE_EVERY_MS = 10_000

export interface ProgressOptions {
  /** Size of the input in bytes, shown while it is read. */
  bytes: number
  stream?: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>
  now?: () => number
}

/**
 * Shows the progress of an import: on a terminal as a moving bar, elsewhere (such as in a log) as a line every ten seconds. An
 * import that takes less than ten seconds prints nothing into a log. `end` clears the bar.
 */
export function showProgress({ bytes, stream = process.stderr, now = () => performance.now() }: ProgressOptions): {
  progress: (phase: Phase, share: number) => void
  end: () => void
} {
  const every = stream.isTTY ? BAR_EVERY_MS : LINE_EVERY_MS
  let last = stream.isTTY ? Number.NEGATIVE_INFINITY : now()
  return {
    progress(phase, share) {
      const time = now()
      if (time - last < every) return
      last = time
      const text = textOf(phase, share, bytes)
      stream.write(
        stream.isTTY ? `\r\u001b[K${WORDS[phase].padEnd(10)}${bar(share)} ${text}` : `${WORDS[phase]}: ${text}\n`
      )
    },
    end() {
      if (stream.isTTY) stream.write('\r\u001b[K')
    }
  }
}

function bar(share: number): string {
  const full = Math.round(share * BAR)
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`
}

function textOf(phase: Phase, share: number, bytes: number): string {
  const percent = `${Math.floor(share * 100)} %`
  if (phase !== 'reading') return percent
  const megabytes = (count: number) => (count / 1e6).toFixed(count < 1e7 ? 1 : 0)
  return `${percent} of ${megabytes(bytes)} MB`
}
