import { kept } from './format'

const listFormat = kept((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options))

/** Joins words as in a sentence: "licence, insurance and colour". */
export const formatList = (words: readonly string[], locale: string): string =>
  listFormat(locale, { type: 'conjunction' }).format(words)
