/** Largest number of corrections that are tried for one mistyped word. */
const MOST_MEANT = 8

/** The words that occur in a region's places, for correcting typing errors. */
export class Vocabulary {
  readonly #byFirst = new Map<string, Set<string>>()

  constructor(words: Iterable<string>) {
    for (const word of words) this.#add(word)
  }

  /**
   * Returns up to `MOST_MEANT` known words that differ from `word` by a few typing errors, the most similar first. Two swapped
   * letters are one error. Only words that begin with the first or the second letter of `word` are found. With `isOpen`, `word`
   * may be incomplete: longer words with a similar beginning are returned, too.
   */
  meant(word: string, isOpen: boolean): string[] {
    const most = word.length < 4 ? 0 : word.length < 6 ? 1 : word.length < 10 ? 2 : 3
    const found: { candidate: string; errors: number }[] = []
    // Also try words that begin with the second typed letter, because the first two letters may be swapped.
    for (const first of new Set([word.charAt(0), word.charAt(1)])) {
      for (const candidate of this.#byFirst.get(first) ?? []) {
        if (candidate.length < word.length - most || (!isOpen && candidate.length > word.length + most)) continue
        const errors = typingErrors(word, candidate, isOpen)
        if (errors <= most) found.push({ candidate, errors })
      }
    }
    found.sort((a, b) => a.errors - b.errors || a.candidate.length - b.candidate.length)
    const least = found[0]?.errors ?? 0
    return found.filter(({ errors }) => errors <= least + 1).slice(0, MOST_MEANT).map(({ candidate }) => candidate)
  }

  #add(word: string): void {
    const first = word.charAt(0)
    const words = this.#byFirst.get(first)
    if (words) words.add(word)
    else this.#byFirst.set(first, new Set([word]))
  }
}

/**
 * Returns the number of insertions, deletions, changes and swaps that turn one word into the other (optimal string alignment).
 * With `isOpen`, `word` is compared with each beginning of `other`, and the smallest number counts.
 */
export function typingErrors(word: string, other: string, isOpen: boolean): number {
  const width = Math.min(other.length, word.length + 3)
  let before: number[] = []
  let last = Array.from({ length: width + 1 }, (_, i) => i)
  for (let i = 1; i <= word.length; i++) {
    const row = [i]
    for (let j = 1; j <= width; j++) {
      const isSame = word[i - 1] === other[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1]
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    ;[before, last] = [last, row]
  }
  return isOpen ? Math.min(...last) : (last[width] ?? 0) + other.length - width
}
