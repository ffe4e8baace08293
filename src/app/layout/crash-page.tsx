import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { NoticePage } from './notice-page'

/** Shown if a page fails, or a part of it cannot be loaded: a message and a link, instead of a blank window. */
export function CrashPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <NoticePage
      title={t('crash.title')}
      text={t('crash.text')}
      action={t('crash.action')}
      onAction={() => window.location.reload()}
    />
  )
}
