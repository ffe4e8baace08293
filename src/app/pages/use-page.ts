import { useMatches } from 'react-router-dom'
import type { Page } from './page'
import { nowhere } from './site-pages'

/** Returns the current page. Its route has the page as `handle`. */
export function usePage(): Page {
  const handle = useMatches().at(-1)?.handle as Page | undefined
  return handle ?? nowhere
}
