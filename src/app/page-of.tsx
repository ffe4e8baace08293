import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isMissing, loadAgain } from '@/lib/load-again'
import { NoticePage } from './layout/notice-page'

/**
 * A page of the router. Where its part of the program does not come, the route opens all the same, says what it waits
 * for, and shows the page once that is there.
 *
 * @example lazy: pageOf(async () => (await import('./routes/trip/trip-route')).TripRoute)
 */
export function pageOf(load: () => Promise<ComponentType>) {
  return async () => {
    try {
      return { Component: await load() }
    } catch (error) {
      if (!isMissing(error)) throw error
      return { Component: comingPage(loadAgain(load)) }
    }
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
      // A build that has been replaced since does not come any more; the new one does.
      onAction={() => window.location.reload()}
    />
  )
}
