import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { paths } from '@/config/paths'
import { listStaffPeople } from '@/entities/person'
import { useShortcut } from '@/lib/page/shortcuts'
import { toast } from '@/lib/page/toast'
import { useCommand } from '@/lib/server/use-command'

/** A button that opens the next driver with documents that wait for a decision, the longest wait first. */
export function NextDriver({ after }: { after: string }) {
  const { t } = useTranslation('people')
  const go = useNavigate()
  const next = useCommand(
    async () => {
      const { rows } = await listStaffPeople({
        usertype: 'driver',
        has_papers_waiting: true,
        ascending: true,
        page_size: 2
      })
      return rows.find(({ id }) => id !== after)?.id ?? ''
    },
    {
      byKey: true,
      failure: 'toast',
      onDone: (id) => {
        if (id) void go(`${paths.driver(id)}?tab=documents`)
        else toast('success', t('documents.all_done'))
      }
    }
  )
  useShortcut({
    keys: 'n',
    label: t('documents.next_driver'),
    group: t('tab.documents'),
    run: () => void next.run()
  })
  return (
    <Button busy={next.busy} onClick={() => void next.run()}>
      {t('documents.next_driver')}
      <ArrowRight aria-hidden className="rtl:rotate-180" />
      <Kbd keys="n" />
    </Button>
  )
}
