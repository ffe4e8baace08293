/** Texts that riders and drivers see only after a press or at the end of a trip. The first page does not load their chunk. */
const files = import.meta.glob<Record<string, unknown>>('./*.json', { eager: true, import: 'default' })

export const namespaces = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.slice(2, -'.json'.length), words])
)
