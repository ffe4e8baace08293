import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isMissing, loadAgain } from '@/lib/load-again'
import { NoticePage } from './layout/notice-page'
import type { Viewer } from './pages/page'

/**
 * Returns the `lazy` function of a route whose page loads on demand. If the page's script cannot be loaded, the route opens
 * anyway, shows a message, and tries again until the page is loaded.
 *
 * @param viewers Who may see the page; default: everyone.
 * @param isEarly Whether the page may be shown before it is known who is signed in.
 * @example lazy: pageOf(() => import('./routes/trip/trip-route').then((part) => part.TripRoute), ['rider'])
 */
export function pageOf(load: () => Promise<ComponentType>, viewers?: readonly Viewer[], isEarly = false) {
  const loadIt = viewers && !viewers.includes('visitor') ? () => guarded(load, viewers, isEarly) : load
  return async () => {
    try {
      return { Component: await loadIt() }
    } catch (error) {
      if (!isMissing(error)) throw error
      return { Component: comingPage(loadAgain(loadIt)) }
    }
  }
}

async function guarded(
  load: () => Promise<ComponentType>,
  viewers: readonly Viewer[],
  isEarly: boolean
): Promise<ComponentType> {
  // The guard is loaded only for pages that need it, so that visitors do not download it with the entry script.
  const [Page, { Guard }] = await Promise.all([load(), import('./layout/guard')])
  return function GuardedPage() {
    return (
      <Guard viewers={viewers} isEarly={isEarly}>
        <Page />
      </Guard>
    )
  }
}

function comingPage(coming: Promise<ComponentType>): ComponentType {
  let known: ComponentType | null = null
  return function ComingPage() {
    const [Page, setPage] = useState(() => known)
    useEffect(() => {
      void coming.then((page) => {
        known = page
        setPage(() => page)
      })
    }, [])
    return Page ? <Page /> : <PageWaits />
  }
}

function PageWaits() {
  const { t } = useTranslation()
  return (
    <NoticePage
      title={t('waiting.title')}
      text={t('waiting.text')}
      action={t('retry')}
      // If a new build was deployed meanwhile, the server no longer has the files of this page's build. A reload gets the files
      // of the new build.
      onAction={() => window.location.reload()}
    />
  )
}
