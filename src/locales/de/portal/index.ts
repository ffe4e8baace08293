/** Texts that only the staff's portal and its text editor show. Visitors, riders and drivers do not load their chunk. */
const files = import.meta.glob<Record<string, unknown>>('./*.json', { eager: true, import: 'default' })

export const namespaces = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.slice(2, -'.json'.length), words])
)
