import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '@/components/ui/menu'
import type { BookingFilter } from '@/entities/booking'
import { useTaxName } from '@/entities/fare'
import { useFormat, useIsDemo } from '@/entities/settings'
import { AppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import type { ListKind } from './filter'

const FORMATS = { csv: 'CSV', xlsx: 'Excel (XLSX)' } as const

interface ExportMenuProps {
  userId: string
  kind: ListKind
  filter: BookingFilter
}

/** The menu that exports all bookings that match the filter. In a demo it shows an error instead. */
export function ExportMenu({ userId, kind, filter }: ExportMenuProps) {
  const { t } = useTranslation(['history', 'bookings'])
  const { timeZone } = useFormat()
  const isDemo = useIsDemo()
  const taxName = useTaxName()
  const save = useCommand(
    async (format: keyof typeof FORMATS) => {
      if (isDemo) throw new AppError('demo_mode')
      const { saveBookings } = await import('./save-bookings')
      await saveBookings({ userId, kind, filter, format, timeZone, taxName, t })
    },
    { failure: 'toast' }
  )
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button className="h-10" busy={save.busy}>
          <Download aria-hidden className="size-4" />
          {t('export')}
        </Button>
      </MenuTrigger>
      <MenuContent>
        {Object.entries(FORMATS).map(([format, label]) => (
          <MenuItem key={format} onSelect={() => void save.run(format as keyof typeof FORMATS)}>
            {label}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
