import { join } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import type { Place } from '../../stack/web/place.ts'

/** The entry of the page of a shared trip, and the manifest of its build. */
export const sharedEntry = 'src/share.tsx'
export const sharedManifest = '.vite/shared-trip.json'

/**
 * Builds the program of the page of a shared trip by itself. Its people open one page, once, so it shares no file with the app:
 * such a file would bring them what other pages need.
 *
 * @param root The project's root.
 * @param program What it has in common with the app's build.
 */
export function sharedTrip(root: string, { dist }: Place, program: () => InlineConfig): Plugin {
  let mode = 'production'
  return {
    name: 'hackney-shared-trip',
    apply: 'build',
    configResolved(config) {
      mode = config.mode
    },
    writeBundle: {
      sequential: true,
      async handler() {
        const { build } = await import('vite')
        const own = program()
        await build({
          ...own,
          root,
          mode,
          configFile: false,
          logLevel: 'warn',
          build: {
            ...own.build,
            outDir: dist,
            emptyOutDir: false,
            copyPublicDir: false,
            manifest: sharedManifest,
            rolldownOptions: { input: join(root, sharedEntry) }
          }
        })
      }
    }
  }
}
