/** A second factor: the codes of an authenticator app. */
export interface Factor {
  id: string
  name: string
  /** When it was set up, and when its code was last asked for (ISO). */
  addedAt: string
  usedAt: string | null
}

/** How many digits the code of an authenticator app has. */
export const CODE_LENGTH = 6

/** Returns the key in groups of four characters, as people read and type it. */
export const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** Returns the first name of the row that no factor has: Auth refuses two factors of one name. */
export function freeName(taken: readonly string[], nameOf: (number: number) => string): string {
  for (let number = 1; ; number += 1) {
    const name = nameOf(number)
    if (!taken.includes(name)) return name
  }
}

/**
 * Returns the factors in the order in which a code is tried: the one that was used last is probably the one in use. People need
 * not say which app shows the code.
 */
export const byUse = (factors: readonly Factor[]): Factor[] =>
  [...factors].sort((one, other) => (other.usedAt ?? '').localeCompare(one.usedAt ?? ''))
