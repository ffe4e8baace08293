import { useMatches } from 'react-router-dom'
import type { Page } from './page'
import { nowhere } from './site-pages'

/** The current page, from the router. */
export function usePage(): Page {
  const handle = useMatches().at(-1)?.handle as Page | undefined
  return handle ?? nowhere
}
