import { FilePlus, FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR, { useSWRConfig } from 'swr'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { staffPersonKey } from '@/entities/person'
import { useShortcut } from '@/lib/page/shortcuts'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { usePeopleTopic } from '../../../hooks/use-rights'
import { getDocuments } from '../../../queries'
import type { TabProps } from '../tab-props'
import { DocumentList } from './document-list'
import { DocumentPicture } from './document-picture'
import { JudgeForm } from './judge-form'
import { NextDriver } from './next-driver'
import { SubmitForm } from './submit-form'

/** Shows a driver's documents: the selected picture, and the form for the decision beside it. */
export function DocumentsTab({ person, rights }: TabProps) {
  const { t } = useTranslation('people')
  const { mutate: mutateAny } = useSWRConfig()
  const { data, error, mutate } = useSWR(['documents', person.id], ([, id]) => getDocuments(id))
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  useBroadcast(usePeopleTopic(), () => mutate(), { events: ['document'] })
  const documents = data ?? []
  // Without a selection the first pending document is shown, otherwise the latest one.
  const shown =
    documents.find(({ id }) => id === chosen) ?? documents.find(({ status }) => status === 'pending') ?? documents[0]
  const step = (by: number) => {
    const at = documents.findIndex(({ id }) => id === shown?.id)
    const next = documents[at + by]
    if (next) setChosen(next.id)
  }
  const group = t('tab.documents')
  useShortcut({ keys: 'j', label: t('documents.next'), group, run: () => step(1) })
  useShortcut({ keys: 'k', label: t('documents.previous'), group, run: () => step(-1) })
  const reload = () => {
    void mutate()
    void mutateAny(staffPersonKey(person.id))
  }
  if (!data) {
    return (
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="m-4 h-72 md:m-6" />
      </Pending>
    )
  }
  if (isAdding) {
    return (
      <SubmitForm
        driverId={person.id}
        onClose={() => setAdding(false)}
        onDone={() => {
          setAdding(false)
          setChosen(null)
          reload()
        }}
      />
    )
  }
  const add = rights.canEdit && (
    <Button variant={shown ? 'outline' : 'accent'} onClick={() => setAdding(true)}>
      <FilePlus aria-hidden />
      {t('documents.add')}
    </Button>
  )
  if (!shown) {
    return (
      <EmptyState icon={FileText} title={t('documents.none')} action={add}>
        {t('documents.none_hint')}
      </EmptyState>
    )
  }
  return (
    <div className="grid flex-1 grid-cols-1 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <DocumentPicture key={shown.id} document={shown} />
      <aside className="space-y-5 border-line p-4 max-lg:border-t md:p-5 lg:border-s">
        {rights.isDesk && (
          <JudgeForm
            key={`${shown.id}${shown.status}`}
            document={shown}
            onDone={() => {
              setChosen(null)
              reload()
            }}
          />
        )}
        <DocumentList documents={documents} shownId={shown.id} onChoose={setChosen} />
        <div className="flex flex-wrap gap-2">
          {add}
          {rights.isDesk && <NextDriver after={person.id} />}
        </div>
      </aside>
    </div>
  )
}
