import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { temporaryFolder } from '../support/folder.ts'

/** The folder of the pictures in the README and the documents. */
export const imageFolder = join(import.meta.dirname, '../../docs/images')

/** The folder for pictures of staff pages, which show what a change does to them. Git ignores it. */
export const screenFolder = join(import.meta.dirname, '../../pictures')

/** A film in the README loads with the page, so it must stay below this size (bytes). */
const LARGEST = 1_500_000

function webp(command: 'cwebp' | 'img2webp', args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(`${command} is missing: install the package "webp" (apt install webp, brew install webp)`)
  }
}

/** Saves a page's picture as `<folder>/<name>.webp`; the quality goes from 0 to 100. */
export async function keepPicture(
  page: Page,
  name: string,
  { folder = imageFolder, quality = 82 }: { folder?: string; quality?: number } = {}
): Promise<void> {
  const own = temporaryFolder()
  for (const needed of [own, folder]) mkdirSync(needed, { recursive: true })
  const png = join(own, 'picture.png')
  await page.screenshot({ path: png })
  webp('cwebp', ['-quiet', '-q', String(quality), '-m', '6', png, '-o', join(folder, `${name}.webp`)])
  rmSync(own, { recursive: true })
}

export interface Film {
  /** Shows the current frame for this long in the finished film (ms). */
  hold(ms: number): Promise<void>
  /** Ends the film, writes `docs/images/<name>.webp`, and returns its size in bytes. */
  write(name: string): Promise<number>
}

interface Frame {
  png: Buffer
  ms: number
}

/**
 * Films a page: takes pictures until `write` is called. An unchanged picture is one frame, shown for at most a second, so that
 * waiting does not lengthen the film.
 *
 * @param every milliseconds between two pictures
 * @param shown milliseconds that each frame is shown: less than `every` speeds the film up
 */
export function startFilm(page: Page, { every, shown }: { every: number; shown: number }): Film {
  const frames: Frame[] = []
  let isRunning = true
  const take = async (ms: number): Promise<void> => {
    const png = await page.screenshot({ animations: 'allow' })
    const last = frames.at(-1)
    if (last?.png.equals(png)) last.ms = Math.max(last.ms, Math.min(1000, last.ms + ms))
    else frames.push({ png, ms })
  }
  const filming = (async () => {
    while (isRunning) {
      await take(shown)
      await page.waitForTimeout(every)
    }
  })()

  return {
    async hold(ms) {
      await take(shown)
      const last = frames.at(-1)
      if (last) last.ms = ms
    },
    async write(name) {
      isRunning = false
      await filming
      const folder = temporaryFolder()
      mkdirSync(folder, { recursive: true })
      const target = join(imageFolder, `${name}.webp`)
      const parts = frames.flatMap(({ png, ms }, index) => {
        const file = join(folder, `${String(index).padStart(4, '0')}.png`)
        writeFileSync(file, png)
        return ['-d', String(Math.round(ms)), file]
      })
      // Lowers the quality until the film fits.
      for (const quality of [70, 60, 50, 40, 30, 20]) {
        webp('img2webp', [
          '-loop',
          '0',
          '-kmin',
          '9',
          '-kmax',
          '60',
          '-lossy',
          '-q',
          String(quality),
          '-m',
          '4',
          ...parts,
          '-o',
          target
        ])
        if (statSync(target).size <= LARGEST) break
      }
      rmSync(folder, { recursive: true })
      return statSync(target).size
    }
  }
}
