/** The namespaces of this language, one file each, in one chunk. The demo and the portal have separate ones. */
const files = import.meta.glob<Record<string, unknown>>(['./*.json', '!./demo.json'], {
  eager: true,
  import: 'default'
})

export const namespaces = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.slice(2, -'.json'.length), words])
)
