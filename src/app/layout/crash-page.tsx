import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { NoticePage } from './notice-page'

/** A page crashed, or a part of it failed to load: a message and a way on instead of a blank window. */
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
