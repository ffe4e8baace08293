import i18next from 'i18next'

/**
 * Returns the keys of a group of texts, for a filter that offers each. A language that the operator added may have only some of
 * them, so the languages to which it falls back come first.
 */
export const keysOf = (namespace: string, group: string): string[] => [
  ...new Set(
    i18next.languages.toReversed().flatMap((one) => Object.keys(i18next.getResource(one, namespace, group) ?? {}))
  )
]
