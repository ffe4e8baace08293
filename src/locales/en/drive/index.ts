/** Texts that only drivers' pages show. Their chunk is loaded with the first such page. */
const files = import.meta.glob<Record<string, unknown>>('./*.json', { eager: true, import: 'default' })

export const namespaces = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.slice(2, -'.json'.length), words])
)
