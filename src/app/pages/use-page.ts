import { useMatches } from 'react-router-dom'
import type { PageFacts } from './page'
import { nowhere } from './site-pages'

/** Returns the current page. Its route has the page as `handle`. */
export function usePage(): PageFacts {
  const handle = useMatches().at(-1)?.handle as PageFacts | undefined
  return handle ?? nowhere
}
