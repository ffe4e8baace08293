// Inter has no Arabic letters; its own face takes Latin words and figures first, this one the rest.
import '@fontsource-variable/vazirmatn/wght.css'

/** All namespaces of this language, one file each, in one chunk that loads with it; the demo and the portal bring their own. */
const files = import.meta.glob<Record<string, unknown>>(['./*.json', '!./demo.json'], {
  eager: true,
  import: 'default'
})

export const namespaces = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.slice(2, -'.json'.length), words])
)
