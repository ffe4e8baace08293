/** The texts of the first page, one file per namespace, in one chunk. Subfolders and demo.json have chunks of their own. */
const files = import.meta.glob<Record<string, unknown>>(['./*.json', '!./demo.json'], {
  eager: true,
  import: 'default'
})

export const namespaces = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.slice(2, -'.json'.length), words])
)
