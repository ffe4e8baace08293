/** Changed copies of a provider's messages, for the conformance tests. */
import { assert } from '@std/assert'
import type { Message } from '../simulation.ts'

/** Largest number of positions of a webhook's body at which a test changes a character, one position at a time. */
const SAMPLES = 400

export const bytesOf = ({ body }: Message): Uint8Array<ArrayBuffer> =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body.slice()

/** Returns the positions in the body that the signature covers. */
export function signedPositions({ signed }: Message, bytes: Uint8Array): Set<number> {
  if (signed === 'all') return new Set(bytes.keys())
  const body = new TextDecoder('latin1').decode(bytes)
  return new Set(signed.flatMap((part) => {
    const at = body.indexOf(part)
    assert(at >= 0 && body.indexOf(part, at + 1) < 0, `${part} stands in the body once`)
    return [...part].map((_, index) => at + index)
  }))
}

export function positionsOf(length: number): number[] {
  const step = Math.max(1, length / SAMPLES)
  return [...new Set(Array.from({ length: Math.ceil(length / step) }, (_, index) => Math.floor(index * step)))]
}

/** Returns changed copies of a text: one character replaced, the end cut off, a digit appended, other letter case. */
export function changesOf(text: string): string[] {
  if (text === '') return []
  const places = [0, Math.floor(text.length / 3), Math.floor(text.length / 2), text.length - 1]
  const changed = places.map((at) => `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`)
  return [...changed, text.slice(0, -1), `${text}0`, text.toUpperCase(), text.toLowerCase()].filter((other) =>
    other !== text
  )
}
