import createBidi, { type Bidi } from 'bidi-js'
import * as hb from 'harfbuzzjs'
import { type Face, facesOf, type Weight } from './faces.ts'

export interface Glyph {
  id: number
  /** How far the next glyph is from this one (font units); `dx` and `dy` are this glyph's own offset. */
  advance: number
  dx: number
  dy: number
  /** The letters that the glyph represents; empty if another glyph of the same cluster has them. */
  text: string
}

/** Glyphs of one font, from left to right. */
export interface Run {
  face: Face
  glyphs: Glyph[]
}

/** A line of text whose runs are in drawing order, from left to right. */
export interface ShapedLine {
  text: string
  runs: Run[]
  /** The line's width, in units of the font size. */
  width: number
}

export type Base = 'ltr' | 'rtl' | 'auto'

// The cast is needed because the library's types describe a different module format.
const bidi = (createBidi as unknown as () => Bidi)()
/** Combining marks and joiners, which are drawn in the font of the letter before them. */
const clinging = /^[\p{M}\u200c\u200d]$/u
/** Invisible direction characters, which are removed from the text before it is drawn. */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function faceFor(letter: string, faces: readonly Face[], before: Face | undefined): Face {
  if (before && clinging.test(letter)) return before
  const code = letter.codePointAt(0) ?? 0
  return faces.find(({ letters }) => letters.has(code)) ?? before ?? faces[0] as Face
}

interface Piece {
  start: number
  end: number
  level: number
  face: Face
}

/** Splits a text into pieces in reading order; each piece has one bidi level and one font. */
function piecesOf(text: string, levels: Uint8Array, faces: readonly Face[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const letter of text) {
    const last = pieces.at(-1)
    const level = levels[at] ?? 0
    const face = faceFor(letter, faces, last?.face)
    if (last && last.level === level && last.face === face) last.end += letter.length
    else pieces.push({ start: at, end: at + letter.length, level, face })
    at += letter.length
  }
  return pieces
}

/** Brings pieces of text from reading order into drawing order (rule L2 of the bidirectional algorithm). */
function reorder(pieces: readonly Piece[]): Piece[] {
  const drawn = [...pieces]
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < drawn.length; from++) {
      if ((drawn[from]?.level ?? 0) < level) continue
      let to = from
      while ((drawn[to + 1]?.level ?? 0) >= level) to++
      drawn.splice(from, to - from + 1, ...drawn.slice(from, to + 1).reverse())
      from = to
    }
  }
  return drawn
}

function shapePiece(text: string, { start, end, level, face }: Piece, features: hb.Feature[]): Run {
  const buffer = new hb.Buffer()
  buffer.addText(text, start, end - start)
  // With this setting combining marks form clusters of their own, so that each glyph is assigned exactly its own letters.
  buffer.setClusterLevel(hb.ClusterLevel.MONOTONE_CHARACTERS)
  buffer.setDirection(level % 2 === 1 ? hb.Direction.RTL : hb.Direction.LTR)
  buffer.guessSegmentProperties()
  hb.shape(face.font, buffer, features)
  const shaped = buffer.getGlyphInfos()
  const places = buffer.getGlyphPositions()
  const clusters = [...new Set(shaped.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const endOf = new Map(clusters.map((cluster, at) => [cluster, clusters[at + 1] ?? end]))
  const said = new Set<number>()
  const glyphs = shaped.map(({ codepoint: id, cluster }, at): Glyph => {
    const isFirst = !said.has(cluster)
    said.add(cluster)
    const { xAdvance: advance = 0, xOffset: dx = 0, yOffset: dy = 0 } = places[at] ?? {}
    return { id, advance, dx, dy, text: isFirst ? text.slice(cluster, endOf.get(cluster)) : '' }
  })
  return { face, glyphs }
}

/** Whether a text reads from right to left: the first letter that has a direction decides. */
export const isRtlText = (text: string): boolean => (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) === 1

/**
 * Converts a text into glyphs in drawing order. The Unicode bidirectional algorithm orders the text, HarfBuzz shapes the
 * letters.
 *
 * @param base direction of the whole line; `auto`: the direction of the first letter that has one
 * @param tabular whether all digits get the same width, for columns of numbers
 */
export function shapeLine(said: string, weight: Weight, base: Base = 'auto', tabular = false): ShapedLine {
  const text = said.replaceAll(directions, '')
  const { levels } = bidi.getEmbeddingLevels(text, base)
  const features = tabular ? [new hb.Feature('tnum', 1)] : []
  const pieces = reorder(piecesOf(text, levels, facesOf(weight)))
  const runs = pieces.map((piece) => shapePiece(text, piece, features))
  const width = runs.reduce(
    (sum, { face, glyphs }) => sum + glyphs.reduce((all, { advance }) => all + advance, 0) / face.upem,
    0,
  )
  return { text, runs, width }
}
