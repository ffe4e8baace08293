import { decodeBase64 } from '@std/encoding/base64'
import * as hb from 'harfbuzzjs'
import interRegular from '../fonts/inter-regular.ts'
import interSemibold from '../fonts/inter-semibold.ts'
import vazirmatnRegular from '../fonts/vazirmatn-regular.ts'
import vazirmatnSemibold from '../fonts/vazirmatn-semibold.ts'

export type Weight = 'regular' | 'semibold'

/** A font, for shaping text and for embedding into a PDF. */
export interface Face {
  name: string
  bytes: Uint8Array
  font: hb.Font
  upem: number
  /** Code points of the letters that the font has. */
  letters: ReadonlySet<number>
}

function load(name: string, base64: string): Face {
  const bytes = decodeBase64(base64)
  const face = new hb.Face(new hb.Blob(bytes.slice().buffer))
  return { name, bytes, font: new hb.Font(face), upem: face.upem, letters: new Set(face.collectUnicodes()) }
}

const kept = new Map<Weight, readonly Face[]>()

/** Returns the fonts of a weight. Each letter is drawn in the first font that has it, as with a browser's `font-family`. */
export function facesOf(weight: Weight): readonly Face[] {
  const known = kept.get(weight)
  if (known) return known
  const faces = weight === 'regular'
    ? [load('Inter-Regular', interRegular), load('Vazirmatn-Regular', vazirmatnRegular)]
    : [load('Inter-SemiBold', interSemibold), load('Vazirmatn-SemiBold', vazirmatnSemibold)]
  kept.set(weight, faces)
  return faces
}
