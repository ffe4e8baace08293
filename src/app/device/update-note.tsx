import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'

interface UpdateNoteProps {
  onReload: () => Promise<void>
  onLater: () => void
}

/** A note that a newer build is available. It loads only when the person presses the button, so it interrupts no work. */
export function UpdateNote({ onReload, onLater }: UpdateNoteProps) {
  const { t } = useTranslation('device')
  const [isBusy, setBusy] = useState(false)
  const reload = () => {
    setBusy(true)
    void onReload()
  }
  return (
    <section
      aria-label={t('update.label')}
      className="fixed inset-x-4 top-20 z-40 mx-auto flex max-w-md items-center gap-3 rounded-card border border-line bg-card p-3 ps-4 animate-in fade-in slide-in-from-top-2 duration-200 print:hidden"
    >
      <p role="status" className="min-w-0 flex-1 text-sm text-pretty">
        {t('update.text')}
      </p>
      <Button size="sm" onClick={reload} busy={isBusy}>
        {t('update.reload')}
      </Button>
      <Button size="icon-sm" variant="ghost" aria-label={t('update.later')} onClick={onLater}>
        <X aria-hidden className="size-4" />
      </Button>
    </section>
  )
}
