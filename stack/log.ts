import type { Log } from './types.ts'

type Level = 'info' | 'warn' | 'error'

/**
 * Replaces an error by its message, because JSON omits an error's fields. A stack trace would need more than the event's one
 * line.
 */
function plain(value: unknown): unknown {
  if (value instanceof Error) return value.message
  return value
}

function asText(value: unknown): string {
  const shown = plain(value)
  const text = typeof shown === 'string' ? shown : (JSON.stringify(shown) ?? String(shown))
  const line = text.replaceAll(/\s*\n\s*/g, ' ')
  return /^[\w./:@+-]*$/.test(line) ? line : JSON.stringify(line)
}

/**
 * Creates a log with one line per event: `12:00:01 info  event key=value` as text, or one JSON object.
 *
 * @param format `text` for people, `json` for programs.
 * @param write Writes one line; default: standard error.
 */
export function createLog(
  format: 'text' | 'json',
  write: (line: string) => void = (line) => process.stderr.write(`${line}\n`)
): Log {
  const emit = (level: Level, event: string, fields: Record<string, unknown> = {}): void => {
    const at = new Date().toISOString()
    if (format === 'json') {
      const shown = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, plain(value)]))
      write(JSON.stringify({ at, level, event, ...shown }))
      return
    }
    const rest = Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}=${asText(value)}`)
    write([at.slice(11, 19), level.padEnd(5), event, ...rest].join(' '))
  }
  return {
    info: (event, fields) => emit('info', event, fields),
    warn: (event, fields) => emit('warn', event, fields),
    error: (event, fields) => emit('error', event, fields)
  }
}
