export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}

/** Whether the database can store every text in a JSON value: no zero character, no half of a surrogate pair. */
export function isStorable(value: unknown): boolean {
  // Use a work list instead of recursion: a deeply nested body would overflow the stack.
  const left: unknown[] = [value]
  while (left.length > 0) {
    const part = left.pop()
    if (typeof part === 'string' && (part.includes('\0') || !part.isWellFormed())) return false
    if (typeof part === 'object' && part !== null) {
      for (const [name, inner] of Object.entries(part)) left.push(name, inner)
    }
  }
  return true
}

/** Returns at most the first `length` characters of a text, without half of a surrogate pair at the end. */
export function shorten(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
