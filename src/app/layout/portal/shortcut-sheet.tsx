import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { capsOf } from '@/lib/page/keys'
import { allowSingleKeys, useShortcuts, useSingleKeys } from '@/lib/page/shortcuts'

/** A list of all keyboard shortcuts that are available on the current page (registered by `useShortcut`). */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const isSingleAllowed = useSingleKeys()
  const offered = useShortcuts().filter(({ keys }) => keys)
  const groups = [...new Set(offered.map(({ group }) => group))]
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('shell:shortcuts.title')}</DialogTitle>
          <DialogDescription>{t('shell:shortcuts.text')}</DialogDescription>
        </DialogHeader>
        {groups.map((group) => (
          <section key={group} className="mt-4">
            <h3 className="text-xs font-medium text-muted">{group}</h3>
            <dl className="mt-1 divide-y divide-line text-sm">
              {offered
                .filter((one) => one.group === group)
                .map(({ id, label, keys = '' }) => (
                  <div key={id} className="flex min-h-9 items-center justify-between gap-4">
                    <dt>{label}</dt>
                    <dd>
                      <span className="sr-only">{capsOf(keys).join(' ')}</span>
                      <Kbd keys={keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <div className="mt-5 flex items-start gap-3 text-sm">
          <Checkbox id={id} checked={isSingleAllowed} onChange={(event) => allowSingleKeys(event.target.checked)} />
          <label htmlFor={id} className="pt-0.5">
            {t('shell:shortcuts.single')}
          </label>
        </div>
      </DialogContent>
    </Dialog>
  )
}
