/*
 * The choice of the page's language. The build copies this function into index.html (scripts/build/choice.ts), which needs it
 * before the first paint, so it uses nothing outside of itself.
 */

/** What a person asked for. */
export interface Asked {
  /** The query of the page's address. */
  search: string
  /** The language that the person chose earlier in this browser; null if none. */
  stored: string | null | undefined
  /** The languages that the browser prefers, the favourite first. */
  preferred: readonly string[]
}

/**
 * Returns the first offered language that the address, an earlier choice or the browser asks for, even if only the region
 * differs. If there is none, returns the default language.
 *
 * @param offered the tags of the languages to choose from, the default one first
 */
export function chooseLanguage(offered: readonly string[], { search, stored, preferred }: Asked): string | undefined {
  const part = (tag: string) => tag.split('-')[0]
  for (const tag of [new URLSearchParams(search).get('lang'), stored, ...preferred]) {
    const found = tag && (offered.find((one) => one === tag) ?? offered.find((one) => part(one) === part(tag)))
    if (found) return found
  }
  return offered[0]
}
