/** The position of an error, counted from 1 as editors do. */
export interface JsonError {
  line: number
  column: number
  /** True if the JSON is valid, but the value there is a number, a list or another value that is no text. */
  isNoText?: true
}

const DEEPEST = 8
const token = {
  space: /[ \t\n\r]*/y,
  string: /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy,
  scalar: /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y
}

/** Finds the position of the first JSON error, because browsers report it differently or not at all. */
class Scanner {
  at = 0
  /** The position of the first value that is no text. */
  other: number | null = null
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found !== null
  }

  sign(sign: string): boolean {
    this.take(token.space)
    const isThere = this.text[this.at] === sign
    if (isThere) this.at++
    return isThere
  }

  /** Reads items separated by commas, up to the closing character. Returns whether that succeeded. */
  list(close: string, item: () => boolean): boolean {
    if (this.sign(close)) return true
    do {
      if (!item()) return false
    } while (this.sign(','))
    return this.sign(close)
  }

  value(depth = 0): boolean {
    if (depth > DEEPEST) return false
    if (this.sign('{')) {
      return this.list('}', () => {
        this.take(token.space)
        return this.take(token.string) && this.sign(':') && this.value(depth + 1)
      })
    }
    if (this.take(token.string)) return true
    this.other ??= this.at
    if (this.sign('[')) return this.list(']', () => this.value(depth + 1))
    return this.take(token.scalar)
  }
}

function errorAt(text: string, at: number): JsonError {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Parses a JSON object of texts, which may be nested, or returns the position of the first error. */
export function parseObject(text: string): { value: Record<string, unknown> } | { error: JsonError } {
  const start = /\S/.exec(text)?.index ?? 0
  if (text[start] !== '{') return { error: errorAt(text, start) }
  const scanner = new Scanner(text)
  const isRead = scanner.value()
  try {
    const value = JSON.parse(text) as Record<string, unknown>
    if (isRead && scanner.other !== null) return { error: { ...errorAt(text, scanner.other), isNoText: true } }
    return { value }
  } catch {
    if (isRead) scanner.take(token.space)
    return { error: errorAt(text, scanner.at) }
  }
}
