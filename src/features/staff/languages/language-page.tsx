import { useParams } from 'react-router-dom'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { TextEditor } from './components/editor/text-editor'
import { useGround } from './hooks/use-ground'
import { useLanguageRows } from './queries'

/** The page that edits the texts of one language. */
export function LanguagePage() {
  const { id } = useParams()
  const { data: rows, error, mutate } = useLanguageRows()
  const language = rows?.find((row) => row.id === id)
  const standard = rows?.find((row) => row.is_default)
  const { ground, error: groundError, retry } = useGround(language?.lang_locale ?? '', standard)
  if (language && ground) return <TextEditor key={language.id} language={language} ground={ground} />
  return (
    <main id="main" className="w-full">
      {rows && !language ? (
        <ErrorState error="not_found" />
      ) : error || groundError ? (
        <ErrorState error={error ?? groundError} onRetry={() => (error ? void mutate() : retry())} />
      ) : (
        <Skeleton className="m-4 h-96 md:m-6" />
      )}
    </main>
  )
}
