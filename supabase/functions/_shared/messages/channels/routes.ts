/** The providers that the operator chose by the receiver's number. */
export interface Routes {
  /** All providers that are named, in order. */
  names: string[]
  /** Returns the providers for a number, those of the longest prefix first. */
  namesFor(number: string): string[]
  /** What cannot be read, for the log. */
  problems: string[]
}

/**
 * Reads SMS_ROUTES, such as `33:vonage,*:twilio`: a prefix of the number without `+`, or `*` for all others, and a provider.
 */
export function readRoutes(list: string): Routes {
  const entries = list.split(',').map((entry) => entry.trim()).filter((entry) => entry !== '')
  const routes = entries.flatMap((entry) => {
    const [, prefix = '', name = ''] = /^\+?(\d{1,10}|\*)\s*:\s*([\w-]+)$/.exec(entry) ?? []
    return name ? [{ prefix: prefix.replace('*', ''), name }] : []
  })
  const problems = routes.length < entries.length ? ['SMS_ROUTES is not a list such as 33:vonage,*:twilio'] : []
  const longestFirst = routes.toSorted((a, b) => b.prefix.length - a.prefix.length)
  return {
    names: [...new Set(routes.map(({ name }) => name))],
    namesFor: (number) => {
      const found = longestFirst.filter(({ prefix }) => number.startsWith(`+${prefix}`))
      return [...new Set(found.map(({ name }) => name))]
    },
    problems,
  }
}
