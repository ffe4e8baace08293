import { useTranslation } from 'react-i18next'
import { useShortcut } from '@/lib/page/shortcuts'
import { elsewhere } from '@/lib/texts/elsewhere'

export const SAVE_KEYS = 'mod+s'

/** ⌘S or Ctrl S saves, from anywhere on the page. */
export function useSaveKey(save: () => void): void {
  const { t } = useTranslation()
  const group = t(elsewhere('shell', 'shortcuts.form'))
  useShortcut({ keys: SAVE_KEYS, label: t('save'), group, run: save, isKeysOnly: true })
}
