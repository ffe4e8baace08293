import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orWaits } from '@/lib/loading/late-import'
import { NoticePage } from './layout/notice-page'
import type { Viewer } from './pages/page'

/**
 * Returns the `lazy` function of a route whose page loads on demand. While the page's script cannot be loaded, the route opens
 * anyway and shows a message.
 *
 * @param viewers Who may see the page; default: everyone.
 * @param isEarly Whether the page may be shown before it is known who is signed in.
 * @example lazy: pageOf(() => import('./routes/trip/trip-route').then((part) => part.TripRoute), ['rider'])
 */
export function pageOf(load: () => Promise<ComponentType>, viewers?: readonly Viewer[], isEarly = false) {
  return async () => {
    const coming = viewers && !viewers.includes('visitor') ? guarded(load, viewers, isEarly) : load()
    return { Component: (await orWaits(coming)) ?? comingPage(coming) }
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
      onAction={() => window.location.reload()}
    />
  )
}
