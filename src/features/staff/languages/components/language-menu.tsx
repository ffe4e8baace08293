import { Copy, Download, Ellipsis, Languages, Pencil, Star, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@/components/ui/menu'
import { paths } from '@/config/paths'
import { downloadTexts } from '../model/files'
import type { Language } from '../queries'

interface LanguageMenuProps {
  row: Language
  isDemo: boolean
  onAsk: (what: 'edit' | 'copy' | 'delete') => void
  onDefault: () => void
}

/** The menu of a language in the list: edit, copy, make it the default, delete. */
export function LanguageMenu({ row, isDemo, onAsk, onDefault }: LanguageMenuProps) {
  const { t } = useTranslation('languages')
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={t('actions_of', { name: row.lang_name })}>
          <Ellipsis aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuItem asChild>
          <Link to={paths.language(row.id)}>
            <Languages aria-hidden />
            {t('edit_texts')}
          </Link>
        </MenuItem>
        <MenuItem disabled={isDemo} onSelect={() => onAsk('edit')}>
          <Pencil aria-hidden />
          {t('edit')}
        </MenuItem>
        <MenuItem disabled={isDemo} onSelect={() => onAsk('copy')}>
          <Copy aria-hidden />
          {t('copy')}
        </MenuItem>
        <MenuItem onSelect={() => downloadTexts(row.lang_locale, row.key_value_pairs)}>
          <Download aria-hidden />
          {t('export_own')}
        </MenuItem>
        {!row.is_default && (
          <MenuItem disabled={isDemo} onSelect={onDefault}>
            <Star aria-hidden />
            {t('make_default')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem disabled={isDemo} className="text-bad" onSelect={() => onAsk('delete')}>
          <Trash2 aria-hidden />
          {t('delete.confirm')}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
