import type { Plugin } from 'vite'

/** Lets what the program loads late arrive before it is imported (src/lib/import-parts.ts). */
export function arrivingParts(): Plugin {
  return {
    name: 'hackney-arriving-parts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          // Vite leaves out a part that needs nothing but itself.
          resolveDependencies: (file, files, { hostType }) => (hostType === 'js' && files.length === 0 ? [file] : files)
        }
      }
    }),
    // The module that Vite has each `import()` of a build go through.
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => `export { importParts as __vitePreload } from '@/lib/import-parts'`
    }
  }
}
