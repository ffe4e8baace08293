import type { Plugin } from 'vite'

/** A plugin that preloads the app's late parts before they are imported (src/lib/import-parts.ts). */
export function arrivingParts(): Plugin {
  return {
    name: 'hackney-arriving-parts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          // Name the part itself if it has no dependencies; Vite would omit it.
          resolveDependencies: (file, files, { hostType }) => (hostType === 'js' && files.length === 0 ? [file] : files)
        }
      }
    }),
    // The module through which Vite passes each `import()` of a build.
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => `export { importParts as __vitePreload } from '@/lib/import-parts'`
    }
  }
}
