import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure.ts'

/**
 * What a data folder is for. The demo's people and cars are loaded into a demo's folder only: a firm's folder starts empty, has
 * a map region of its own, and carries this file as its mark, so that every later start knows it.
 */
const markFile = 'firm'

/** The folder of a firm, unless another is named. */
export const firmFolder = '.firm'

/** Whether a data folder is a firm's. */
export const isFirm = (dataDir: string): boolean => existsSync(join(dataDir, markFile))

/** Files of a database, whatever its engine. */
const databaseFiles = ['postgres', 'cluster-id', 'pglite']

/**
 * Marks a new data folder as a firm's. Does nothing if it is one already.
 *
 * @throws Failure if the folder holds a database with the demo.
 */
export function markFirm(dataDir: string): void {
  if (isFirm(dataDir)) return
  if (readdirSync(dataDir).some((name) => databaseFiles.includes(name))) {
    throw new Failure(
      `The folder ${dataDir} holds the demo, and a firm begins with an empty database.`,
      'Give a folder of its own with `--data=DIR`; `npm run firm` uses .firm.'
    )
  }
  writeFileSync(join(dataDir, markFile), '', { mode: 0o600 })
}

/** Whether a text can be an e-mail address; the auth server checks it further. */
export const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** The map region of a data folder: a firm has its own, the demo and the tests share that of the project. */
export const regionOf = (root: string, dataDir: string, firm: boolean): string => join(firm ? dataDir : root, 'region')

/** Reads the name of the region in a folder; null if there is none. */
export function regionName(folder: string): string | null {
  try {
    return String(JSON.parse(readFileSync(join(folder, 'region.json'), 'utf8')).name)
  } catch {
    return null
  }
}
