// Counts the segments of a text message. A message of letters of GSM 7-bit (3GPP TS 23.038, 6.2.1) has 160 in one segment, or
// 153 in each of several; any other letter makes it UCS-2, with 70 or 67. Providers bill each segment.

const BASIC = '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Letters that take two places, as each follows an escape. */
const EXTENDED = '\f^{}\\[~]|€'

const places = new Map<string, number>([
  ...[...BASIC].map((letter) => [letter, 1] as const),
  ...[...EXTENDED].map((letter) => [letter, 2] as const),
])

const LIMITS = { gsm7: { one: 160, many: 153 }, ucs2: { one: 70, many: 67 } }

export interface Counted {
  encoding: 'gsm7' | 'ucs2'
  segments: number
  /** Places that the text takes: septets or UTF-16 units. */
  units: number
}

/** Counts the segments of a text. A letter of two places never lies in two segments. */
export function countSegments(text: string): Counted {
  const letters = [...text]
  const encoding = letters.every((letter) => places.has(letter)) ? 'gsm7' : 'ucs2'
  const sizes = letters.map((letter) => encoding === 'gsm7' ? places.get(letter) ?? 0 : letter.length)
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const { one, many } = LIMITS[encoding]
  if (units <= one) return { encoding, segments: 1, units }
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > many) {
      segments++
      used = 0
    }
    used += size
  }
  return { encoding, segments, units }
}

/** The most segments of one text message: Twilio takes 1,600 characters, others less, and each segment costs. */
export const MOST_SEGMENTS = 10

/** Cuts a text to `MOST_SEGMENTS` segments. */
export function cutToSegments(text: string): string {
  let kept = [...text].slice(0, LIMITS.gsm7.many * MOST_SEGMENTS)
  while (countSegments(kept.join('')).segments > MOST_SEGMENTS) {
    kept = kept.slice(0, Math.max(LIMITS.ucs2.many, kept.length - LIMITS.ucs2.many))
  }
  return kept.join('')
}
