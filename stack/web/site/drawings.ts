import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Log } from '../../types.ts'
import type { Drawing } from './draw.worker.ts'
import { readLogo } from './icons.ts'
import { logoOf, markOf, type Operator, offerOf } from './operator.ts'

/** Pictures with the firm's name, colour and logo, drawn anew when one of them changes. */
export interface Drawings {
  /** Returns the picture at a path; null as long as it is not drawn, or if there is none. */
  find(pathname: string): { type: string; bytes: Uint8Array } | null
  /** Draws the pictures of a firm, unless they are drawn or being drawn. */
  follow(operator: Operator): void
  stop(): void
}

const typeOf = (pathname: string): string => (pathname.endsWith('.svg') ? 'image/svg+xml' : 'image/png')

function readStill(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/**
 * @param still path of the region's still picture
 * @param made what the build has written about the preview pictures; null for none
 */
export function createDrawings(
  still: string,
  made: Pick<Drawing, 'cards' | 'colours'> | null,
  log: Pick<Log, 'error'>
): Drawings {
  const drawn = new Map<string, Uint8Array>()
  let known = ''
  let worker: Worker | null = null
  const draw = async (operator: Operator): Promise<void> => {
    const logo = await readLogo(logoOf(operator))
    const data: Drawing = {
      mark: { name: operator.app_name, colour: operator.brand_color, logo },
      offer: offerOf(operator),
      cards: made?.cards ?? { taxi: [], delivery: [], both: [] },
      colours: { ...made?.colours },
      still: readStill(still)
    }
    if (markOf(operator) !== known) return
    const own = new Worker(new URL('./draw.worker.ts', import.meta.url), { workerData: data })
    worker = own
    own.unref()
    own.on('message', (pictures: Map<string, Uint8Array>) => {
      if (worker === own) for (const [path, bytes] of pictures) drawn.set(path, bytes)
    })
    own.on('error', (error) => log.error('web.drawing', { error }))
  }
  const end = (): void => {
    void worker?.terminate()
    worker = null
  }
  return {
    find: (pathname) => {
      const bytes = drawn.get(pathname)
      return bytes ? { type: typeOf(pathname), bytes } : null
    },
    follow: (operator) => {
      if (markOf(operator) === known) return
      known = markOf(operator)
      end()
      void draw(operator).catch((error: unknown) => log.error('web.drawing', { error }))
    },
    stop: end
  }
}
