import { cut } from './channels/plain.ts'

/** The shortest cut name that still says who writes. */
const SHORTEST_NAME = 3

/** Returns a name without its accents, so that it may be written in GSM 7-bit. */
export const withoutAccents = (name: string): string => name.normalize('NFD').replaceAll(/\p{Mn}/gu, '')

/** Returns a firm's name cut shorter and shorter, each with and without its accents. */
export const shorterNames = (firm: string): string[] =>
  Array.from(
    { length: Math.max(0, firm.length - SHORTEST_NAME) },
    (_, index) => [firm, withoutAccents(firm)].map((name) => cut(name, firm.length - 1 - index)),
  ).flat()
