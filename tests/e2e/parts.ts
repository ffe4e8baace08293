/** The parts of the program that a page loads on demand. */
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Page } from '@playwright/test'
import { textFileIn, textGraph } from '../../scripts/build/texts.ts'
import { expect } from './fixtures.ts'

const texts = textGraph('.')
const textFile = textFileIn('.')

interface Part {
  file: string
  imports?: string[]
}

/** The files of a part: its own, and those that it imports. */
function filesOf(manifest: Record<string, Part>, source: string, found = new Set<string>()): Set<string> {
  const part = manifest[source]
  if (!part || found.has(part.file)) return found
  found.add(part.file)
  for (const other of part.imports ?? []) filesOf(manifest, other, found)
  return found
}

const readManifest = async () => JSON.parse(await readFile('dist/.vite/manifest.json', 'utf8')) as Record<string, Part>

/** The path of the file of a part, which the server may lack after a deployment. @param source its path below src/ */
export async function fileOf(source: string): Promise<string> {
  const file = (await readManifest())[`src/${source}`]?.file
  if (!file) throw new Error(`the build has no ${source}`)
  return `**/${file}`
}

/**
 * Waits until the page has fetched parts of the program with all that they import and their English texts, so that a tunnel
 * may begin.
 *
 * @param sources paths of the parts below src/
 */
export async function expectFetched(page: Page, ...sources: string[]): Promise<void> {
  const manifest = await readManifest()
  for (const source of sources) {
    const program = [...filesOf(manifest, `src/${source}`)]
    expect(program, source).not.toEqual([])
    const own = texts.textsOf('en', [`src/${source}`])
    const missing = async () => {
      const names = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          // A request that failed in an earlier tunnel is listed, too.
          .filter((entry) => (entry as PerformanceResourceTiming).decodedBodySize > 0)
          .map(({ name }) => name)
          .join(' ')
      )
      // A prerendered page begins with the texts of several namespaces in one file.
      const begun = await Promise.all(
        [...names.matchAll(/assets\/texts-[\w-]+\.json/g)].map(([name]) => readFile(`dist/${name}`, 'utf8'))
      )
      const inStart = begun.flatMap((text) => Object.keys(JSON.parse(text)))
      const late = own.filter((path) => !inStart.includes(basename(dirname(path)))).map(textFile)
      return [...program, ...late].filter((file) => !names.includes(file))
    }
    await expect.poll(missing, { message: source }).toEqual([])
  }
}
