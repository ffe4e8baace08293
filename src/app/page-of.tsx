import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isMissing, loadAgain } from '@/lib/load-again'
import { NoticePage } from './layout/notice-page'
import type { Viewer } from './pages/page'

/**
 * A part of the router. If its script does not load, the route opens anyway, shows that it waits, and then the page.
 *
 * @param viewers Who may see it; default: everyone.
 * @param isEarly Whether it shows something before the person is known.
 * @example lazy: pageOf(async () => (await import('./routes/trip/trip-route')).TripRoute, ['rider'])
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
  // Visitors do not need the guard and its spinner, so the entry omits them.
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
      // A replaced build's files are gone; load the new build.
      onAction={() => window.location.reload()}
    />
  )
}
