import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Tooltip } from '@/components/ui/tooltip'
import { ariaKeys, type Keys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'

interface KeyButtonProps {
  keys: Keys
  label: string
  busy: boolean
  disabled?: boolean
  onPress: () => void
}

/** A small button in the panel of a booking. It shows its keyboard shortcut. */
export function KeyButton({ keys, label, busy, disabled = false, onPress }: KeyButtonProps) {
  const { t } = useTranslation('panel')
  useShortcut({ keys, label, group: t('shortcuts'), run: onPress, isOff: busy || disabled })
  return (
    <Tooltip label={label} keys={keys}>
      <Button
        size="sm"
        variant="outline"
        aria-keyshortcuts={ariaKeys(keys)}
        busy={busy}
        disabled={disabled}
        onClick={onPress}
      >
        {label}
      </Button>
    </Tooltip>
  )
}
