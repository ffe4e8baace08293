import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Kbd } from '@/components/ui/kbd'
import { Tooltip } from '@/components/ui/tooltip'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'

/** The shortcut for undoing. It is needed because 1.5 s is too short to reach the button with a pointer. */
const KEYS = 'u'

/** A note that an unpaid booking is about to be cancelled, with a button that undoes it. */
export function UnfinishedNote({ busy, onUndo }: { busy: boolean; onUndo: () => void }) {
  const { t } = useTranslation('panel')
  useShortcut({ keys: KEYS, label: t('unfinished.undo'), group: t('shortcuts'), run: onUndo, isOff: busy })
  return (
    <Alert
      tone="warn"
      action={
        !busy && (
          <Tooltip label={t('unfinished.undo')} keys={KEYS}>
            <button
              type="button"
              aria-keyshortcuts={ariaKeys(KEYS)}
              onClick={onUndo}
              className="inline-flex min-h-6 items-center gap-2 font-semibold underline underline-offset-4"
            >
              {t('unfinished.undo')}
              <Kbd keys={KEYS} />
            </button>
          </Tooltip>
        )
      }
    >
      {t('unfinished.text')}
    </Alert>
  )
}
