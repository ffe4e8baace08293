import { useTranslation } from 'react-i18next'
import { useShortcut } from '@/lib/shortcuts'

export const SAVE_KEYS = 'mod+s'

/** ⌘S or Ctrl S saves, from anywhere on the page. */
export function useSaveKey(save: () => void): void {
  const { t } = useTranslation()
  useShortcut({ keys: SAVE_KEYS, label: t('save'), group: t('shell:shortcuts.form'), run: save, isKeysOnly: true })
}
